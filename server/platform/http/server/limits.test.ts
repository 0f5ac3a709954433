import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MESSAGES } from '#contracts/messages/general.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

describe('the rate limit of a call', () => {
  let limited: App
  beforeEach(async () => {
    limited = await createPlatformApp({ rateLimits: true })
  })
  afterEach(() => limited.server.close())

  const call = (url: string, headers: Record<string, string> = {}) => send(limited.server, { url, headers })

  it('rejects in JSON with Retry-After', async () => {
    expect((await call('/api/limited')).statusCode).toBe(200)
    expect((await call('/api/limited')).statusCode).toBe(200)
    const rejected = await call('/api/limited')
    expectFailure(rejected, 429, MESSAGES.tooManyRequests)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect(rejected.headers).toMatchObject(SECURITY_HEADERS)
  })

  it('ignores X-Forwarded-For without TRUST_PROXY', async () => {
    const statuses = []
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.9'])
      statuses.push((await call('/api/limited', { 'x-forwarded-for': address })).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('does not count cached replies', async () => {
    // More than the limit of calls without their own, which is 600 per minute.
    for (let index = 0; index < 700; index += 1) await call('/api/thing')
    expect((await call('/api/thing')).statusCode).toBe(200)
  })
})

describe('the IP address of a caller', () => {
  const PRIVATE = 'loopback,linklocal,uniquelocal'
  const TWO = '203.0.113.9, 198.51.100.7'

  it.each<[false | string, string, string]>([
    [false, TWO, '127.0.0.1'],
    ['10.0.0.0/8', TWO, '127.0.0.1'],
    ['loopback', TWO, '198.51.100.7'],
    ['loopback, 198.51.100.0/24', TWO, '203.0.113.9'],
    [PRIVATE, TWO, '198.51.100.7'],
    [PRIVATE, '6.6.6.6, 203.0.113.9, 10.0.0.7, 192.168.1.2', '203.0.113.9'],
    [PRIVATE, '10.0.0.6, 10.0.0.7', '10.0.0.6'],
    [PRIVATE, '2001:db8::9, fd00::1, ::1', '2001:db8::9'],
    [PRIVATE, '::ffff:203.0.113.9, ::ffff:10.0.0.7', '203.0.113.9'],
    ['loopback, 2001:db8:1::/48', '203.0.113.9, 2001:db8:1::7', '203.0.113.9'],
    [PRIVATE, '203.0.113.9, nonsense, 10.0.0.7', '10.0.0.7'],
    [PRIVATE, '203.0.113.9, ', '127.0.0.1'],
    [PRIVATE, '203.0.113.9:443', '127.0.0.1'],
    [PRIVATE, '203.0.113.9, <script>', '127.0.0.1'],
    [PRIVATE, '', '127.0.0.1'],
  ])('is derived from the trusted proxies %s and the header %s: %s', async (trustProxy, forwarded, address) => {
    const app = await createPlatformApp({ trustProxy })
    onTestFinished(() => app.server.close())
    const headers = { 'x-forwarded-for': forwarded }
    const reply = await send(app.server, { url: '/api/client-ip', headers })
    expect(reply.json().data).toBe(address)
  })
})
