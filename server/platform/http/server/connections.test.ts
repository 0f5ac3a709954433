import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ERROR_DEFINITIONS, type ErrorCode } from '#contracts/errors.ts'
import { BODY } from '#contracts/limits.ts'
import { createPlatformApp } from '#testing/platform-app.ts'
import { openRawConnection, type RawConnection } from '#testing/raw-connection.ts'
import { getUrl, send } from '#testing/send.ts'

const SHORT_TIMEOUTS = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 25 }

let app: Awaited<ReturnType<typeof createPlatformApp>>
let connection: RawConnection
beforeEach(async () => {
  app = await createPlatformApp({ timeouts: SHORT_TIMEOUTS })
  connection = await openRawConnection(await getUrl(app.server))
})
afterEach(async () => {
  connection.end()
  app.gate.open()
  await app.server.close()
})

/** Expects an error reply with all security headers on a closed connection. */
async function expectRejection(code: ErrorCode) {
  const text = await connection.closed
  const { status, message } = ERROR_DEFINITIONS[code]
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(text).toContain('x-content-type-options: nosniff')
  expect(text).toContain("content-security-policy: default-src 'none'")
  expect(text).toContain('connection: close')
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({ success: false, message })
}

const POST = 'POST /api/echo HTTP/1.1\r\nHost: z\r\nContent-Type: application/json\r\n'

describe('TRACE', () => {
  it.each(['/', '/products', '/api/thing'])('is rejected on %s, and echoes nothing', async (path) => {
    connection.write(`TRACE ${path} HTTP/1.1\r\nHost: z\r\nX-Echo: secret\r\nConnection: close\r\n\r\n`)
    const text = await connection.closed
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(text).not.toContain('secret')
  })
})

describe('a slow client', () => {
  it('is disconnected during its headers', async () => {
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\nX-Slow: ')
    await expectRejection('timeout')
  })

  it('is disconnected during its body', async () => {
    connection.write(`${POST}Content-Length: 100\r\n\r\n{"name":`)
    await expectRejection('timeout')
  })

  it('is disconnected even if it sends a byte occasionally', async () => {
    connection.write(`${POST}Content-Length: 1000\r\n\r\n`)
    const drip = setInterval(() => connection.write('x'), 20)
    await expectRejection('timeout').finally(() => clearInterval(drip))
  })
})

describe('a body that is too large', () => {
  const announceBody = async (bytes: number) => {
    connection.write(`${POST}Content-Length: ${bytes}\r\n\r\n`)
    await vi.waitFor(() => expect(connection.received()).toMatch(/^HTTP\/1.1 413 /))
  }

  it('is discarded, so that a proxy that is still sending it receives the reply', async () => {
    const bytes = 2 * BODY.form
    await announceBody(bytes)
    connection.write('x'.repeat(bytes))
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\nConnection: close\r\n\r\n')
    expect(await connection.closed).toMatch(/HTTP\/1.1 200 /)
  })

  it('is disconnected if it does not arrive in time', async () => {
    await announceBody(2 * BODY.form)
    connection.write('x')
    expect(await connection.closed).not.toMatch(/HTTP\/1.1 200 /)
  })
})

describe('a broken request', () => {
  it.each<[string, string, ErrorCode]>([
    ['a line that is not HTTP', 'HELLO\r\n\r\n', 'malformedUrl'],
    ['TLS on the plain port', '\u0016\u0003\u0001\u0002\u0000\u0001', 'malformedUrl'],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: z\r\nX: a\nb\r\n\r\n', 'malformedUrl'],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: z\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 'headersTooLarge'],
    [
      'the URL of a call that exceeds the header limit',
      `GET /api/${'a'.repeat(70_000)} HTTP/1.1\r\nHost: z\r\n\r\n`,
      'headersTooLarge',
    ],
    ['two content lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 'malformedUrl'],
    [
      'a content length and chunks',
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'malformedUrl',
    ],
    ['chunks without a size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'malformedUrl'],
  ])('is rejected: %s', async (_, text, code) => {
    connection.write(text)
    await expectRejection(code)
  })

  it('receives an HTML page if the URL of a page exceeds the header limit', async () => {
    connection.write(`GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: z\r\n\r\n`)
    const reply = await connection.closed
    expect(reply).toMatch(/^HTTP\/1\.1 414 /)
    expect(reply).toContain('<h1>请求地址过长</h1>')
  })

  it('does not affect other connections', async () => {
    connection.write('HELLO\r\n\r\n')
    await connection.closed
    expect((await send(app.server, '/api/thing')).statusCode).toBe(200)
  })
})

describe('one connection', () => {
  it('replies to pipelined requests in order, whether cached or not', async () => {
    const paths = ['/api/thing', '/api/thing/2', '/', '/api/thing', '/api/nothing', '/site.css']
    connection.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: z\r\n\r\n`).join(''))
    await vi.waitFor(() => expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toHaveLength(paths.length))
    expect(
      connection
        .received()
        .match(/HTTP\/1\.1 \d+/g)
        ?.map((line) => line.slice(9)),
    ).toEqual(
      ['200', '200', '200', '200', '404', '200'], // biome-ignore format: one line per connection
    )
  })

  it('continues after a body that was rejected without being read', async () => {
    const body = '{"name":"x"}'
    connection.write(`${POST.replace('/api/echo', '/api/nothing')}Content-Length: ${body.length}\r\n\r\n${body}`)
    connection.write(`${POST}Content-Length: ${body.length}\r\n\r\n${body}`)
    await vi.waitFor(() =>
      expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']),
    )
  })
})

describe('close', () => {
  it('waits for requests in flight, and accepts no new connection', async () => {
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

  it('closes an idle connection', async () => {
    connection.write('GET /api/thing HTTP/1.1\r\nHost: z\r\n\r\n')
    await vi.waitFor(() => expect(connection.received()).toContain('HTTP/1.1 200'))
    await app.server.close()
    await connection.closed
  })
})
