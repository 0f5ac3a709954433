/** A server that replies like an agent. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

/** Replies to a request; `index` counts the requests from 0. */
export type Respond = (reply: ServerResponse, request: ReceivedRequest, index: number) => unknown

/** Starts a server on this machine. Returns its URL and what it receives. The caller stops it. */
export async function startAgent(respond: Respond) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, reply) => {
    reply.on('error', () => {})
    const { method = '', url = '', headers } = incoming
    const request = { method, path: url, headers, body: await text(incoming) }
    await respond(reply, request, requests.push(request) - 1)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Replies with JSON. */
export const json =
  (value: unknown, status = 200): Respond =>
  (reply) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Replies with a stream of events, as it is written. */
export const stream =
  (events: string): Respond =>
  (reply) =>
    reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(events)

/** Writes values as the events of a stream, with their names if they have some. */
export const toEvents = (...values: readonly (string | object | readonly [string, string | object])[]): string =>
  values
    .map((value) => {
      const [name, data] = Array.isArray(value) ? value : [undefined, value]
      const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
      return name === undefined ? line : `event: ${name}\n${line}`
    })
    .join('')
