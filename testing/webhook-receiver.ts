import { createServer, type IncomingHttpHeaders } from 'node:http'

/** A request that a receiver has accepted. */
type ReceivedWebhook = {
  event: { type: string; data: Record<string, unknown> }
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server on this machine that receives webhooks and responds with a configurable status and body. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = []
  const reply = { status: 204, body: '' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (reply.status < 300) received.push({ event: JSON.parse(body), headers: request.headers, body })
    response.writeHead(reply.status).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, reply, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}
