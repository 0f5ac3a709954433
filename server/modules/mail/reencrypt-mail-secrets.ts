import { type MailDependencies, PASSWORD_PURPOSE } from './configuration.ts'
import { getBodyPurpose } from './outbox.ts'
import { findMailConfig, listEncryptedBodies, replaceEncryptedBody, replaceEncryptedPassword } from './store.ts'

/** Re-encrypts the password and the mails that were encrypted with a previous `APP_SECRET`. Returns how many. */
export const reencryptMailSecrets = ({ database, encryption }: MailDependencies): Promise<number> =>
  database.write(async ({ tx }) => {
    let reencryptedCount = 0
    const password = (await findMailConfig(tx))?.passwordEncrypted
    const reencryptedPassword = password ? encryption.reencrypt(password, PASSWORD_PURPOSE) : undefined
    if (password && reencryptedPassword) {
      await replaceEncryptedPassword(tx, password, reencryptedPassword)
      reencryptedCount += 1
    }
    for (const { id, bodyEncrypted } of await listEncryptedBodies(tx)) {
      const reencrypted = encryption.reencrypt(bodyEncrypted, getBodyPurpose(id))
      if (reencrypted === undefined) continue
      await replaceEncryptedBody(tx, id, reencrypted)
      reencryptedCount += 1
    }
    return reencryptedCount
  })
