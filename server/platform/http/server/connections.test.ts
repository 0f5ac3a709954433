import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERROR_DEFINITIONS, type ErrorCode } from '#contracts/errors.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { type RawConnection, rawConnection } from '#testing/raw-socket.ts'
import { getUrl, send } from '#testing/send.ts'

const IMPATIENT = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 25 }

let app: Awaited<ReturnType<typeof createPlatformApp>>
let connection: RawConnection
beforeEach(async () => {
  app = await createPlatformApp({ timeouts: IMPATIENT })
  connection = await rawConnection(await getUrl(app.server))
})
afterEach(async () => {
  connection.end()
  app.gate.open()
  await app.server.close()
})

/** The connection was answered so, with every header, and closed. */
async function expectRefused(code: ErrorCode) {
  const text = await connection.closed
  const { status, message } = ERROR_DEFINITIONS[code]
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(text).toContain('x-content-type-options: nosniff')
  expect(text).toContain("content-security-policy: default-src 'none'")
  expect(text).toContain('connection: close')
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({ success: false, message })
}

const POST = 'POST /api/echo HTTP/1.1\r\nHost: z\r\nContent-Type: application/json\r\n'

describe('slow clients', () => {
  it('lose the connection in the middle of their headers', async () => {
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\nX-Slow: ')
    await expectRefused('timeout')
  })

  it('lose the connection in the middle of their body', async () => {
    connection.write(`${POST}Content-Length: 100\r\n\r\n{"name":`)
    await expectRefused('timeout')
  })

  it('lose the connection although they send a byte now and then', async () => {
    connection.write(`${POST}Content-Length: 1000\r\n\r\n`)
    const drip = setInterval(() => connection.write('x'), 20)
    await expectRefused('timeout').finally(() => clearInterval(drip))
  })
})

describe('broken requests', () => {
  it.each<[string, string, ErrorCode]>([
    ['no HTTP', 'HELLO\r\n\r\n', 'malformedUrl'],
    ['TLS on the plain port', '\u0016\u0003\u0001\u0002\u0000\u0001', 'malformedUrl'],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: z\r\nX: a\nb\r\n\r\n', 'malformedUrl'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: z\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 'headersTooLarge'],
    [
      'an address of a call too long for the headers',
      `GET /api/${'a'.repeat(70_000)} HTTP/1.1\r\nHost: z\r\n\r\n`,
      'headersTooLarge',
    ],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'malformedUrl'],
    ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 'malformedUrl'],
    ['chunks of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'malformedUrl'],
  ])('%s', async (_, text, code) => {
    connection.write(text)
    await expectRefused(code)
  })

  it('whose address is a page too long for the headers get a page', async () => {
    connection.write(`GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: z\r\n\r\n`)
    const reply = await connection.closed
    expect(reply).toMatch(/^HTTP\/1\.1 414 /)
    expect(reply).toContain('<h1>请求地址过长</h1>')
  })

  it('stop no one else', async () => {
    connection.write('HELLO\r\n\r\n')
    await connection.closed
    expect((await send(app.server, '/api/thing')).statusCode).toBe(200)
  })
})

describe('one connection', () => {
  it('answers what was sent at once in its order, kept replies between others', async () => {
    const paths = ['/api/thing', '/api/thing/2', '/', '/api/thing', '/api/nothing', '/site.css']
    connection.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: z\r\n\r\n`).join(''))
    await vi.waitFor(() => expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toHaveLength(paths.length))
    expect(
      connection
        .received()
        .match(/HTTP\/1\.1 \d+/g)
        ?.map((line) => line.slice(9)),
    ).toEqual(
      ['200', '200', '200', '200', '404', '200'], // biome-ignore format: one line a connection
    )
  })

  it('continues after a body that was refused unread', async () => {
    const body = '{"name":"x"}'
    connection.write(`${POST.replace('/api/echo', '/api/nothing')}Content-Length: ${body.length}\r\n\r\n${body}`)
    connection.write(`${POST}Content-Length: ${body.length}\r\n\r\n${body}`)
    await vi.waitFor(() =>
      expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']),
    )
  })
})

describe('the end', () => {
  it('waits for what is in flight, and takes no new connection', async () => {
    const origin = await getUrl(app.server)
    connection.write('GET /api/slow HTTP/1.1\r\nHost: z\r\n\r\n')
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\n\r\n')
    const other = send(app.server, '/api/slow')
    const countInFlight = () =>
      new Promise<number>((resolve) => app.server.server.getConnections((_, count) => resolve(count)))
    await vi.waitFor(async () => expect(await countInFlight()).toBe(2))
    const closed = app.server.close()
    await vi.waitFor(() => expect(fetch(origin)).rejects.toThrow())
    app.gate.open()
    expect((await other).json()).toEqual({ success: true, data: 'done' })
    await closed
    expect(await connection.closed).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('closes a connection that waits for nothing', async () => {
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\n\r\n')
    await vi.waitFor(() => expect(connection.received()).toContain('HTTP/1.1 200'))
    await app.server.close()
    await connection.closed
  })
})
