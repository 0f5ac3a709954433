import type { ViewedListName } from '#contracts/saved-views/lists.ts'

export type SavedViewTables = { savedViews: SavedViewsTable }

/** Views of back-office lists. A name is unique among those of an owner and a list; deleted with the owner. */
export type SavedViewsTable = {
  id: string
  ownerId: string
  list: ViewedListName
  name: string
  /** The filters as a query string; see `toViewQuery`. */
  query: string
  isShared: boolean
  createdAt: string
}
