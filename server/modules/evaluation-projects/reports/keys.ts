/** The keys that sign reports. The newest one signs; previous ones remain available for verification. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { ReportKey } from '#contracts/evaluation-projects/report.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import { sha256 } from '#server/platform/sha256.ts'
import { insertReportKey, listReportKeys, type ReportKeyRow, updateReportKey } from './store.ts'

export type Signer = { keyId: string; sign(text: string): string }

/** Locked while a key is created, so that concurrent nodes create only one. */
const LOCK = 'report-keys'

type Dependencies = { database: Database; clock: Clock; encryption: Encryption }

/** Creates the functions that manage the keys. */
export function createReportKeys({ database, clock, encryption }: Dependencies) {
  const getPurpose = (keyId: string) => `report-key:${keyId}`

  /** Returns a signer for a stored key; `undefined` if it was encrypted with another `APP_SECRET`. */
  function toSigner({ id, privateKeyEncrypted }: ReportKeyRow): Signer | undefined {
    const pem = encryption.tryDecrypt(privateKeyEncrypted, getPurpose(id))
    if (pem === undefined) return undefined
    const privateKey = createPrivateKey(pem)
    return { keyId: id, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }

  async function findSigner(db: Database['read']): Promise<Signer | undefined> {
    const [newest] = await listReportKeys(db)
    return newest && toSigner(newest)
  }

  async function createKey({ db, lockName }: Transaction): Promise<Signer> {
    await lockName(LOCK)
    const existing = await findSigner(db)
    if (existing) return existing
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { x = '' } = publicKey.export({ format: 'jwk' })
    const id = getThumbprint(x)
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const privateKeyEncrypted = encryption.encrypt(pem, getPurpose(id))
    const row = { id, publicKey: x, privateKeyEncrypted, createdAt: timestamp(clock) }
    await insertReportKey(db, row)
    return { keyId: id, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }

  return {
    /**
     * Returns the signer with the newest key. Creates a key if none exists, or if the newest one can't be decrypted
     * because `APP_SECRET` has changed.
     */
    getSigner: async (): Promise<Signer> => (await findSigner(database.read)) ?? database.write(createKey),

    /** Encrypts the keys again that were encrypted with a previous secret. Returns how many. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { id, privateKeyEncrypted } of await listReportKeys(db)) {
          const reencrypted = encryption.reencrypt(privateKeyEncrypted, getPurpose(id))
          if (reencrypted === undefined) continue
          await updateReportKey(db, id, reencrypted)
          count += 1
        }
        return count
      }),

    /** Lists all public keys as JWKs (RFC 8037), newest first. */
    list: async (): Promise<ReportKey[]> =>
      (await listReportKeys(database.read)).map(({ id, publicKey }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicKey,
        kid: id,
        use: 'sig',
      })),
  }
}

/** Returns the thumbprint of a key (RFC 7638, with the members of RFC 8037). */
export const getThumbprint = (x: string): string => sha256(toCanonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
