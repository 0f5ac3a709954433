import { type MailDependencies, PASSWORD_PURPOSE } from './configuration.ts'
import { getBodyPurpose } from './outbox.ts'
import { findMailConfig, listEncryptedBodies, replaceEncryptedBody, replaceEncryptedPassword } from './store.ts'

/** Re-encrypts the password and mails that were encrypted with a previous `APP_SECRET`. Returns their number. */
export const reencryptMailSecrets = ({ database, encryption }: MailDependencies): Promise<number> =>
  database.write(async ({ db }) => {
    let reencryptedCount = 0
    const password = (await findMailConfig(db))?.passwordEncrypted
    const reencryptedPassword = password ? encryption.reencrypt(password, PASSWORD_PURPOSE) : undefined
    if (password && reencryptedPassword) {
      await replaceEncryptedPassword(db, password, reencryptedPassword)
      reencryptedCount += 1
    }
    for (const { id, bodyEncrypted } of await listEncryptedBodies(db)) {
      const reencrypted = encryption.reencrypt(bodyEncrypted, getBodyPurpose(id))
      if (reencrypted === undefined) continue
      await replaceEncryptedBody(db, id, reencrypted)
      reencryptedCount += 1
    }
    return reencryptedCount
  })
