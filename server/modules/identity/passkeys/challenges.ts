import { PASSKEY_MESSAGES } from '#contracts/identity/passkey-messages.ts'
import { PASSKEYS } from '#contracts/limits.ts'
import { type AppError, conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { createToken } from '#server/platform/token.ts'
import { insertChallenge, takeChallenge } from './store.ts'

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>

/**
 * Creates the challenges that devices sign: 256 random bits, stored for five minutes, so that another node can check the
 * signature. The token that comes with a challenge isn't signed, so that whoever sees a signature can't use it.
 */
export function createPasskeyChallenges({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Creates a challenge for a new passkey of a session's user, or for a sign-in, which has no session yet. */
    async create(sessionId: string | null): Promise<{ ceremony: string; challenge: string }> {
      const [ceremony, challenge] = [createToken(), createToken()]
      const expiresAt = new Date(clock.now().getTime() + PASSKEYS.challengeMs).toISOString()
      const row = { tokenHash: sha256(ceremony), challenge, sessionId, expiresAt }
      await database.write(({ db }) => insertChallenge(db, row, timestamp(clock)))
      return { ceremony, challenge }
    },

    /** Uses a challenge up. Throws the given error, `conflict` by default, if it has expired or was used. */
    async take(
      ceremony: string,
      sessionId: string | null,
      createError: () => AppError = () => conflict(PASSKEY_MESSAGES.expired),
    ): Promise<string> {
      const query = { tokenHash: sha256(ceremony), sessionId, now: timestamp(clock) }
      const row = await database.write(({ db }) => takeChallenge(db, query))
      if (!row) throw createError()
      return row.challenge
    },
  }
}
