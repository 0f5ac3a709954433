import { type MailDependencies, PASSWORD_PURPOSE } from './configuration.ts'
import { getBodyPurpose } from './outbox.ts'
import { findMailConfig, listEncryptedBodies, renewBody, renewPassword } from './store.ts'

/** Re-encrypts texts encrypted with a previous `APP_SECRET`. Returns how many. */
export const renewMailSecrets = ({ database, encryption }: MailDependencies): Promise<number> =>
  database.write(async ({ tx }) => {
    let renewedCount = 0
    const password = (await findMailConfig(tx))?.passwordEncrypted
    const renewedPassword = password ? encryption.renew(password, PASSWORD_PURPOSE) : undefined
    if (password && renewedPassword) {
      await renewPassword(tx, password, renewedPassword)
      renewedCount += 1
    }
    for (const { id, bodyEncrypted } of await listEncryptedBodies(tx)) {
      const renewed = encryption.renew(bodyEncrypted, getBodyPurpose(id))
      if (renewed === undefined) continue
      await renewBody(tx, id, renewed)
      renewedCount += 1
    }
    return renewedCount
  })
