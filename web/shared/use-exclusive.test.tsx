import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useExclusive } from './use-exclusive.ts'

it('runs an action once at a time, and again after it has ended', async () => {
  const calls: PromiseWithResolvers<string>[] = []
  const rendered: { run?: () => Promise<string> } = {}
  function Component() {
    rendered.run = useExclusive(() => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    })
    return null
  }
  renderToString(<Component />)
  const replies = [rendered.run?.(), rendered.run?.()]
  expect(calls).toHaveLength(1)
  calls[0]?.resolve('reply')
  expect(await Promise.all(replies)).toEqual(['reply', 'reply'])
  void rendered.run?.()
  expect(calls).toHaveLength(2)
})
