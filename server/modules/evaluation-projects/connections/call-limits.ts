import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { createSharedCounters } from '#server/platform/database/shared-counters.ts'

/** The owner's own limit of a connection. */
type ConnectionLimit = { key: string; perMinute: number }

/** A count of calls, which a limit may be on. */
type CallCount = { key: string; durationMs: number }

type CallLimit = CallCount & { max: number; message: string }

/** How many of the wanted calls may be made, which are counted, and why not all may be. */
type CountedCalls = { allowed: number; refusal: AppError | undefined }

/** Counts calls before they are made, in a transaction, as far as all limits allow; those above a limit towards none. */
export type CallCounter = (db: Queryable, wanted: number) => Promise<CountedCalls>

type Dependencies = { database: Database; clock: Clock; settings: Pick<SettingsService, 'getContent'> }

/** Creates the limits of questions to agents, so that nobody can use the platform to flood a server. */
export function createCallLimits({ database, clock, settings }: Dependencies) {
  /**
   * Creates the counter of calls towards some limits, and others that limit nothing. Transactions that count towards the
   * same limits wait for each other; one call counts towards its limits in the order of their keys.
   */
  const createCounter =
    (callLimits: readonly CallLimit[], others: readonly CallCount[] = []): CallCounter =>
    async (db, wanted) => {
      const now = clock.now().getTime()
      const counters = createSharedCounters({ read: db }, clock)
      const toIncrements = (count: number) =>
        [...callLimits, ...others].map(({ key, durationMs }) => ({ key, count, until: now + durationMs }))
      const totals = await counters.add(toIncrements(wanted))
      let allowed = wanted
      let refusal: AppError | undefined
      for (const { key, max, message } of callLimits) {
        const total = totals.get(key)
        const left = total ? Math.max(0, wanted - (total.count - max)) : wanted
        if (!total || left >= allowed) continue
        allowed = left
        const retryAfterSeconds = Math.ceil((total.until - now) / 1_000)
        refusal = new AppError('tooManyRequests', message, { retryAfterSeconds })
      }
      // What isn't asked counts towards none.
      if (allowed < wanted) await counters.add(toIncrements(allowed - wanted))
      return { allowed, refusal }
    }

  const createOwnLimit = ({ key, perMinute }: ConnectionLimit) => ({
    key: `agent-calls connection ${key}`,
    durationMs: MINUTE_MS,
    max: perMinute,
    message: MESSAGES.callsPerMinute(perMinute),
  })

  /** Returns the counter of an account's questions to a target; `connection` has the owner's own limit per minute. */
  async function create(accountId: string, target: string, connection?: ConnectionLimit): Promise<CallCounter> {
    const { maxAgentCallsPerDay, maxAgentCallsPerMinute } = await settings.getContent()
    const callLimits = [
      {
        key: `agent-calls account ${accountId}`,
        durationMs: DAY_MS,
        max: maxAgentCallsPerDay,
        message: MESSAGES.callsPerDay(maxAgentCallsPerDay),
      },
      {
        key: `agent-calls target ${target}`,
        durationMs: MINUTE_MS,
        max: maxAgentCallsPerMinute,
        message: MESSAGES.callsPerMinute(maxAgentCallsPerMinute),
      },
      ...(connection ? [createOwnLimit(connection)] : []),
    ]
    return createCounter(callLimits, [{ key: toDayKey(target), durationMs: DAY_MS }])
  }

  /** Returns the key of the questions to a target on this day in Shanghai. */
  const toDayKey = (target: string): string => `agent-calls day ${toDay(clock.now())} ${target}`

  return {
    create,

    /** Returns the counter of questions that the platform doesn't ask itself, towards the owner's own limit. */
    createOwn: (connection: ConnectionLimit): CallCounter => createCounter([createOwnLimit(connection)]),

    /** Counts the questions that all accounts have asked some targets today, in the order of the targets. */
    async listCallsToday(targets: readonly string[]): Promise<number[]> {
      const counts = await createSharedCounters(database, clock).read(targets.map(toDayKey))
      return targets.map((target) => counts.get(toDayKey(target)) ?? 0)
    },

    /** Counts a question. Throws `tooManyRequests` above a limit: then it isn't asked, and counts towards none. */
    async count(accountId: string, target: string, connection?: ConnectionLimit): Promise<void> {
      const countCalls = await create(accountId, target, connection)
      const { refusal } = await database.write(({ db }) => countCalls(db, 1))
      if (refusal) throw refusal
    },
  }
}
