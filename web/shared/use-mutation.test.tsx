import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { useMutation } from './use-mutation.ts'

/** Renders a mutation whose calls end when the test settles them. */
function renderMutation(onSettled = async () => {}) {
  const calls: (PromiseWithResolvers<string> & { input: string })[] = []
  const rendered: { mutation?: ReturnType<typeof useMutation<string, Error, string>> } = {}
  function Component() {
    rendered.mutation = useMutation({
      mutationFn(input: string) {
        const call = Promise.withResolvers<string>()
        calls.push({ ...call, input })
        return call.promise
      },
      onSettled,
    })
    return null
  }
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Component />
    </QueryClientProvider>,
  )
  if (!rendered.mutation) throw new Error('The component was not rendered.')
  return { calls, mutation: rendered.mutation }
}

const waitForNextTask = () => new Promise((resolve) => setTimeout(resolve))

describe('a mutation', () => {
  it('runs once if it is called twice at once', async () => {
    const { calls, mutation } = renderMutation()
    mutation.mutate('first')
    mutation.mutate('first')
    await waitForNextTask()
    expect(calls.map(({ input }) => input)).toEqual(['first'])
  })

  it('returns the reply of the running call to a second one', async () => {
    const { calls, mutation } = renderMutation()
    const replies = Promise.all([mutation.mutateAsync('first'), mutation.mutateAsync('first')])
    await waitForNextTask()
    calls[0]?.resolve('reply')
    expect(await replies).toEqual(['reply', 'reply'])
  })

  it('runs at the same time with another input', async () => {
    const { calls, mutation } = renderMutation()
    mutation.mutate('first')
    mutation.mutate('second')
    await waitForNextTask()
    expect(calls.map(({ input }) => input)).toEqual(['first', 'second'])
  })

  it.each(['resolve', 'reject'] as const)('runs again after a call that ended by %s', async (end) => {
    const { calls, mutation } = renderMutation()
    mutation.mutate('first')
    await waitForNextTask()
    calls[0]?.[end]('end')
    await waitForNextTask()
    mutation.mutate('first')
    await waitForNextTask()
    expect(calls.map(({ input }) => input)).toEqual(['first', 'first'])
  })

  it('runs again after a failure although what is shown is still being refetched', async () => {
    const refetch = Promise.withResolvers<void>()
    const { calls, mutation } = renderMutation(() => refetch.promise)
    mutation.mutate('first')
    await waitForNextTask()
    calls[0]?.reject('end')
    await waitForNextTask()
    mutation.mutate('first')
    await waitForNextTask()
    expect(calls.map(({ input }) => input)).toEqual(['first', 'first'])
    refetch.resolve()
  })
})
