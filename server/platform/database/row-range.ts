/** The rows of one page of a list. */
export type RowRange = { limit: number; offset: number }

/** Returns the rows of a page; pages are counted from 1 and have `limit` rows. */
export const toRowRange = (page: number, limit: number): RowRange => ({ limit, offset: (page - 1) * limit })
