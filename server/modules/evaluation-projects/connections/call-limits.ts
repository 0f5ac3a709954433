import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSharedCounters } from '#server/platform/database/shared-counters.ts'

/** The owner's own limit of a connection. */
type ConnectionLimit = { key: string; perMinute: number }

export type CallLimits = ReturnType<typeof createCallLimits>

type Dependencies = { database: Database; clock: Clock; settings: Pick<SettingsService, 'getContent'> }

/** Creates the limits of questions to agents, so that nobody can use the platform to flood a server. */
export function createCallLimits({ database, clock, settings }: Dependencies) {
  /** Counts a call towards some limits. Throws `tooManyRequests` above one of them: then it counts towards none. */
  async function add(limits: readonly { key: string; durationMs: number; max: number; message: string }[]) {
    const now = clock.now().getTime()
    const increments = limits.map(({ key, durationMs }) => ({ key, count: 1, until: now + durationMs }))
    // An error undoes all counts.
    await database.write(async ({ db }) => {
      const totals = await createSharedCounters({ read: db }, clock).add(increments)
      for (const { key, max, message } of limits) {
        const total = totals.get(key)
        if (!total || total.count <= max) continue
        throw new AppError('tooManyRequests', message, { retryAfterSeconds: Math.ceil((total.until - now) / 1_000) })
      }
    })
  }

  const createOwnLimit = ({ key, perMinute }: ConnectionLimit) => ({
    key: `agent-calls connection ${key}`,
    durationMs: MINUTE_MS,
    max: perMinute,
    message: MESSAGES.callsPerMinute(perMinute),
  })

  return {
    /**
     * Counts a question of an account to a target; `connection` has the owner's own limit per minute. Throws
     * `tooManyRequests` above a limit; a question that a limit refuses isn't asked, so it counts towards none.
     */
    async count(accountId: string, target: string, connection?: ConnectionLimit): Promise<void> {
      const { maxAgentCallsPerDay, maxAgentCallsPerMinute } = await settings.getContent()
      await add([
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
      ])
    },

    /** Counts a question that the platform doesn't ask itself towards the owner's own limit. Throws `tooManyRequests`. */
    countOwn: (connection: ConnectionLimit): Promise<void> => add([createOwnLimit(connection)]),
  }
}
