/** Contact data in texts of outsiders that are about to become public. */
import { MESSAGES } from '#contracts/messages/general.ts'
import { listContacts } from '#server/platform/contacts/redact-contacts.ts'
import { conflict } from './app-error.ts'

/** A text that a decision makes public, with the path of its field and what the reviewer calls it. */
export type PublicText = { path: string; label: string; text: string }

/** Throws `conflict` with the contact data in texts, unless the reviewer has confirmed that it becomes public. */
export function assertContactsConfirmed(texts: readonly PublicText[], isConfirmed: boolean | undefined): void {
  if (isConfirmed) return
  const fieldErrors = texts.flatMap(({ path, label, text }) => {
    const contacts = listContacts(text)
    return contacts.length > 0 ? [{ path, message: MESSAGES.publicContacts(label, contacts) }] : []
  })
  if (fieldErrors.length > 0)
    throw conflict(MESSAGES.contactsUnconfirmed, { reason: 'confirmation-required', fieldErrors })
}
