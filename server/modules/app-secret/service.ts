import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { getSecretFingerprint } from '#server/platform/encryption.ts'
import { countEncrypted, type EncryptedCounts, findFingerprint, saveFingerprint } from './store.ts'

type Dependencies = { database: Database; clock: Clock }

/** `APP_SECRET`, what it was before, and whether it was made by this very start. */
export type CheckedSecrets = { appSecret: string; previousSecrets: readonly string[]; isNew: boolean }

/** Creates the service that knows by which `APP_SECRET` the database's secrets are encrypted. */
export const createAppSecretService = ({ database, clock }: Dependencies) => ({
  /**
   * Returns the counts of what none of the secrets can read; `undefined` if one of them is the database's, or nothing is
   * encrypted. A database that has recorded none yet fits every secret but a new one.
   */
  async findMismatch({ appSecret, previousSecrets, isNew }: CheckedSecrets): Promise<EncryptedCounts | undefined> {
    const recorded = await findFingerprint(database.read)
    const isKnown = recorded && [appSecret, ...previousSecrets].some((each) => getSecretFingerprint(each) === recorded)
    if (isKnown || (recorded === undefined && !isNew)) return undefined
    const counts = await countEncrypted(database.read)
    return Object.values(counts).some((count) => count > 0) ? counts : undefined
  },

  /** Records the secret that everything is encrypted by from now on. */
  async record(appSecret: string): Promise<void> {
    const fingerprint = getSecretFingerprint(appSecret)
    if ((await findFingerprint(database.read)) === fingerprint) return
    await database.write(({ tx }) => saveFingerprint(tx, fingerprint, timestamp(clock)))
  },
})
