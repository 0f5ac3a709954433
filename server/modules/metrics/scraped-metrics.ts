/** Gauges and counters whose values are read on each scrape. */
import { setTimeout } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { ALARM_NAMES } from '#contracts/alarms/alarm-table.ts'
import type { MetricSources } from './sources.ts'

type Sample = { labels?: Record<string, string>; value: number }
type ScrapedMetric = {
  name: string
  help: string
  labels?: readonly string[]
  kind?: 'counter'
  /** Returns the current samples. Returns none or throws if they are unavailable. */
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/** The time limit for reading a metric, so that an unavailable database doesn't delay the others. */
const TIMEOUT_MS = 2_000

/** Returns the sample of a metric without labels; none if the value is unknown. */
const toSamples = (value: number | null | undefined): Sample[] =>
  value === null || value === undefined ? [] : [{ value }]
const toSeconds = (timestamp: string): number => Date.parse(timestamp) / 1_000

/** Registers the metrics. If one can't be read, it is omitted from that scrape. */
export function registerScrapedMetrics(register: Registry, sources: MetricSources): void {
  for (const { name, help, labels = [], kind, read } of [
    ...listProcessMetrics(sources),
    ...listDatabaseMetrics(sources),
  ]) {
    const options = { name, help, labelNames: [...labels], registers: [register] }
    const collect = async (metric: Counter | Gauge) => {
      const samples = await readSamples(read)
      metric.reset()
      // A reset counter is increased from 0.
      for (const { labels = {}, value } of samples) metric.inc(labels, value)
      // Without labels and samples, it would be exported as 0.
      if (samples.length === 0) metric.remove({})
    }
    if (kind === 'counter')
      new Counter({
        ...options,
        collect() {
          return collect(this)
        },
      })
    else
      new Gauge({
        ...options,
        collect() {
          return collect(this)
        },
      })
  }
}

/** Returns the samples of a metric; none if it can't be read in time. */
async function readSamples(read: ScrapedMetric['read']): Promise<readonly Sample[]> {
  try {
    return await Promise.race([read(), setTimeout(TIMEOUT_MS, [], { ref: false })])
  } catch {
    return []
  }
}

/** Metrics of this process. */
const listProcessMetrics = ({
  cache,
  database,
  security,
  jobs,
  getFreeDiskSpace,
  release,
}: MetricSources): ScrapedMetric[] => [
  {
    name: 'zhijian_build_info',
    help: 'The running release',
    labels: ['version', 'commit', 'node'],
    read: async () => [
      {
        labels: { version: release.version, commit: (await release.getCommitHash()) ?? '', node: process.version },
        value: 1,
      },
    ],
  },
  {
    name: 'zhijian_kept_replies_total',
    help: 'Replies sent from the cache, by route',
    labels: ['route', 'status'],
    kind: 'counter',
    read: () =>
      [...cache.getStatistics().routes].flatMap(([route, { withBody, notModified }]) => [
        { labels: { route, status: '200' }, value: withBody },
        { labels: { route, status: '304' }, value: notModified },
      ]),
  },
  {
    name: 'zhijian_reply_cache_bytes',
    help: 'Size of the cached replies, without static files',
    read: () => toSamples(cache.getStatistics().bytes),
  },
  {
    name: 'zhijian_reply_cache_replies',
    help: 'Number of cached replies, without static files',
    read: () => toSamples(cache.getStatistics().replies),
  },
  {
    name: 'zhijian_reply_cache_made_total',
    help: 'Replies added to the cache after a miss',
    kind: 'counter',
    read: () => toSamples(cache.getStatistics().stored),
  },
  {
    name: 'zhijian_reply_cache_evicted_total',
    help: 'Replies evicted because the cache was full',
    kind: 'counter',
    read: () => toSamples(cache.getStatistics().evicted),
  },
  {
    name: 'zhijian_reply_cache_invalidated_total',
    help: 'Replies invalidated because their data changed',
    kind: 'counter',
    read: () => toSamples(cache.getStatistics().invalidated),
  },
  {
    name: 'zhijian_database_up',
    help: '1 if the database responds',
    read: async () => {
      const databasePing = database.ping().then(
        () => 1,
        () => 0,
      )
      return toSamples(await Promise.race([databasePing, setTimeout(TIMEOUT_MS / 2, 0, { ref: false })]))
    },
  },
  {
    name: 'zhijian_database_connections',
    help: 'Connections to PostgreSQL',
    labels: ['state'],
    read: () => {
      const pool = database.getPoolStatistics()
      if (!pool) return []
      return [
        { labels: { state: 'active' }, value: pool.size - pool.idle },
        { labels: { state: 'idle' }, value: pool.idle },
      ]
    },
  },
  {
    name: 'zhijian_database_waiting',
    help: 'Statements waiting for a connection',
    read: () => toSamples(database.getPoolStatistics()?.waiting),
  },
  {
    name: 'zhijian_change_feed_lag_seconds',
    help: 'Time since the last poll for changes of other nodes',
    read: () => toSamples(database.changes.millisecondsSincePoll() / 1_000),
  },
  {
    name: 'zhijian_data_free_bytes',
    help: 'Free space on the volume of the data directory',
    read: async () => toSamples(await getFreeDiskSpace()),
  },
  {
    name: 'zhijian_security_events_total',
    help: 'Events of the security log, such as sign-in-failed for a wrong password',
    labels: ['event'],
    kind: 'counter',
    read: () => [...security].map(([event, value]) => ({ labels: { event }, value })),
  },
  {
    name: 'zhijian_jobs_total',
    help: 'Background jobs run by this node',
    labels: ['job', 'outcome'],
    kind: 'counter',
    read: () =>
      [...jobs].flatMap(([job, { done, failed }]) => [
        { labels: { job, outcome: 'done' }, value: done },
        { labels: { job, outcome: 'failed' }, value: failed },
      ]),
  },
]

/** Metrics read from the database, which are the same on all nodes. */
const listDatabaseMetrics = ({
  getOutboxStatistics,
  getBackupStatus,
  listActiveAlarms,
}: MetricSources): ScrapedMetric[] => [
  {
    name: 'zhijian_outbox_mails',
    help: 'Waiting and failed mails',
    labels: ['status'],
    read: async () => {
      const { waiting, failed } = await getOutboxStatistics()
      return [
        { labels: { status: 'waiting' }, value: waiting },
        { labels: { status: 'failed' }, value: failed },
      ]
    },
  },
  {
    name: 'zhijian_outbox_oldest_seconds',
    help: 'Age of the oldest waiting mail; 0 if none is waiting',
    read: async () => toSamples((await getOutboxStatistics()).oldestMs / 1_000),
  },
  {
    name: 'zhijian_backup_scheduled',
    help: '1 if backups are scheduled',
    read: async () => toSamples(Number((await getBackupStatus()).isScheduled)),
  },
  {
    name: 'zhijian_backup_last_success_timestamp_seconds',
    help: 'Start of the last successful backup',
    read: async () => {
      const { lastSuccessfulRun } = await getBackupStatus()
      return toSamples(lastSuccessfulRun && toSeconds(lastSuccessfulRun.startedAt))
    },
  },
  {
    name: 'zhijian_backup_last_failed',
    help: '1 if a backup has failed since the last successful one',
    read: async () => {
      const { last, failureSinceSuccess } = await getBackupStatus()
      return toSamples(last && Number(failureSinceSuccess !== null))
    },
  },
  {
    name: 'zhijian_alarm_active',
    help: '1 while the alarm is active on any node',
    labels: ['alarm'],
    read: async () => {
      const active = (await listActiveAlarms()).map(({ name }) => name)
      return ALARM_NAMES.map((alarm) => ({ labels: { alarm }, value: Number(active.includes(alarm)) }))
    },
  },
]
