import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, it } from 'vitest'
import { clearFailedLoads, createLazyImport, hasFailedLoads } from './lazy-import.ts'

/** An import that fails until it is repaired, and counts how often it is requested. */
function createUnreliableImport() {
  const network = { isDown: true, requests: 0 }
  const lazyImport = createLazyImport(async () => {
    network.requests += 1
    if (network.isDown) throw new TypeError('no network')
    return () => <p>page</p>
  })
  return { network, lazyImport }
}

/** Renders the import as a page does. Returns the markup, with what replaced the page. */
async function renderPage(lazyImport: ReturnType<typeof createUnreliableImport>['lazyImport']): Promise<string> {
  function Page() {
    const Component = lazyImport.useLoaded()
    return <Component />
  }
  const { prelude } = await prerender(
    <Suspense fallback="skeleton">
      <Page />
    </Suspense>,
    { onError: () => undefined },
  )
  return new Response(prelude).text()
}

it('is requested once however often it is rendered, until its failure is cleared', async () => {
  const { network, lazyImport } = createUnreliableImport()
  expect(await renderPage(lazyImport)).toContain('skeleton')
  expect(await renderPage(lazyImport)).toContain('skeleton')
  expect({ requests: network.requests, hasFailed: hasFailedLoads() }).toEqual({ requests: 1, hasFailed: true })

  network.isDown = false
  clearFailedLoads()
  expect(hasFailedLoads()).toBe(false)
  expect(await renderPage(lazyImport)).toContain('<p>page</p>')
  expect(network.requests).toBe(2)
})

it('is requested again after a failed load, and no more once it is loaded', async () => {
  const { network, lazyImport } = createUnreliableImport()
  await expect(lazyImport.load()).rejects.toThrow('no network')
  expect(lazyImport.loaded).toBeUndefined()

  network.isDown = false
  const component = await lazyImport.load()
  expect(await lazyImport.load()).toBe(component)
  expect(lazyImport.loaded).toBe(component)
  expect(network.requests).toBe(2)
})

it('is requested only after the promise it is deferred to', async () => {
  const { network, lazyImport } = createUnreliableImport()
  network.isDown = false
  const interaction = Promise.withResolvers<void>()
  lazyImport.defer(interaction.promise)
  const markup = renderPage(lazyImport)
  await new Promise((resolve) => setTimeout(resolve))
  expect(network.requests).toBe(0)
  interaction.resolve()
  expect(await markup).toContain('<p>page</p>')
})
