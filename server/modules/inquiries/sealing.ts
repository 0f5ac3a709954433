/**
 * Seals answers, offers and files: each inquiry has a random key, which is encrypted with `APP_SECRET`. What is sealed
 * can't be read from the database, its log or a backup without it (decision 092).
 */
import { randomBytes } from 'node:crypto'
import { INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { type HandedIn, HandedInSchema } from '#contracts/inquiries/question.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createEncryption, type Encryption } from '#server/platform/encryption.ts'
import { getSubmissionPurpose } from './answering/purposes.ts'
import { type InquiryRow, listInquiryKeys, replaceInquiryKey, type SubmissionRow } from './store.ts'

const KEY_BYTES = 32
/** Lengths are multiples of this, since that of `yes` or `no` would tell which it is. */
const PADDED_TO = 512

const getKeyPurpose = (inquiryId: string) => `inquiry-key:${inquiryId}`

export type Sealing = ReturnType<typeof createSealing>
/** What seals and unseals with the key of one inquiry; a purpose binds each text to its place. */
export type InquirySeal = {
  seal: (value: unknown, purpose: string) => string
  /** Throws if the text was sealed for another purpose, or was modified. */
  unseal: (sealed: string, purpose: string) => unknown
  sealBytes: (bytes: Uint8Array, purpose: string) => Buffer
  unsealBytes: (sealed: Buffer, purpose: string) => Buffer
}

/** Returns what was handed in with an invitation; `undefined` if nothing was. */
export const unsealHandedIn = (
  seal: InquirySeal,
  { id, submissionEncrypted }: Pick<SubmissionRow, 'id' | 'submissionEncrypted'>,
): HandedIn | undefined =>
  submissionEncrypted === null
    ? undefined
    : HandedInSchema.parse(seal.unseal(submissionEncrypted, getSubmissionPurpose(id)))

/** Returns a JSON text padded with spaces, which parsers ignore. */
export function toPaddedJson(value: unknown): string {
  const json = JSON.stringify(value)
  const bytes = Buffer.byteLength(json)
  return json + ' '.repeat(Math.ceil(bytes / PADDED_TO) * PADDED_TO - bytes)
}

/** Creates the seals of inquiries. */
export function createSealing({ encryption, database }: { encryption: Encryption; database: Database }) {
  return {
    /** Returns a new key for an inquiry, as it is stored. */
    createKey: (inquiryId: string): string =>
      encryption.encrypt(randomBytes(KEY_BYTES).toString('base64url'), getKeyPurpose(inquiryId)),

    /** Returns whether what was sealed can be read: the key wasn't destroyed, and `APP_SECRET` isn't lost. */
    canUnseal({ id, keyEncrypted }: Pick<InquiryRow, 'id' | 'keyEncrypted'>): boolean {
      try {
        decryptKey(encryption, id, keyEncrypted)
        return true
      } catch {
        return false
      }
    },

    /** Opens the key of an inquiry. Throws `conflict` if `APP_SECRET` is lost, or the key was destroyed. */
    getSeal({ id, keyEncrypted }: Pick<InquiryRow, 'id' | 'keyEncrypted'>): InquirySeal {
      const own = createEncryption(decryptKey(encryption, id, keyEncrypted))
      return {
        seal: (value, purpose) => own.encrypt(toPaddedJson(value), purpose),
        unseal: (sealed, purpose) => JSON.parse(own.decrypt(sealed, purpose)),
        sealBytes: own.encryptBytes,
        unsealBytes: own.decryptBytes,
      }
    },

    /** Encrypts the keys that a previous `APP_SECRET` encrypted with the current one. Returns their number. */
    reencryptSecrets: (): Promise<number> =>
      database.write(async ({ db }) => {
        let count = 0
        for (const { id, keyEncrypted } of await listInquiryKeys(db)) {
          const reencrypted = encryption.reencrypt(keyEncrypted, getKeyPurpose(id))
          if (reencrypted === undefined) continue
          await replaceInquiryKey(db, id, { from: keyEncrypted, to: reencrypted })
          count += 1
        }
        return count
      }),
  }
}

function decryptKey(encryption: Encryption, id: string, keyEncrypted: string | null): string {
  if (keyEncrypted === null) throw conflict(MESSAGES.keyLost)
  try {
    return encryption.decrypt(keyEncrypted, getKeyPurpose(id))
  } catch {
    throw conflict(MESSAGES.keyLost)
  }
}
