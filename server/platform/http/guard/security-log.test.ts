import { EventEmitter, once } from 'node:events'
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError, forbidden, invalid, unauthenticated } from '#server/platform/app-error.ts'
import { ReplyCache } from '#server/platform/http/replies/reply-cache.ts'
import { registerErrorHandler } from '#server/platform/http/server/errors.ts'
import { openRawConnection } from '#testing/raw-connection.ts'
import { type RejectedRequest, registerSecurityLog, removeControlCharacters } from './security-log.ts'

const ACCOUNT = { id: 'u2', name: '李娜' }
const ERRORS: Readonly<Record<string, () => Error>> = {
  forbidden: () => forbidden(),
  'next-step': () => forbidden('请先开启两步验证', { reason: 'two-factor-required' }),
  token: () => unauthenticated(),
  'sign-in': () => unauthenticated('用户名或密码错误', { security: { name: 'sign-in-failed', account: ACCOUNT } }),
  slowed: () =>
    new AppError('tooManyRequests', '请稍后', { retryAfterSeconds: 30, security: { name: 'sign-in-slowed' } }),
  limited: () => new AppError('tooManyRequests'),
  invalid: () => invalid('请输入typed', { fieldErrors: [{ path: 'typed', message: 'typed' }] }),
  file: () => new AppError('unsupportedMediaType'),
  missing: () => new AppError('notFound'),
  crash: () => new Error('an internal secret'),
}

describe('the security log', () => {
  const lines: Record<string, unknown>[] = []
  const recorded: RejectedRequest[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk) => lines.push(JSON.parse(String(chunk))))
  const steps = new EventEmitter()
  const waitFor = (step: 'request' | 'error') => once(steps, step)
  const app = Fastify({ logger: { level: 'warn', stream }, trustProxy: true, genReqId: () => 'request-1' })

  beforeAll(async () => {
    app.decorateRequest('user', null)
    app.addHook('onRequest', async (request) => {
      if (request.headers['x-user'])
        request.user = {
          id: 'u1',
          name: '张三',
          email: 'secret@example.com',
          role: 'viewer',
          sessionId: 's',
          hasSecondFactor: false,
          mustEnableTwoFactor: false,
          mustChangePassword: false,
        }
    })
    registerErrorHandler(app, new ReplyCache())
    registerSecurityLog(app, async (refusal) => {
      recorded.push(refusal)
      if (refusal.event === 'sign-in-slowed') throw new Error('the database is down')
    })
    app.addHook('onRequest', async ({ ip }) => {
      // Read as the rate limiter does: a closed socket no longer has an address.
      steps.emit('request', ip)
    })
    app.addHook('onError', async () => {
      steps.emit('error')
    })
    app.post('/api/:name', async (request) => {
      const name = String(Reflect.get(Object(request.params), 'name'))
      throw ERRORS[name]?.() ?? new Error(name)
    })
    await app.ready()
  })
  afterAll(() => app.close())

  const refuse = async (name: string, headers: Record<string, string> = {}) => {
    lines.length = 0
    recorded.length = 0
    const reply = await app.inject({
      method: 'POST',
      url: `/api/${name}?password=typed`,
      payload: { password: 'typed' },
      headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
    })
    return { reply, line: lines.find(({ log }) => log === 'security') }
  }
  const LINE = {
    level: 40,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    log: 'security',
    address: '203.0.113.9',
    target: 'POST /api/:name',
    requestId: 'request-1',
  }

  it.each([
    ['forbidden', { 'x-user': 'yes' }, { event: 'access-denied', actor: 'u1', account: null }],
    ['forbidden', {}, { event: 'access-denied', actor: null, account: null }],
    ['token', { authorization: 'Bearer typed' }, { event: 'token-rejected', actor: null, account: null }],
    ['sign-in', {}, { event: 'sign-in-failed', actor: null, account: 'u2' }],
    ['slowed', {}, { event: 'sign-in-slowed', actor: null, account: null }],
    ['limited', {}, { event: 'rate-limited', actor: null, account: null }],
    ['invalid', { 'x-user': 'yes' }, { event: 'input-rejected', actor: 'u1', account: null }],
    ['file', {}, { event: 'file-rejected', actor: null, account: null }],
  ])('logs %s with %j in a uniform format, without any input', async (name, headers, expected) => {
    const { line } = await refuse(name, headers)
    expect(line).toEqual({ ...LINE, ...expected, msg: expected.event })
    expect(JSON.stringify(lines)).not.toMatch(/typed|secret/)
  })

  it.each(['token', 'missing', 'crash'])('logs nothing for %s without a token', async (name) => {
    expect((await refuse(name)).line).toBeUndefined()
    expect(recorded).toEqual([])
  })

  it('logs nothing for a body that the client cut off, but logs a malformed one that arrived', async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const send = async (text: string, length: number) => {
      lines.length = 0
      recorded.length = 0
      const begun = waitFor('request')
      const failed = waitFor('error')
      const connection = await openRawConnection(origin)
      connection.write(
        `POST /api/any HTTP/1.1\r\nHost: z\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`,
      )
      await begun
      if (text.length < length) connection.end()
      await failed
      connection.end()
      return recorded.map(({ event }) => event)
    }
    expect(await send('{"name":', 100)).toEqual([])
    expect(lines.filter(({ log }) => log === 'security')).toEqual([])
    expect(await send('{"name":', 8)).toEqual(['input-rejected'])
  })

  it('records whether the user has a next step, and replies even if recording fails', async () => {
    await refuse('next-step', { 'x-user': 'yes' })
    expect(recorded).toMatchObject([{ event: 'access-denied', hasNextStep: true, message: '请先开启两步验证' }])
    const { reply } = await refuse('slowed')
    expect({ status: reply.statusCode, retryAfter: reply.headers['retry-after'] }).toEqual({
      status: 429,
      retryAfter: '30',
    })
  })

  it('removes line breaks and control characters from an IP address', () => {
    expect(removeControlCharacters('1.2.3.4\r\n{"level":50}\u2028\u202e\u0000x')).toBe('1.2.3.4  {"level":50}   x')
    expect(removeControlCharacters('x'.repeat(1_000))).toHaveLength(100)
  })
})
