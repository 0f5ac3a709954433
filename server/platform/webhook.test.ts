import { once } from 'node:events'
import { createServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WEBHOOK_MESSAGES } from '#contracts/outbox/messages.ts'
import { CERTIFICATE, CERTIFICATE_KEY } from '#testing/smtp-server.ts'
import { parseAllowedHosts } from './allowed-hosts.ts'
import { createWebhookSender } from './webhook.ts'

const sendTo = (url: string, hosts = 'hooks.corp.example') =>
  createWebhookSender(parseAllowedHosts(hosts) ?? [])({ url, headers: {}, body: '{}' })

/** Starts a receiver with a certificate of an unknown authority. Returns it with its port. */
async function startSelfSignedReceiver() {
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_, reply) => reply.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('webhook URLs', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://[::1]/hook',
    'https://10.0.0.7/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'http://93.184.216.34/hook',
    'https://93.184.216.34:8443/hook',
    'https://[::ffff:127.0.0.1]/hook',
  ])('rejects %s', async (url) => {
    await expect(sendTo(url)).rejects.toThrow('不允许的地址')
  })

  it('rejects invalid URLs', async () => {
    await expect(sendTo('ftp://example.com/')).rejects.toThrow('https://')
  })
})

const TIMEOUT_MS = 500

/** Starts a receiver that reads a request and then does anything to its connection. Returns its URL. */
async function startReceiver(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `http://localhost:${typeof address === 'object' && address ? address.port : 0}/hook`
}

const post = (url: string) =>
  createWebhookSender(parseAllowedHosts('127.0.0.1:*') ?? [], { timeoutMs: TIMEOUT_MS })({
    url,
    headers: {},
    body: '{}',
  })
const reply = (text: string) => (socket: Socket) => socket.end(text)

describe('the outcome of a request', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['sends no reply', () => {}, WEBHOOK_MESSAGES.timeout],
    ['closes the connection', (socket) => socket.end(), WEBHOOK_MESSAGES.disconnected],
    ['resets the connection', (socket) => socket.resetAndDestroy(), WEBHOOK_MESSAGES.disconnected],
    ['sends anything but HTTP', reply('hello\r\n\r\n'), WEBHOOK_MESSAGES.unreadable],
    ['sends huge headers', reply(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`), WEBHOOK_MESSAGES.unreadable],
  ])('is a failure with its reason if the receiver %s', async (_, answer, message) => {
    await expect(post(await startReceiver(answer))).rejects.toThrow(message)
  })

  it('is a failure if the receiver does not use TLS', async () => {
    const url = await startReceiver(reply('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expect(post(url.replace('http:', 'https:'))).rejects.toThrow(/^加密连接失败：.*端口上.*TLS$/)
  })

  it.each<[string, string, number]>([
    ['a redirect, which is not followed', 'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n', 302],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n', 101],
    ['a body that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n', 200],
    ['a body that is malformed', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n', 200],
  ])('is the status if the reply is %s', async (_, headers, status) => {
    expect(await post(await startReceiver(reply(`${headers}\r\nzz\r\n`)))).toMatchObject({ status })
  })

  it('is the status if the body is huge, which is not read to its end', async () => {
    const url = await startReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const timer = setInterval(() => socket.write('x'.repeat(4_096)), 1)
      socket.once('close', () => clearInterval(timer))
    })
    const started = performance.now()
    const { status, body } = await post(url)
    expect({ status, length: body.length }).toEqual({ status: 200, length: 16 * 1024 })
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS)
  })

  it('is the status if the body never ends', async () => {
    const url = await startReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n{"errcode":0}'))
    expect(await post(url)).toEqual({ status: 200, body: '{"errcode":0}' })
  })

  it('is that of the first address of the host that can be reached', async () => {
    const url = await startReceiver(reply('HTTP/1.1 204 No Content\r\n\r\n'))
    const sender = createWebhookSender(parseAllowedHosts('127.0.0.0/8:*') ?? [], {
      timeoutMs: TIMEOUT_MS,
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    })
    expect(await sender({ url, headers: {}, body: '{}' })).toMatchObject({ status: 204 })
  })
})

describe('a failed webhook', () => {
  it('names an unknown host, an untrusted certificate and a closed port', async () => {
    await expect(sendTo('https://no-such-host.invalid/hook')).rejects.toThrow(WEBHOOK_MESSAGES.unknownHost)
    const { server, port } = await startSelfSignedReceiver()
    const url = `https://localhost:${port}/hook`
    await expect(sendTo(url, '127.0.0.1:*')).rejects.toThrow(/^加密连接失败：证书/)
    server.close()
    await once(server, 'close')
    await expect(sendTo(url, '127.0.0.1:*')).rejects.toThrow(WEBHOOK_MESSAGES.unreachable)
  })
})
