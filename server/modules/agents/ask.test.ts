/** What can go wrong with any agent, tested with that of the simplest kind. */

import { once } from 'node:events'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AGENT_FAILURES, type AgentFailure } from '#contracts/agents/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { AGENTS } from '#contracts/limits.ts'
import { parseAllowedHosts } from '#server/platform/allowed-hosts.ts'
import { createGuardedSender } from '#server/platform/guarded-request.ts'
import { json, type Respond, stream, toEvents } from '#testing/agent-server.ts'
import { AGENT_KEY, askAgent } from '#testing/ask-agent.ts'
import { CERTIFICATE, CERTIFICATE_KEY, EXPIRED_CERTIFICATE } from '#testing/smtp-server.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'

const say = (content: string) => ({ choices: [{ delta: { content } }] })
const STOP = { choices: [{ delta: {}, finish_reason: 'stop' }] }

const ask = async (respond: Respond, connection: object = {}, options: Parameters<typeof askAgent>[1] = {}) => {
  const agent = await startTestAgent(respond)
  const outcome = await askAgent({ kind: 'openai', url: agent.url, ...connection }, options)
  return { agent, outcome }
}

const getReply = ({ outcome }: Awaited<ReturnType<typeof ask>>) => (outcome.isAnswered ? outcome.answer.reply : outcome)

describe('a reply', () => {
  it('may split characters, use CR line breaks, and contain comments and blank events', async () => {
    const events = Buffer.from(
      `: 你好\r\rretry: 5\r\ndata: ${JSON.stringify(say('十五天'))}\r\n\r\n\n\ndata: ${JSON.stringify(say('。😀'))}\n\ndata: [DONE]`,
    )
    const result = await ask(async (reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      // One byte after the other, so that every character is split.
      for (const byte of events) reply.write(Buffer.of(byte))
      reply.end()
    })
    expect(getReply(result)).toBe('十五天。😀')
  })

  it.each<[string, string, string]>([
    ['JSON sent as a page', 'text/html', JSON.stringify({ choices: [{ message: { content: '十五天' } }] })],
    ['JSON sent as events', 'text/event-stream', JSON.stringify({ choices: [{ message: { content: '十五天' } }] })],
    ['events sent as text', 'text/plain', toEvents(say('十五天'), '[DONE]')],
    ['events sent without a type', '', toEvents(say('十五天'), STOP)],
  ])('counts if it is %s', async (_, type, body) => {
    const result = await ask((reply) => reply.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body))
    expect(getReply(result)).toBe('十五天')
  })

  it('is measured: until the first word, and until the end', async () => {
    const { outcome } = await ask(stream(toEvents(say('十五天'), '[DONE]')))
    expect(outcome.transcript.firstTokenMs).toBeLessThanOrEqual(outcome.transcript.totalMs)
  })
})

describe('an exchange', () => {
  /** Asks, and returns whether the request that was sent has been aborted. */
  async function askWatched(respond: Respond): Promise<boolean> {
    const send = createGuardedSender(parseAllowedHosts('127.0.0.1:*') ?? [])
    let signal: AbortSignal | undefined
    await ask(
      respond,
      {},
      {
        send(request) {
          signal = request.signal
          return send(request)
        },
      },
    )
    return signal?.aborted === true
  }

  it.each<[string, Respond]>([
    ['in one piece', json({ choices: [{ message: { content: '十五天' } }] })],
    ['word by word', stream(toEvents(say('十五天'), '[DONE]'))],
    ['with an error', json({ error: { message: '额度不足' } }, 402)],
  ])('is not aborted once it has ended %s', async (_, respond) => {
    expect(await askWatched(respond)).toBe(false)
  })

  it('is aborted if nobody reads the rest', async () => {
    expect(await askWatched((reply) => reply.writeHead(200).write('<html>登录'))).toBe(true)
  })
})

const TIMEOUT_MS = 300

describe('a failure', () => {
  it.each<[string, Respond, AgentFailure]>([
    ['a page', (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>登录</html>'), 'html'],
    ['a page in place of events', stream('<!doctype html>'), 'html'],
    ['neither JSON nor events', (reply) => reply.end('OK'), 'unreadable'],
    ['nothing', (reply) => reply.end(), 'emptyReply'],
    ['no words', stream(toEvents(STOP, '[DONE]')), 'emptyReply'],
    ['an event that is no JSON', stream('data: {"choices":\n\n'), 'unreadable'],
    [
      'bytes that are no UTF-8',
      (reply) => reply.end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x20])),
      'invalidText',
    ],
    ['half a character at the end', (reply) => reply.end(Buffer.from('{"a":1}你').subarray(0, 9)), 'invalidText'],
    ['a stream that breaks off', stream(toEvents(say('十五'))), 'disconnected'],
    ['a compressed reply', (reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), 'unreadable'],
    ['a redirect', (reply) => reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'redirected'],
    ['400', json({ error: { message: 'no such model' } }, 400), 'rejected'],
    ['401', json({ error: { message: 'bad key' } }, 401), 'unauthorized'],
    ['403', json({}, 403), 'forbidden'],
    ['404', json({}, 404), 'notFound'],
    ['500', json({}, 500), 'serverError'],
    ['503', json({}, 503), 'overloaded'],
    ['529', json({}, 529), 'overloaded'],
  ])('is told apart: %s', async (_, respond, failure) => {
    const { outcome } = await ask(respond)
    expect(outcome).toMatchObject({ isAnswered: false, failure })
  })

  it('is a reply that is nested deeper than functions can call themselves', async () => {
    const { outcome } = await ask((reply) => reply.end(`{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))
    expect(outcome).toMatchObject({ failure: 'unreadable', message: `${AGENT_FAILURES.unreadable}：回复嵌套过深` })
  })

  it('is ours if an adapter fails, and is reported', async () => {
    const faults: unknown[] = []
    const fault = new TypeError('x is not a function')
    const outcome = await askAgent(
      { kind: 'openai', url: 'http://127.0.0.1:9' },
      {
        send: () => Promise.reject(fault),
        onFault: (error) => faults.push(error),
      },
    )
    expect(outcome).toMatchObject({ failure: 'ourFault', message: expect.stringContaining('平台的缺陷') })
    expect(faults).toEqual([fault])
  })

  it('names what the agent said', async () => {
    const { outcome } = await ask(json({ error: { message: 'no such model' } }, 400))
    expect(outcome).toMatchObject({ message: `${AGENT_FAILURES.rejected}：400 no such model`, status: 400 })
  })

  it.each<[string, string, number]>([
    ['seconds', '7', 7_000],
    ['a date that has passed', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('says how long to wait, by %s', async (_, header, retryAfterMs) => {
    const { outcome } = await ask((reply) => reply.writeHead(429, { 'retry-after': header }).end())
    expect(outcome).toMatchObject({ failure: 'rateLimited', retryAfterMs })
  })

  it('says how long to wait until a date', async () => {
    const retryAt = new Date(Date.now() + 2 * MINUTE_MS)
    const { outcome } = await ask((reply) => reply.writeHead(429, { 'retry-after': retryAt.toUTCString() }).end())
    const waitMs = outcome.isAnswered ? undefined : outcome.retryAfterMs
    expect(waitMs).toBeGreaterThan(MINUTE_MS)
    expect(waitMs).toBeLessThanOrEqual(2 * MINUTE_MS)
  })

  it('keeps what came before', async () => {
    const { outcome } = await ask((reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.write(toEvents(say('十五')), () => reply.destroy())
    })
    expect(outcome).toMatchObject({ failure: 'disconnected', partialReply: '十五' })
  })

  it.each<[string, Respond, object, AgentFailure]>([
    ['nothing comes', () => {}, { firstTokenTimeoutMs: TIMEOUT_MS }, 'firstTokenTimeout'],
    [
      'no word comes',
      (reply) => reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping\n\n'),
      { firstTokenTimeoutMs: TIMEOUT_MS },
      'firstTokenTimeout',
    ],
    [
      'the end does not come',
      (reply) => reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(toEvents(say('十五'))),
      { timeoutMs: TIMEOUT_MS },
      'timeout',
    ],
  ])('is a timeout if %s', async (_, respond, connection, failure) => {
    const { outcome } = await ask(respond, connection)
    expect(outcome).toMatchObject({ isAnswered: false, failure })
  })

  it('is silence if a reply stops without an end', async () => {
    const respond: Respond = (reply) =>
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(toEvents(say('十五')))
    const { outcome } = await ask(respond, {}, { silenceMs: TIMEOUT_MS })
    expect(outcome).toMatchObject({ failure: 'silence', partialReply: '十五' })
  })

  it('ends a reply that is too large', async () => {
    const block = toEvents(say('字'.repeat(100_000)))
    const { outcome } = await ask((reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      const write = () => {
        while (!reply.destroyed && reply.write(block));
        if (!reply.destroyed) reply.once('drain', write)
      }
      write()
    })
    expect(outcome).toMatchObject({ failure: 'tooLarge' })
    expect(outcome.transcript.received.length).toBeLessThanOrEqual(AGENTS.keptLength)
  })

  it.each<[string, string, AgentFailure]>([
    ['blanks', ' '.repeat(16 * 1024), 'unreadable'],
    ['one event', `data: ${'x'.repeat(16 * 1024)}`, 'tooLarge'],
  ])('ends a reply of %s without an end', async (_, block, failure) => {
    const { outcome } = await ask((reply) => {
      reply.writeHead(200, { 'content-type': 'text/plain' })
      reply.write(block)
      const write = () => {
        while (!reply.destroyed && reply.write(block.replace('data: ', '')));
        if (!reply.destroyed) reply.once('drain', write)
      }
      write()
    })
    expect(outcome).toMatchObject({ failure })
  })

  it('ends if the caller cancels', async () => {
    const controller = new AbortController()
    const { outcome } = await ask(() => controller.abort(), {}, { signal: controller.signal })
    expect(outcome).toMatchObject({ failure: 'cancelled' })
  })

  it.each<[string, string, AgentFailure]>([
    ['an internal address', 'https://10.0.0.7', 'notAllowed'],
    ['the metadata of a cloud', 'http://169.254.169.254', 'notAllowed'],
    ['this machine by its name', 'https://localhost', 'notAllowed'],
    ['an unknown host', 'https://no-such-host.invalid', 'unknownHost'],
  ])('is that of the network: %s', async (_, url, failure) => {
    expect(await askAgent({ kind: 'openai', url }, { hosts: 'agents.corp' })).toMatchObject({ failure })
  })

  it.each([
    { case: 'untrusted', cert: CERTIFICATE, host: 'localhost', trusted: [], reason: '证书是自签名的' },
    {
      case: 'expired',
      cert: EXPIRED_CERTIFICATE,
      host: 'localhost',
      trusted: [EXPIRED_CERTIFICATE],
      reason: '证书已过期',
    },
    {
      case: 'for another host name',
      cert: CERTIFICATE,
      host: 'agents.corp',
      trusted: [CERTIFICATE],
      reason: '证书与域名不符',
    },
  ])('is that of the certificate, if it is $case', async ({ cert, host, trusted, reason }) => {
    const known = getCACertificates('default')
    setDefaultCACertificates([...known, ...trusted])
    onTestFinished(() => setDefaultCACertificates(known))
    const server = createServer({ cert, key: CERTIFICATE_KEY }, (_, reply) => reply.end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const send = createGuardedSender(parseAllowedHosts('127.0.0.1:*') ?? [], async () => ['127.0.0.1'])
    expect(await askAgent({ kind: 'openai', url: `https://${host}:${port}` }, { send })).toMatchObject({
      failure: 'encryptionFailed',
      message: expect.stringMatching(`^加密连接失败：${reason}`),
    })
  })
})

describe('a key', () => {
  const echo: Respond = (reply, { headers }) =>
    json({
      choices: [{ message: { content: `您的密钥是${headers.authorization}，另一个是${headers['x-tenant-key']}` } }],
    })(reply, { method: '', path: '', headers, body: '' }, 0)

  it('is sent to the agent, and masked wherever it comes back', async () => {
    const { agent, outcome } = await ask(echo, { headers: { 'X-Tenant-Key': 'tenant-1234' } })
    expect(agent.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${AGENT_KEY}`,
      'x-tenant-key': 'tenant-1234',
    })
    expect(JSON.stringify(outcome)).not.toContain(AGENT_KEY)
    expect(JSON.stringify(outcome)).not.toContain('tenant-1234')
    expect(outcome).toMatchObject({ answer: { reply: '您的密钥是Bearer ••••••，另一个是••••••' } })
    expect(outcome.transcript.sent).toContain('authorization: Bearer ••••••')
  })

  it('is masked in errors', async () => {
    const { outcome } = await ask(json({ error: { message: `Incorrect API key: ${AGENT_KEY}` } }, 401))
    expect(JSON.stringify(outcome)).not.toContain(AGENT_KEY)
    expect(outcome).toMatchObject({ message: expect.stringContaining('Incorrect API key: ••••••') })
  })
})

it.each([1e12 + 1, 1e17])('doesn’t believe %d tokens, nor a cost by them', async (prompt_tokens) => {
  const usage = { prompt_tokens, completion_tokens: 500 }
  const { outcome } = await ask(json({ choices: [{ message: { content: '十五天' } }], usage }), { price: { input: 2 } })
  expect(outcome).toMatchObject({ answer: { reply: '十五天', usage: null, cost: null } })
})

describe('the cost', () => {
  const REPLY = json({
    choices: [{ message: { content: '十五天' } }],
    usage: { prompt_tokens: 1_000, completion_tokens: 500 },
  })
  const NO_USAGE = json({ choices: [{ message: { content: '十五天' } }] })

  it.each<[string, Respond, object, number | null]>([
    ['unknown without prices', REPLY, {}, null],
    ['by tokens', REPLY, { input: 2, output: 8 }, 0.006],
    ['by tokens and calls', REPLY, { input: 2, output: 8, perCall: 1 }, 1.006],
    ['by calls', NO_USAGE, { perCall: 0.5 }, 0.5],
    ['unknown with one price of two', REPLY, { output: 8, perCall: 1 }, null],
    ['unknown if the tokens are', NO_USAGE, { input: 2, perCall: 0.5 }, null],
  ])('is %s', async (_, respond, price, cost) => {
    const { outcome } = await ask(respond, { price })
    expect(outcome).toMatchObject({ answer: { cost } })
  })
})
