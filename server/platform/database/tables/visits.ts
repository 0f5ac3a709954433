/** Visit counts, without personal data. */

export type VisitTables = {
  visitCounts: VisitCountsTable
  visitSalts: VisitSaltsTable
  visitorHashes: VisitorHashesTable
}

/** The counted dimensions: `views` and `visitors` (under the name ''), and views by the names of each of the others. */
export type VisitKind =
  | 'views'
  | 'visitors'
  | 'page'
  | 'product'
  | 'category'
  | 'referrer'
  | 'device'
  | ProductEventKind

/** What is counted of products besides their views: comparisons, additions to shortlists, and inquiries. */
export type ProductEventKind = 'compared' | 'shortlisted' | 'inquired'

/** Sums by day (`2026-11-21`, of Asia/Shanghai) and by month (`2026-11`); without data of visitors. */
type VisitCountsTable = { kind: VisitKind; period: string; name: string; count: number }

/** The salt of a day's visitor hashes, deleted after that day, so that they can't be recomputed. */
type VisitSaltsTable = { day: string; salt: string }

/** A day's visitors, as salted hashes that can't be linked to another day; deleted with the day's salt. */
type VisitorHashesTable = { day: string; hash: string }
