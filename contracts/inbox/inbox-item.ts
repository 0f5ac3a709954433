/** Items of an inbox: the events that a person is told of. */
import { z } from 'zod'
import { EVENT_NAMES } from '../outbox/event-table.ts'
import { pageNumber } from '../pagination.ts'

const INBOX_STATUSES = ['unread', 'read'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

export const InboxItemSchema = z
  .object({
    id: z.string(),
    event: z.enum(EVENT_NAMES),
    /** What happened. */
    label: z.string(),
    /** What it is about, line by line. */
    lines: z.array(z.string()),
    /** The path of the page that shows the record. */
    path: z.string(),
    status: z.enum(INBOX_STATUSES),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'InboxItem' })
export type InboxItem = z.output<typeof InboxItemSchema>

export const InboxQuerySchema = z.object({
  page: pageNumber.default(1),
  status: z.enum(INBOX_STATUSES).optional().describe('只列出未读或已读的。'),
})
export type InboxQuery = z.output<typeof InboxQuerySchema>

export const InboxChangeSchema = z.object({ status: z.enum(INBOX_STATUSES) })

/** The newest item that its reader has seen: later ones remain unread. */
export const InboxReadAllSchema = z.object({ until: z.iso.datetime() })
