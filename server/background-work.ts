/** The tasks that run in the background while the server runs: housekeeping, reports, backups, mails, events, visits, alarms. */

import type { FastifyInstance } from 'fastify'
import { ALARM_TIMES } from '#contracts/alarms/alarm-table.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { RUNS } from '#contracts/limits.ts'
import { runHousekeeping } from './housekeeping.ts'
import { HOUSEKEEPING_MS } from './housekeeping-claim.ts'
import { createNodeMeasurements } from './modules/alarms/node-measurements.ts'
import { VISITS_FLUSH_MS } from './modules/analytics/visits/service.ts'
import { KEY_USES_FLUSH_MS } from './modules/keys/service.ts'
import { startMailWorker } from './modules/mail/worker.ts'
import { OUTGOING_EVENTS_TOPIC } from './modules/outbox/service.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { type Engine, startEngine } from './platform/engine.ts'
import { countRequests } from './platform/http/server/request-counts.ts'
import { createJobCounts, type JobCount } from './platform/job-counts.ts'
import { createOutageLog } from './platform/outage-log.ts'
import { repeat } from './platform/repeat.ts'
import type { Services } from './services.ts'

type Dependencies = {
  server: FastifyInstance
  services: Services
  database: Database
  clock: Clock
  /** If false, mails stay in the outbox and alarms aren't checked. */
  startWorkers: boolean
}

type EngineDependencies = Pick<Dependencies, 'server' | 'services' | 'database'> & {
  logFailure: (message: string) => (error: unknown) => void
}

type BackgroundWork = { jobs: ReadonlyMap<string, Readonly<JobCount>> }

/** Starts the background work. It stops with the server, after storing buffered counts in the database. */
export function startBackgroundWork({ server, services, database, clock, startWorkers }: Dependencies): BackgroundWork {
  const logOutage = createOutageLog(server.log)
  let isClosed = false
  const logFailure = (message: string) => (error: unknown) => {
    // Tasks that the shutdown interrupts are rolled back, and run again after the next start.
    if (!isClosed && !logOutage(error)) server.log.error({ err: error }, message)
  }
  services.backups.onFailure(logFailure('the backup failed'))
  services.agents.onFault(logFailure('reading an agent’s reply failed'))
  const { visits } = services.analytics
  const { uses } = services.keys
  const { counts: jobs, count } = createJobCounts()
  const tasks = listTasks(services, count, () => runHousekeeping(database, clock, services)).map(
    ({ everyMs, name, run }) => repeat(everyMs, run, logFailure(`${name} failed`)),
  )
  server.addHook('onClose', async () => {
    for (const { stop } of tasks) stop()
    await visits.flush().catch(logFailure('storing visits failed'))
    await uses.flush().catch(logFailure('storing the uses of keys failed'))
    isClosed = true
  })
  if (!startWorkers) return { jobs }
  watchAlarms({ server, services, clock, logFailure })
  askAgents({ server, services, database, logFailure })
  deliverEvents({ server, services, database, logFailure })
  publishDrafts({ server, services, logFailure })
  const worker = startMailWorker({
    sendDueMails: services.mail.delivery.run,
    changes: database.changes,
    onFailure: logFailure('sending mails failed'),
  })
  stopWithServer(server, worker)
  return { jobs }
}

/** A task that looks for what is due every so often, which is how late that can be. */
type Task = { name: string; everyMs: number; run(): Promise<unknown> }

const listTasks = (
  { analytics, backups, events, follows, inbox, inquiries, keys, leads, vendorOrganisations, weeklyReport }: Services,
  count: ReturnType<typeof createJobCounts>['count'],
  keepHouse: () => Promise<boolean>,
): Task[] => [
  { name: 'housekeeping', everyMs: HOUSEKEEPING_MS, run: count('housekeeping', keepHouse) },
  {
    name: 'the weekly report',
    everyMs: 5 * MINUTE_MS,
    run: count('weekly-report', async () => (await weeklyReport.queueIfDue()) > 0),
  },
  { name: 'the backup', everyMs: 5 * MINUTE_MS, run: count('backup', backups.runIfDue) },
  { name: 'looking for late leads', everyMs: MINUTE_MS, run: leads.recordLateLeads },
  { name: 'proposing answers of vendors', everyMs: MINUTE_MS, run: inquiries.proposals.sendDue },
  { name: 'reminding vendors of inquiries', everyMs: 5 * MINUTE_MS, run: inquiries.reminders.sendDue },
  { name: 'sending the digests of events', everyMs: MINUTE_MS, run: inbox.subscriptions.sendDueDigests },
  { name: 'sending the digests of what members follow', everyMs: 5 * MINUTE_MS, run: follows.digests.sendDue },
  { name: 'reminding attendees of events', everyMs: 5 * MINUTE_MS, run: events.reminders.sendDue },
  { name: 'telling vendors of lost products', everyMs: 5 * MINUTE_MS, run: vendorOrganisations.notifyOfDepartures },
  { name: 'storing visits', everyMs: VISITS_FLUSH_MS, run: analytics.visits.flush },
  { name: 'storing the uses of keys', everyMs: KEY_USES_FLUSH_MS, run: keys.uses.flush },
]

/** How often a node looks for trials and deliveries that others have left; a new one wakes all nodes. */
const ENGINE_POLL_MS = 5_000

/** Stops work while the server closes. `onClose` waits for it, because it needs the open database. */
function stopWithServer(server: FastifyInstance, work: Pick<Engine, 'stop'>): void {
  let stopped = Promise.resolve()
  server.addHook('preClose', async () => {
    stopped = work.stop()
  })
  server.addHook('onClose', () => stopped)
}

/** Asks the agents of running runs, and renews the claims of what is being asked. */
function askAgents({ server, services, database, logFailure }: EngineDependencies): void {
  const onFailure = logFailure('asking agents failed')
  const engine = services.evaluationRuns.createEngine(onFailure)
  const renewal = repeat(RUNS.leaseMs / 3, engine.renew, onFailure)
  server.addHook('preClose', async () => renewal.stop())
  const options = { changes: database.changes, everyMs: ENGINE_POLL_MS, onFailure }
  stopWithServer(server, startEngine(engine, ['evaluation-runs'], options))
}

/** Delivers events to webhooks. */
function deliverEvents({ server, services, database, logFailure }: EngineDependencies): void {
  const onFailure = logFailure('delivering events failed')
  const { start, stop } = services.outbox.deliveries
  const engine: Engine = {
    // Doesn't wait for the deliveries, so that a slow receiver delays no other one.
    async work() {
      for (const lane of await start()) void lane.catch(onFailure)
    },
    stop,
  }
  const options = { changes: database.changes, everyMs: ENGINE_POLL_MS, onFailure }
  stopWithServer(server, startEngine(engine, [OUTGOING_EVENTS_TOPIC], options))
}

/** How often to look for drafts that are to be published, which is how late they can be. */
const PUBLISH_CHECK_MS = 2_000

/** Publishes the drafts whose time has come. A publication that the shutdown interrupts is rolled back, and made later. */
function publishDrafts({ server, services, logFailure }: Omit<EngineDependencies, 'database'>): void {
  const task = repeat(PUBLISH_CHECK_MS, services.contentDrafts.publishDue, logFailure('publishing a draft failed'))
  server.addHook('onClose', async () => task.stop())
}

/** Checks every few seconds whether an alarm has to be raised or cleared. */
function watchAlarms({
  server,
  services,
  clock,
  logFailure,
}: Pick<Dependencies, 'server' | 'services' | 'clock'> & {
  logFailure: (message: string) => (error: unknown) => void
}): void {
  const measurements = createNodeMeasurements(countRequests(server))
  const task = repeat(
    ALARM_TIMES.checkIntervalMs,
    () => services.alarms.check(measurements.read(clock.now())),
    logFailure('checking the alarms failed'),
  )
  server.addHook('onClose', async () => {
    task.stop()
    measurements.stop()
  })
}
