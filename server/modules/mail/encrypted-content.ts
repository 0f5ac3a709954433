/** The contents of mails in the outbox, encrypted because they contain secret links. */
import { z } from 'zod'
import type { Encryption } from '#server/platform/encryption.ts'
import type { MailContent } from './mail-content.ts'
import type { OutboxRow } from './store.ts'

const BodySchema = z.object({
  html: z.string(),
  text: z.string(),
  replyTo: z.string().optional(),
  calendar: z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() }).optional(),
  unsubscribeUrl: z.string().optional(),
})

/** Returns the purpose that binds an encrypted body to its mail. */
export const getBodyPurpose = (id: string) => `outbox:${id}`

export const encryptBody = (encryption: Encryption, id: string, body: Omit<MailContent, 'subject'>): string =>
  encryption.encrypt(JSON.stringify(body), getBodyPurpose(id))

/** Returns the content of a mail; `undefined` if it was deleted. Throws if APP_SECRET has changed. */
export function decryptContent(encryption: Encryption, row: OutboxRow): MailContent | undefined {
  const { id, subject, bodyEncrypted } = row
  if (bodyEncrypted === null) return undefined
  return { subject, ...BodySchema.parse(JSON.parse(encryption.decrypt(bodyEncrypted, getBodyPurpose(id)))) }
}
