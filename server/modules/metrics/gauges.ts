/** Gauges that are read on each scrape, each with its description, labels and value source. */
import { setTimeout } from 'node:timers/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { ALARM_NAMES } from '#contracts/alarms/alarm-table.ts'
import type { MetricSources } from './sources.ts'

type Sample = { labels?: Record<string, string>; value: number }
type Reading = {
  name: string
  help: string
  labels?: readonly string[]
  kind?: 'counter'
  /** Throws or returns no samples if the value is unavailable. */
  read(): readonly Sample[] | Promise<readonly Sample[]>
}

/** The limit for slow sources, so that an unavailable database doesn't delay the other metrics. */
const TIMEOUT_MS = 2_000

const toSamples = (value: number | null | undefined): Sample[] =>
  value === null || value === undefined ? [] : [{ value }]
const seconds = (moment: string): number => Date.parse(moment) / 1_000

/** Registers every gauge; one whose reading fails is omitted from that scrape. */
export function registerGauges(register: Registry, sources: MetricSources): void {
  for (const { name, help, labels = [], kind, read } of [
    ...listProcessGauges(sources),
    ...listDatabaseGauges(sources),
  ]) {
    const options = { name, help, labelNames: [...labels], registers: [register] }
    const collect = async (set: (sample: Sample) => void, reset: () => void) => {
      const samples = await Promise.race([read(), setTimeout(TIMEOUT_MS, [], { ref: false })]).catch(() => [])
      reset()
      for (const sample of samples) set(sample)
      // A gauge without labels and samples would be exported as 0.
      return samples.length > 0
    }
    if (kind === 'counter')
      new Counter({
        ...options,
        async collect() {
          const hasSamples = await collect(
            ({ labels = {}, value }) => this.inc(labels, value),
            () => this.reset(),
          )
          if (!hasSamples) this.remove({})
        },
      })
    else
      new Gauge({
        ...options,
        async collect() {
          const hasSamples = await collect(
            ({ labels = {}, value }) => this.set(labels, value),
            () => this.reset(),
          )
          if (!hasSamples) this.remove({})
        },
      })
  }
}

/** Gauges of this process. */
const listProcessGauges = ({
  cache,
  database,
  security,
  jobs,
  getFreeDiskSpace,
  release,
}: MetricSources): Reading[] => [
  {
    name: 'zhijian_build_info',
    help: 'The release that runs',
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
      [...cache.statistics().routes].flatMap(([route, { full, unchanged }]) => [
        { labels: { route, status: '200' }, value: full },
        { labels: { route, status: '304' }, value: unchanged },
      ]),
  },
  {
    name: 'zhijian_reply_cache_bytes',
    help: 'What the cache of replies holds, files of the site not counted',
    read: () => toSamples(cache.statistics().bytes),
  },
  {
    name: 'zhijian_reply_cache_replies',
    help: 'How many replies it holds',
    read: () => toSamples(cache.statistics().replies),
  },
  {
    name: 'zhijian_reply_cache_made_total',
    help: 'Replies that were made because it did not hold them',
    kind: 'counter',
    read: () => toSamples(cache.statistics().stored),
  },
  {
    name: 'zhijian_reply_cache_evicted_total',
    help: 'Replies dropped because it was full',
    kind: 'counter',
    read: () => toSamples(cache.statistics().evicted),
  },
  {
    name: 'zhijian_reply_cache_invalidated_total',
    help: 'Replies dropped because what they say has changed',
    kind: 'counter',
    read: () => toSamples(cache.statistics().invalidated),
  },
  {
    name: 'zhijian_database_up',
    help: '1 if the database answers',
    read: async () => {
      const answer = database.ping().then(
        () => 1,
        () => 0,
      )
      return toSamples(await Promise.race([answer, setTimeout(TIMEOUT_MS / 2, 0, { ref: false })]))
    },
  },
  {
    name: 'zhijian_database_connections',
    help: 'Connections to PostgreSQL',
    labels: ['state'],
    read: () => {
      const pool = database.connections()
      if (!pool) return []
      return [
        { labels: { state: 'active' }, value: pool.size - pool.idle },
        { labels: { state: 'idle' }, value: pool.idle },
      ]
    },
  },
  {
    name: 'zhijian_database_waiting',
    help: 'Statements that wait for a connection',
    read: () => toSamples(database.connections()?.waiting),
  },
  {
    name: 'zhijian_change_feed_lag_seconds',
    help: 'For how long changes of other nodes may have gone unheard',
    read: () => toSamples(database.changes.millisecondsSincePoll() / 1_000),
  },
  {
    name: 'zhijian_data_free_bytes',
    help: 'Free space where the data folder is',
    read: async () => toSamples(await getFreeDiskSpace()),
  },
  {
    name: 'zhijian_security_events_total',
    help: 'Refusals, by the event of the security log; sign-in-failed is a wrong password',
    labels: ['event'],
    kind: 'counter',
    read: () => [...security].map(([event, value]) => ({ labels: { event }, value })),
  },
  {
    name: 'zhijian_jobs_total',
    help: 'Jobs that this node has done for all',
    labels: ['job', 'outcome'],
    kind: 'counter',
    read: () =>
      [...jobs].flatMap(([job, { done, failed }]) => [
        { labels: { job, outcome: 'done' }, value: done },
        { labels: { job, outcome: 'failed' }, value: failed },
      ]),
  },
]

/** Gauges read from the database, which are equal on all nodes. */
const listDatabaseGauges = ({ getOutboxStatistics, getBackupStatus, listActiveAlarms }: MetricSources): Reading[] => [
  {
    name: 'zhijian_outbox_mails',
    help: 'Mails that wait, and those that have failed',
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
    help: 'The age of the mail that has waited longest; 0 if none waits',
    read: async () => toSamples((await getOutboxStatistics()).oldestMs / 1_000),
  },
  {
    name: 'zhijian_backup_scheduled',
    help: '1 if the service makes backups by itself',
    read: async () => toSamples(Number((await getBackupStatus()).isScheduled)),
  },
  {
    name: 'zhijian_backup_last_success_timestamp_seconds',
    help: 'When the newest backup was begun that succeeded',
    read: async () => {
      const { lastDone } = await getBackupStatus()
      return toSamples(lastDone && seconds(lastDone.startedAt))
    },
  },
  {
    name: 'zhijian_backup_last_failed',
    help: '1 if the last backup has failed',
    read: async () => {
      const { last } = await getBackupStatus()
      return toSamples(last && Number(last.status === 'failed'))
    },
  },
  {
    name: 'zhijian_alarm_active',
    help: '1 while an alarm is on, on any node',
    labels: ['alarm'],
    read: async () => {
      const active = (await listActiveAlarms()).map(({ name }) => name)
      return ALARM_NAMES.map((alarm) => ({ labels: { alarm }, value: Number(active.includes(alarm)) }))
    },
  },
]
