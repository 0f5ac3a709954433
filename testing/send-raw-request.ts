import { request as httpRequest } from 'node:http'
import type { TypedApp } from '#server/platform/http/server/routes.ts'

type RawReply = { status: number; headers: Record<string, string | undefined>; body: string }

/**
 * Sends a request with an unmodified path to a listening server. `inject` and `fetch` normalize paths (`..`, `%2e`);
 * attackers don't.
 */
export async function sendRawRequest(server: TypedApp, path: string, headers: Record<string, string> = {}) {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening.')
  return new Promise<RawReply>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: address.port, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: headerValues } = response
        const entries = Object.fromEntries(
          Object.entries(headerValues).map(([name, value]) => [name, value?.toString()]),
        )
        resolve({ status, headers: entries, body: Buffer.concat(chunks).toString() })
      })
    })
    request.on('error', reject)
    request.end()
  })
}
