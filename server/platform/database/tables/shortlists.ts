/** Shortlists: requirements on the attributes of products, and candidates. */
import type { ColumnType, Generated } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ShortlistTables = {
  shortlists: ShortlistsTable
  shortlistSubscriptions: ShortlistSubscriptionsTable
}

export type ShortlistsTable = {
  id: string
  /** `null` for a shortlist that only its URL gives access to. */
  ownerId: string | null
  catalogue: Catalogue
  title: string
  notes: string
  /** Requirements that a product must meet. */
  requiredJson: Json
  /** Requirements that only rank products. */
  preferredJson: Json
  /** The products that were added by hand, with their names at the time. */
  candidatesJson: Json
  version: Generated<number>
  createdAt: string
  updatedAt: string
  /** Who saved it last; `null` if unknown. */
  updatedBy: Generated<string | null>
}

/** Somebody whom changes of a shortlist are mailed to: its owner or one of their colleagues. */
export type ShortlistSubscriptionsTable = {
  userId: string
  shortlistId: string
  /** The status of each product at their last notification. */
  notifiedResultJson: ColumnType<unknown, string | null, string | null>
}
