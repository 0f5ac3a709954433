import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getSecretFingerprint } from '#server/platform/encryption.ts'
import { countEncrypted, type EncryptedCounts, findFingerprint, saveFingerprint } from './store.ts'

type Dependencies = { database: Database; clock: Clock }

/** `APP_SECRET`, its previous values, and whether this start of the server has generated it. */
type ConfiguredSecrets = { appSecret: string; previousSecrets: readonly string[]; isNew: boolean }

/** Creates the service that checks whether `APP_SECRET` can decrypt the database's encrypted values. */
export const createAppSecretService = ({ database, clock }: Dependencies) => ({
  /**
   * Returns the counts of encrypted values if none of the secrets can decrypt them; `undefined` if a secret matches the
   * database's fingerprint, or nothing is encrypted. If an earlier version recorded no fingerprint, only a newly
   * generated secret is a mismatch.
   */
  async findMismatch({ appSecret, previousSecrets, isNew }: ConfiguredSecrets): Promise<EncryptedCounts | undefined> {
    const recorded = await findFingerprint(database.read)
    const isKnown =
      recorded && [appSecret, ...previousSecrets].some((secret) => getSecretFingerprint(secret) === recorded)
    if (isKnown || (recorded === undefined && !isNew)) return undefined
    const counts = await countEncrypted(database.read)
    return Object.values(counts).some((count) => count > 0) ? counts : undefined
  },

  /** Records the fingerprint of the secret that encrypts everything from now on. */
  async record(appSecret: string): Promise<void> {
    const fingerprint = getSecretFingerprint(appSecret)
    if ((await findFingerprint(database.read)) === fingerprint) return
    await database.write(({ db }) => saveFingerprint(db, fingerprint, timestamp(clock)))
  },
})
