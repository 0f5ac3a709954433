import type { InboxItem } from '#contracts/inbox/inbox-item.ts'
import { EVENTS } from '#contracts/outbox/event-table.ts'
import type { Caller } from '#contracts/permissions.ts'
import { redactContacts } from '#server/platform/contacts/redact-contacts.ts'
import { isContactHidden } from './policy.ts'
import type { InboxItemRow } from './store.ts'

/** Returns what an event says to a reader, and where its record is. */
export function describeItem(
  { name, dataJson }: Pick<InboxItemRow, 'name' | 'dataJson'>,
  reader: Caller,
): { label: string; lines: string[]; url: string } {
  const { data, lines } = EVENTS[name].read(dataJson)
  return {
    label: EVENTS[name].label,
    lines: isContactHidden(reader) ? lines.map(redactContacts) : [...lines],
    url: data.url,
  }
}

/** Returns an item for its reader. */
export function toInboxItem(row: InboxItemRow, reader: Caller): InboxItem {
  const { id, name, status, createdAt } = row
  const { label, lines, url } = describeItem(row, reader)
  const { pathname, search, hash } = new URL(url)
  return {
    id,
    event: name,
    label,
    lines,
    path: `${pathname}${search}${hash}`,
    status,
    createdAt,
  }
}
