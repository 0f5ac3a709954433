/** Replies to visitors while the database is unavailable. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contracts/durations.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'

let app: Awaited<ReturnType<typeof createPlatformApp>>
beforeEach(async () => {
  app = await createPlatformApp()
})
afterEach(() => app.server.close())

/** Caches a reply, changes its data and makes the database unavailable. */
async function cacheAndInvalidate(url: string) {
  const reply = await send(app.server, url)
  expect(reply.statusCode).toBe(200)
  app.cache.invalidate(['thing'])
  app.outage.isOn = true
  return reply
}

describe('while the database is unavailable, the server', () => {
  it('replies to a call with 503, a message and Retry-After', async () => {
    app.outage.isOn = true
    const reply = await send(app.server, '/api/cached?search=a')
    expectFailure(reply, 503, MESSAGES.unavailable)
    expect(reply.headers['retry-after']).toBe('5')
  })

  it('replies with an error page instead of a 404', async () => {
    app.outage.isOn = true
    const reply = await send(app.server, { url: '/gone', headers: { accept: 'text/html' } })
    expect({
      status: reply.statusCode,
      retryAfter: reply.headers['retry-after'],
      contentType: reply.headers['content-type'],
    }).toEqual({ status: 503, retryAfter: '5', contentType: 'text/html; charset=utf-8' })
    expect(reply.body).toContain(`<title>${MESSAGES.unavailable}</title>`)
    expect(reply.headers['cache-control']).toBe('private, no-store')
  })

  it('renders pages again once it is available', async () => {
    app.outage.isOn = true
    expect((await send(app.server, '/')).statusCode).toBe(503)
    app.outage.isOn = false
    expect((await send(app.server, '/')).statusCode).toBe(200)
  })

  it.each(['/?tab=a', '/api/cached?search=a'])('sends the stale copy of %s, marked by Cache-Status', async (url) => {
    const before = await cacheAndInvalidate(url)
    const reply = await send(app.server, url)
    expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 200, body: before.body })
    expect(reply.headers).toMatchObject({
      'cache-status': 'zhijian; hit; detail=database-unavailable',
      'cache-control': 'private, no-store',
      'content-security-policy': before.headers['content-security-policy'],
    })
  })

  it('sends no stale copy to authenticated callers', async () => {
    await cacheAndInvalidate('/api/cached?search=a')
    const headers = { authorization: 'Bearer x' }
    expect((await send(app.server, { url: '/api/cached?search=a', headers })).statusCode).toBe(503)
  })

  it('sends no stale copy that is an hour old or has expired', async () => {
    app.expiry.at = new Date(app.clock.now().getTime() + HOUR_MS / 2).toISOString()
    await cacheAndInvalidate('/')
    app.outage.isOn = false
    app.expiry.at = null
    await cacheAndInvalidate('/?tab=a')
    app.clock.advance(HOUR_MS / 2)
    expect((await send(app.server, '/')).statusCode).toBe(503)
    expect((await send(app.server, '/?tab=a')).statusCode).toBe(200)
    app.clock.advance(HOUR_MS / 2)
    expect((await send(app.server, '/?tab=a')).statusCode).toBe(503)
  })
})

it('sends no stale copy of a removed page', async () => {
  await cacheAndInvalidate('/products/thing')
  app.outage.isOn = false
  app.missingPages.add('/products/thing')
  expect((await send(app.server, '/products/thing')).statusCode).toBe(404)
  app.outage.isOn = true
  expect((await send(app.server, '/products/thing')).statusCode).toBe(503)
})
