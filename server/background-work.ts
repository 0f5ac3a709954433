/** What goes on beside the requests for as long as the server runs: clean-up, reports, mails, visits. */
import type { FastifyInstance } from 'fastify'
import { HOUSEKEEPING_MS, keepHouse } from './housekeeping.ts'
import { FLUSH_MS } from './modules/analytics/visits/service.ts'
import { startMailWorker } from './modules/mail/worker.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { repeat } from './platform/repeating.ts'
import type { Services } from './services.ts'

/** How late the weekly report may be. */
const WEEKLY_REPORT_CHECK_MS = 5 * 60_000

type Needs = {
  server: Pick<FastifyInstance, 'addHook' | 'log'>
  services: Services
  database: Database
  clock: Clock
  /** False leaves what is queued in the outbox. */
  mails: boolean
}

/** Starts it all; it ends with the server, and what is held in memory is written first. */
export function startBackgroundWork({ server, services, database, clock, mails }: Needs): void {
  const told = (what: string) => (error: unknown) => server.log.error({ err: error }, what)
  const { visits } = services.analytics
  const repeating = [
    repeat(HOUSEKEEPING_MS, () => keepHouse(database, clock, services), told('housekeeping failed')),
    repeat(WEEKLY_REPORT_CHECK_MS, services.weeklyReport.sendIfDue, told('the weekly report failed')),
    repeat(FLUSH_MS, visits.flush, told('visits could not be kept')),
  ]
  server.addHook('onClose', async () => {
    for (const { stop } of repeating) stop()
    await visits.flush().catch(told('visits could not be kept'))
  })
  if (!mails) return
  const worker = startMailWorker({
    deliver: services.mail.delivery.run,
    changes: database.changes,
    failed: told('sending mails failed'),
  })
  // Begins to end with the server's own end, which waits for it: the database has to be open till then.
  let ended = Promise.resolve()
  server.addHook('preClose', async () => {
    ended = worker.end()
  })
  server.addHook('onClose', () => ended)
}
