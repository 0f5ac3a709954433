/**
 * Notifies operators of problems by mail, by webhook and in the back office: once when a problem begins and once when
 * it ends.
 */

import { randomUUID } from 'node:crypto'
import type { ActiveAlarm } from '#contracts/alarms/alarm.ts'
import { ALARM_TIMES, ALARMS, type AlarmName } from '#contracts/alarms/alarm-table.ts'
import { DAY_MS } from '#contracts/durations.ts'
import type { AlarmSettings } from '#contracts/settings/settings.ts'
import type { Receiver } from '#server/modules/outbox/service.ts'
import { getLatestPossibleTime, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { type AlarmSummary, getEventId, toAlarmData } from './alarm-events.ts'
import { evaluateRules, type Finding, type Measurements } from './alarm-rules.ts'
import type { AlarmDependencies } from './dependencies.ts'
import { createAlarmMails } from './mails.ts'
import { createOutageTracker, describeOutage, getOutageId, type Outage } from './outage-tracker.ts'
import { deleteResolvedBefore, insertAlarm, listActive, updateAlarm, wasResolvedSince } from './store.ts'

export type AlarmService = ReturnType<typeof createAlarmService>
type NodeMeasurements = Pick<Measurements, 'loopDelayMs' | 'requests'>

const RETENTION_MS = 180 * DAY_MS
/** Locked while new findings are compared with the active alarms. */
const LOCK = 'alarms'
/** A rule's condition must be met in this many consecutive checks, so that a short peak raises no alarm. */
const REQUIRED_CHECKS = 2

/** Returns whether an alarm is over because its condition wasn't met in this check. */
const isResolvedAtOnce = (name: AlarmName, findings: readonly Finding[]): boolean =>
  'resolvesAtOnce' in ALARMS[name] && findings.every((finding) => finding.name !== name)

/** Creates the alarm service. */
export function createAlarmService(dependencies: AlarmDependencies) {
  const { database, clock, settings, mail, outbox, getBackupStatus, getFreeDiskSpace, publicUrl, node } = dependencies
  const mails = createAlarmMails(dependencies)
  const outages = createOutageTracker(clock)
  /** The number of consecutive checks in which this node found each alarm's condition met. */
  const consecutiveChecks = new Map<Finding['name'], number>()

  /** Records an event about an alarm, inside the transaction that raises or resolves it. */
  async function recordEvent(
    transaction: Transaction,
    name: 'alarm.raised' | 'alarm.resolved',
    alarm: AlarmSummary,
  ): Promise<void> {
    const { siteName } = await settings.getGeneral(transaction.db)
    const data = toAlarmData(alarm, { siteName, publicUrl })
    await outbox.record(transaction, name, data, { id: getEventId(alarm.id, name) })
  }

  async function measure(nodeMeasurements: NodeMeasurements): Promise<Measurements> {
    const [freeSpace, mails, backup, switchedOffWebhooks] = await Promise.all([
      getFreeDiskSpace(),
      mail.outbox.getStatistics(),
      getBackupStatus(),
      outbox.webhooks.countSwitchedOff(),
    ])
    return { ...nodeMeasurements, now: clock.now(), freeSpace, outbox: mails, backup, switchedOffWebhooks }
  }

  /** Returns the findings that have persisted for the required number of checks. */
  function filterPersistent(findings: readonly Finding[]): Finding[] {
    const names = new Set(findings.map(({ name }) => name))
    for (const name of consecutiveChecks.keys()) if (!names.has(name)) consecutiveChecks.delete(name)
    for (const name of names) consecutiveChecks.set(name, (consecutiveChecks.get(name) ?? 0) + 1)
    return findings.filter(({ name }) => (consecutiveChecks.get(name) ?? 0) >= REQUIRED_CHECKS)
  }

  async function raiseAlarm(
    transaction: Transaction,
    config: AlarmSettings,
    finding: { name: AlarmName; node: string; detail: string },
  ) {
    const now = timestamp(clock)
    const row = {
      id: randomUUID(),
      name: finding.name,
      node: finding.node,
      detail: finding.detail,
      raisedAt: now,
      seenAt: now,
      resolvedAt: null,
    }
    await insertAlarm(transaction.db, row)
    await mails.queueRaisedMails(transaction, config, row)
    await recordEvent(transaction, 'alarm.raised', row)
  }

  /** Raises new alarms for persistent findings, and resolves those whose condition is no longer met. */
  const updateAlarms = (config: AlarmSettings, findings: readonly Finding[]) =>
    database.write(async (transaction) => {
      await transaction.lockName(LOCK)
      const now = timestamp(clock)
      const active = await listActive(transaction.db)
      for (const { name, detail } of filterPersistent(findings)) {
        const alarmNode = ALARMS[name].scope === 'node' ? node : ''
        const alarm = active.find((row) => row.name === name && row.node === alarmNode)
        if (alarm) {
          // The measured values change, such as the reason why backups fail.
          await updateAlarm(transaction.db, alarm.id, { seenAt: now, detail })
          alarm.seenAt = now
        } else await raiseAlarm(transaction, config, { name, node: alarmNode, detail })
      }
      // During a database outage no node could update `seenAt`, so an old value doesn't mean that an alarm is resolved.
      if (outages.hasEndedWithin(ALARM_TIMES.resolveAfterMs)) return
      const cutoff = new Date(clock.now().getTime() - ALARM_TIMES.resolveAfterMs).toISOString()
      const latest = getLatestPossibleTime(now)
      const isOver = ({ name, seenAt }: (typeof active)[number]) =>
        seenAt <= cutoff || seenAt > latest || isResolvedAtOnce(name, findings)
      for (const alarm of active.filter(isOver)) {
        await updateAlarm(transaction.db, alarm.id, { resolvedAt: now })
        await mails.queueResolvedMails(transaction, config, { ...alarm, resolvedAt: now })
        await recordEvent(transaction, 'alarm.resolved', { ...alarm, resolvedAt: now })
      }
      await deleteResolvedBefore(transaction.db, new Date(clock.now().getTime() - RETENTION_MS).toISOString())
    })

  /** Records an outage that is over and queues mails about it, unless another node has already done so. */
  const recordOutage = (config: AlarmSettings, since: Date) =>
    database.write(async (transaction) => {
      await transaction.lockName(LOCK)
      if (await wasResolvedSince(transaction.db, 'databaseUnavailable', since.toISOString())) return
      const now = timestamp(clock)
      const alarm = {
        id: getOutageId(since),
        name: 'databaseUnavailable' as const,
        node,
        detail: describeOutage(since),
        raisedAt: since.toISOString(),
        seenAt: now,
        resolvedAt: now,
      }
      await insertAlarm(transaction.db, alarm)
      await mails.queueResolvedMails(transaction, config, alarm)
      await recordEvent(transaction, 'alarm.resolved', alarm)
    })

  /** Tells the receivers of an outage, without the database. Returns those that haven't got it. */
  const sendOutage = ({ id, since, receivers, siteName }: Outage): Promise<Receiver[]> => {
    const detail = describeOutage(since)
    const raisedAt = since.toISOString()
    const alarm = { id, name: 'databaseUnavailable' as const, node, detail, raisedAt, resolvedAt: null }
    const data = toAlarmData(alarm, { siteName, publicUrl })
    return outbox.sendDirectly(receivers, { id: getEventId(id, 'alarm.raised'), name: 'alarm.raised', data, siteName })
  }

  return {
    /**
     * Checks every alarm condition and reports changes. While the database is unavailable, each node notifies the
     * webhook, since the nodes can't coordinate.
     */
    async check(nodeMeasurements: NodeMeasurements): Promise<void> {
      try {
        await database.ping()
        const config = await settings.getAlarms()
        const { siteName } = await settings.getGeneral()
        outages.cacheReceivers({ receivers: await outbox.webhooks.listReceivers('alarm.raised'), siteName })
        const outageStart = outages.getStart()
        // An outage that can't be recorded continues.
        if (outageStart) await recordOutage(config, outageStart)
        outages.recordAvailable()
        await updateAlarms(config, evaluateRules(await measure(nodeMeasurements), config))
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error
        const outage = outages.recordUnavailable()
        if (!outage) return
        outages.markReported(await sendOutage(outage))
      }
    },

    /** Lists the active alarms of all nodes. */
    async list(): Promise<ActiveAlarm[]> {
      const rows = await listActive(database.read)
      const pending = await outbox.listUndelivered(rows.map(({ id }) => getEventId(id, 'alarm.raised')))
      return rows.map(({ id, name, node: alarmNode, detail, raisedAt }) => ({
        name,
        node: alarmNode,
        detail,
        raisedAt,
        isWebhookPending: pending.includes(getEventId(id, 'alarm.raised')),
      }))
    },

    /**
     * Sends a test alarm by mail according to the saved settings, and a test to the webhooks that are told of alarms.
     * Returns the number of mails and the webhooks' outcome.
     */
    async sendTest() {
      const config = await settings.getAlarms()
      const now = timestamp(clock)
      const alarm = { id: randomUUID(), name: 'lowSpace' as const, node, raisedAt: now, resolvedAt: null }
      const detail = '这是一次测试，没有发生任何故障。'
      const count = await database.write((transaction) =>
        mails.queueTestMails(transaction, config, { ...alarm, detail }),
      )
      return { mails: count, webhook: await outbox.webhooks.testSubscribed('alarm.raised') }
    },
  }
}
