/** How long it takes until events have reached all receivers, and whether that slows pages meanwhile. */
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { createSender } from '#testing/begin-agent-run.ts'
import type { ServerProcess } from './production-server.ts'
import { timePages } from './time-pages.ts'

const RECEIVERS = 20
const EVENTS = 500
export const DELIVERIES = RECEIVERS * EVENTS
const LEAD = {
  companyName: '示例集团',
  contactName: '陈工',
  phone: '010-12345678',
  email: 'cio@example.com',
  requirements: '为客服中心选型',
}

type DeliveryTimes = {
  /** From the first event until the last delivery, in seconds. */
  seconds: number
  /** The 95th percentile of a cached page meanwhile / before it. */
  pageSlowdown: number
}

/** Has 500 events delivered to 20 receivers on this machine. */
export async function measureWebhooks(server: ServerProcess): Promise<DeliveryTimes> {
  let received = 0
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(receiver.address())
  try {
    const send = await createSender(server)
    for (let index = 0; index < RECEIVERS; index += 1)
      await send('POST', '/api/webhooks', {
        url: `http://127.0.0.1:${port}/${index}`,
        events: ['lead.created'],
        format: 'json',
      })
    await timePages(server)
    const before = await timePages(server)
    const started = performance.now()
    for (let event = 0; event < EVENTS; event += 1) await send('POST', '/api/consultation', LEAD)
    const during = await timePages(server)
    while (received < DELIVERIES) await setTimeout(100)
    return { seconds: (performance.now() - started) / 1_000, pageSlowdown: during / before }
  } finally {
    receiver.close()
  }
}
