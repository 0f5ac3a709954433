/** Shortlists: requirements on the attributes of products, and candidates. */
import type { ColumnType, Generated } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ShortlistTables = {
  shortlists: ShortlistsTable
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
  isNotified: boolean
  /** The status of each product at the last notification of the owner; `null` if notifications are off. */
  notifiedResultJson: ColumnType<unknown, string | null, string | null>
  version: Generated<number>
  createdAt: string
  updatedAt: string
}
