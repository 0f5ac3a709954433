import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '#contracts/messages/general.ts'
import { expectFailure } from '#testing/expect-failure.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { send } from '#testing/send.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

type App = Awaited<ReturnType<typeof createPlatformApp>>

describe('limits on calls', () => {
  let limited: App
  beforeAll(async () => {
    limited = await createPlatformApp({ rateLimits: true })
  })
  afterAll(() => limited.server.close())

  const call = (url: string, headers: Record<string, string> = {}) => send(limited.server, { url, headers })

  it('refuse in JSON, and say when to come back', async () => {
    expect([(await call('/api/limited')).statusCode, (await call('/api/limited')).statusCode]).toEqual([200, 200])
    const refused = await call('/api/limited')
    expectFailure(refused, 429, MESSAGES.tooManyRequests)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers).toMatchObject(SECURITY_HEADERS)
  })

  it('believe no X-Forwarded-For without TRUST_PROXY', async () => {
    expect((await call('/api/limited', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(429)
  })

  it('do not count kept replies', async () => {
    for (let index = 0; index < 700; index += 1) await call('/api/thing')
    expect((await call('/api/thing')).statusCode).toBe(200)
  })
})

describe('the address of a caller', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }

  it.each<[boolean | string, string]>([
    [false, '127.0.0.1'],
    [true, '203.0.113.9'],
    ['10.0.0.0/8', '127.0.0.1'],
    ['loopback', '198.51.100.7'],
    ['loopback, 198.51.100.0/24', '203.0.113.9'],
  ])('behind %s is %s', async (trustProxy, address) => {
    const trusting = await createPlatformApp({ trustProxy })
    const reply = await send(trusting.server, { url: '/api/address', headers: forwarded })
    expect(reply.json().data).toBe(address)
    await trusting.server.close()
  })
})
