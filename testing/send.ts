/** Sends requests over a real socket with an unmodified path; `inject` normalizes it and bypasses the reply cache. */
import { request } from 'node:http'
import type { FastifyInstance } from 'fastify'

export type TestRequest = {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export type Reply = {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: string
  rawPayload: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: replies have any shape; the test checks it.
  json(): any
}

/** Returns the server's origin; first starts listening on a free port if necessary. */
export async function getUrl(server: FastifyInstance): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on no port')
  return `http://127.0.0.1:${address.port}`
}

export async function send(server: FastifyInstance, input: TestRequest | string): Promise<Reply> {
  const { url, method = 'GET', headers = {}, body } = typeof input === 'string' ? { url: input } : input
  const origin = await getUrl(server)
  return new Promise((resolve, reject) => {
    // Without keep-alive, so that the test's server can close immediately.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(
      origin,
      { path: url, method, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('error', reject)
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const rawPayload = Buffer.concat(chunks)
          const text = rawPayload.toString()
          resolve({
            statusCode: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: text,
            rawPayload,
            json: () => JSON.parse(text),
          })
        })
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
