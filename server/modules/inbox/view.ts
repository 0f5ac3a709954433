import type { InboxItem } from '#contracts/inbox/inbox-item.ts'
import { EVENTS } from '#contracts/outbox/event-table.ts'
import type { Caller } from '#contracts/permissions.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { isContactHidden } from './policy.ts'
import type { InboxItemRow } from './store.ts'

/** Returns an item for its reader. */
export function toInboxItem({ id, name, dataJson, status, createdAt }: InboxItemRow, reader: Caller): InboxItem {
  const { data, lines } = EVENTS[name].read(dataJson)
  const { pathname, search, hash } = new URL(data.url)
  return {
    id,
    event: name,
    label: EVENTS[name].label,
    lines: isContactHidden(reader) ? lines.map(redactContacts) : [...lines],
    path: `${pathname}${search}${hash}`,
    status,
    createdAt,
  }
}
