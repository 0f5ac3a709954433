import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSharedCounters } from '#server/platform/database/shared-counters.ts'

export type CallLimits = ReturnType<typeof createCallLimits>

type Dependencies = { database: Database; clock: Clock; settings: Pick<SettingsService, 'getContent'> }

/** Creates the limits of questions to agents, so that nobody can use the platform to flood a server. */
export function createCallLimits({ database, clock, settings }: Dependencies) {
  return {
    /**
     * Counts a question of an account to a target; `connection` has the owner's own limit per minute. Throws
     * `tooManyRequests` above a limit; a question that a limit refuses isn't asked, so it counts towards none.
     */
    async count(accountId: string, target: string, connection?: { key: string; perMinute: number }): Promise<void> {
      const { maxAgentCallsPerDay, maxAgentCallsPerMinute } = await settings.getContent()
      const now = clock.now().getTime()
      const account = { key: `agent-calls account ${accountId}`, count: 1, until: now + DAY_MS }
      const minute = { key: `agent-calls target ${target}`, count: 1, until: now + MINUTE_MS }
      const own = connection && { key: `agent-calls connection ${connection.key}`, count: 1, until: now + MINUTE_MS }
      // An error undoes all counts.
      await database.write(async ({ db }) => {
        const totals = await createSharedCounters({ read: db }, clock).add([account, minute, ...(own ? [own] : [])])
        const assertBelow = (key: string, max: number, message: string) => {
          const total = totals.get(key)
          if (!total || total.count <= max) return
          throw new AppError('tooManyRequests', message, { retryAfterSeconds: Math.ceil((total.until - now) / 1_000) })
        }
        assertBelow(account.key, maxAgentCallsPerDay, MESSAGES.callsPerDay(maxAgentCallsPerDay))
        assertBelow(minute.key, maxAgentCallsPerMinute, MESSAGES.callsPerMinute(maxAgentCallsPerMinute))
        if (own) assertBelow(own.key, connection.perMinute, MESSAGES.callsPerMinute(connection.perMinute))
      })
    },
  }
}
