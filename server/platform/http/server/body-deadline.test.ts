import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRawConnection } from '#testing/raw-connection.ts'
import { clearBodyDeadline, startBodyDeadline } from './body-deadline.ts'

const LIMIT_MS = 100

let server: Server
let origin = ''
beforeEach(async () => {
  server = createServer((request, response) => {
    startBodyDeadline(request, LIMIT_MS)
    if (request.url === '/large') clearBodyDeadline(request)
    request.resume().on('end', () => response.end('received'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

async function sendSlowly(path: string): Promise<string> {
  const connection = await openRawConnection(origin)
  connection.write(`POST ${path} HTTP/1.1\r\nHost: z\r\nConnection: close\r\nContent-Length: 4\r\n\r\nab`)
  await pause(3 * LIMIT_MS)
  connection.write('cd')
  return connection.closed
}

describe('a body that arrives slowly', () => {
  it('is rejected with 408', async () => {
    expect(await sendSlowly('/any')).toMatch(/^HTTP\/1.1 408 /)
  })

  it('is accepted by a call that receives a large file', async () => {
    expect(await sendSlowly('/large')).toMatch(/received$|received\r\n/)
  })
})
