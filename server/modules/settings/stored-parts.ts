/** Stored parts of the settings: secrets are encrypted in a separate column. */
import { SECRET_SETTINGS } from '#contracts/settings/settings.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Encryption } from '#server/platform/encryption.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'
import { findSetting, saveSetting } from './store.ts'

type Fields = Record<string, unknown>

const SECRET_FIELDS: Readonly<Record<string, readonly string[]>> = SECRET_SETTINGS

const getPurpose = (part: string) => `settings:${part}`

const pickFields = (value: object, isPicked: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(value).filter(([field]) => isPicked(field)))

/** Creates the reading and saving of stored parts. */
export function createStoredParts(encryption: Encryption) {
  function encrypt(part: string, secrets: Fields): string | null {
    if (Object.values(secrets).every((secret) => secret === '')) return null
    return encryption.encrypt(JSON.stringify(secrets), getPurpose(part))
  }

  /** Returns the secrets; none if they can't be decrypted, because `APP_SECRET` was lost and replaced. */
  function decrypt(part: string, encrypted: string | null): Fields {
    if (encrypted === null) return {}
    try {
      return JSON.parse(encryption.decrypt(encrypted, getPurpose(part)))
    } catch {
      return {}
    }
  }

  async function save(db: Queryable, part: string, value: object, stamp: SaveStamp): Promise<void> {
    const isSecret = (field: string) => SECRET_FIELDS[part]?.includes(field) ?? false
    await saveSetting(db, {
      part,
      valueJson: JSON.stringify(pickFields(value, (field) => !isSecret(field))),
      secretsEncrypted: encrypt(part, pickFields(value, isSecret)),
      ...stamp,
    })
  }

  return {
    /** Saves all fields of a part. */
    save,

    /** Returns the stored fields of a part; empty if it was never saved. */
    async get(db: Queryable, part: string): Promise<Fields> {
      const row = await findSetting(db, part)
      return row ? { ...decrypt(part, row.secretsEncrypted), ...row.valueJson } : {}
    },

    /**
     * Encrypts secrets that earlier versions stored in plain text, and re-encrypts those of a previous `APP_SECRET`.
     * Returns the number of changed parts.
     */
    async reencryptSecrets(db: Queryable): Promise<number> {
      let reencryptedCount = 0
      for (const [part, secretFields] of Object.entries(SECRET_FIELDS)) {
        const row = await findSetting(db, part)
        if (!row) continue
        const { valueJson, secretsEncrypted, updatedAt, updatedBy } = row
        const isPlainText = secretFields.some((field) => field in valueJson)
        const isEncryptedWithPrevious =
          secretsEncrypted !== null && encryption.reencrypt(secretsEncrypted, getPurpose(part)) !== undefined
        if (!isPlainText && !isEncryptedWithPrevious) continue
        await save(db, part, { ...decrypt(part, secretsEncrypted), ...valueJson }, { updatedAt, updatedBy })
        reencryptedCount += 1
      }
      return reencryptedCount
    },
  }
}
