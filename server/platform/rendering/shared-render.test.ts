import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPlatformApp } from '#testing/platform-app.ts'
import { getUrl, type Reply, send } from '#testing/send.ts'

let app: Awaited<ReturnType<typeof createPlatformApp>>
beforeEach(async () => {
  app = await createPlatformApp()
  await getUrl(app.server)
})
afterEach(() => app.server.close())

/** Sends concurrent requests for a page; all have arrived before its render can continue. */
async function sendBurst(count: number, url: string, headers: Record<string, string> = {}): Promise<Promise<Reply>[]> {
  const before = app.counts.requests
  const replies = Array.from({ length: count }, () => send(app.server, { url, headers }))
  await vi.waitFor(() => expect(app.counts.requests).toBe(before + count))
  return replies
}
const waitAll = async (replies: Promise<Reply>[]) => {
  app.gate.open()
  return Promise.all(replies)
}

it('renders a page once for concurrent requests', async () => {
  const replies = await waitAll(await sendBurst(20, '/slow', { 'accept-encoding': 'br' }))
  expect(app.counts.renders).toBe(1)
  for (const { statusCode, headers, rawPayload } of replies) {
    expect(statusCode).toBe(200)
    expect(headers['content-encoding']).toBe('br')
    expect(headers.etag).toBe(replies[0]?.headers.etag)
    expect(rawPayload.equals(replies[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  }
  await send(app.server, '/slow')
  expect(app.counts.renders).toBe(1)
  app.cache.invalidate(['thing'])
  await send(app.server, '/slow')
  expect(app.counts.renders).toBe(2)
})

it('renders a page once for requests that come before its reply is compressed', async () => {
  const first = send(app.server, { url: '/large', headers: { 'accept-encoding': 'br' } })
  await vi.waitFor(() => expect(app.counts.rendered).toBe(1), { interval: 1 })
  // Some may come after the compression, on a busy machine, and get the cached reply.
  const others = Array.from({ length: 5 }, () =>
    send(app.server, { url: '/large', headers: { 'accept-encoding': 'br' } }),
  )
  const replies = await Promise.all([first, ...others])
  expect(app.counts.renders).toBe(1)
  expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1)
})

it('renders different pages separately', async () => {
  const replies = [...(await sendBurst(3, '/slow?tab=1')), ...(await sendBurst(3, '/slow?tab=2'))]
  const bodies = (await waitAll(replies)).map(({ body }) => body)
  expect(app.counts.renders).toBe(2)
  expect(new Set(bodies).size).toBe(2)
})

it('never returns a page whose render started before a known change', async () => {
  const early = await sendBurst(2, '/slow')
  app.cache.invalidate(['thing'])
  const late = await sendBurst(2, '/slow')
  expect(app.counts.renders).toBe(2)
  await waitAll([...early, ...late])
  await send(app.server, '/slow')
  expect(app.counts.renders).toBe(2)
})

it('fails all waiting requests, and renders again for the next one', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => send(app.server, '/crash')))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500])
  const before = app.counts.renders
  expect((await send(app.server, '/crash')).statusCode).toBe(500)
  expect(app.counts.renders).toBe(before + 1)
})
