/** Background work for as long as the server runs: clean-up, reports, mails, visits. */

import type { FastifyInstance } from 'fastify'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { HOUSEKEEPING_MS, runHousekeeping } from './housekeeping.ts'
import { createOwnFigures } from './modules/alarms/own-figures.ts'
import { FLUSH_MS } from './modules/analytics/visits/service.ts'
import { startMailWorker } from './modules/mail/worker.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { countRequests } from './platform/http/server/request-counts.ts'
import { createJobCounts, type JobCount } from './platform/job-counts.ts'
import { createOutageLog } from './platform/outage-log.ts'
import { repeat } from './platform/repeat.ts'
import type { Services } from './services.ts'

/** The maximum delay of the weekly report. */
const WEEKLY_REPORT_CHECK_MS = 5 * MINUTE_MS

/** The maximum delay of the daily backup. */
const BACKUP_CHECK_MS = 5 * MINUTE_MS

/** Until then, texts that have changed are looked into one by one. */
const SEARCH_REFRESH_MS = 30_000

type Dependencies = {
  server: FastifyInstance
  services: Services
  database: Database
  clock: Clock
  /** Without it, queued mails stay in the outbox, and no alarms are checked. */
  hasMailWorker: boolean
}

export type BackgroundWork = { jobs: ReadonlyMap<string, Readonly<JobCount>> }

/** Starts the background work; it stops with the server, after flushing what is in memory. */
export function startBackgroundWork({
  server,
  services,
  database,
  clock,
  hasMailWorker,
}: Dependencies): BackgroundWork {
  const logOutage = createOutageLog(server.log)
  let isClosed = false
  const logFailure = (message: string) => (error: unknown) => {
    // Work that the shutdown interrupts is rolled back and done after the next start.
    if (!isClosed && !logOutage(error)) server.log.error({ err: error }, message)
  }
  services.productTables.imports.reportFailures(logFailure('an import failed'))
  const { visits } = services.analytics
  const { counts: jobs, count } = createJobCounts()
  const repeating = [
    repeat(
      HOUSEKEEPING_MS,
      count('housekeeping', () => runHousekeeping(database, clock, services)),
      logFailure('housekeeping failed'),
    ),
    repeat(
      WEEKLY_REPORT_CHECK_MS,
      count('weekly-report', async () => (await services.weeklyReport.sendIfDue()) > 0),
      logFailure('the weekly report failed'),
    ),
    repeat(BACKUP_CHECK_MS, count('backup', services.backups.runIfDue), logFailure('the backup failed')),
    repeat(
      SEARCH_REFRESH_MS,
      count('search', services.products.refreshSearch),
      logFailure('the places in texts could not be read'),
    ),
    repeat(FLUSH_MS, visits.flush, logFailure('visits could not be kept')),
  ]
  server.addHook('onClose', async () => {
    for (const { stop } of repeating) stop()
    await visits.flush().catch(logFailure('visits could not be kept'))
    isClosed = true
  })
  if (!hasMailWorker) return { jobs }
  watchAlarms({ server, services, clock, logFailure })
  const worker = startMailWorker({
    sendMail: services.mail.delivery.run,
    changes: database.changes,
    onFailure: logFailure('sending mails failed'),
  })
  // Begins to end with the server's own end, which waits for it: the database has to be open until then.
  let ended = Promise.resolve()
  server.addHook('preClose', async () => {
    ended = worker.end()
  })
  server.addHook('onClose', () => ended)
  return { jobs }
}

/** Checks every few seconds whether there is anything that operators must know. */
function watchAlarms({
  server,
  services,
  clock,
  logFailure,
}: Pick<Dependencies, 'server' | 'services' | 'clock'> & {
  logFailure: (message: string) => (error: unknown) => void
}): void {
  const figures = createOwnFigures(countRequests(server))
  const watching = repeat(
    ALARM_TIMES.check,
    () => services.alarms.check(figures.read(clock.now())),
    logFailure('an alarm could not be told of'),
  )
  server.addHook('onClose', async () => {
    watching.stop()
    figures.stop()
  })
}
