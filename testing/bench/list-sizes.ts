/** The numbers of rows of a database. `views` are stored as sums by day and month over `days`. */
export type ListSizes = {
  products: number
  users: number
  submissions: number
  leads: number
  audit: number
  reviews: number
  mails: number
  revisions: number
  shortlists: number
  reports: number
  sessions: number
  recycled: number
  views: number
  days: number
}

/** The number of users who aren't members. */
export const STAFF_COUNT = 30
/** The number of reviews of the product with the most reviews. */
export const REVIEWS_OF_LARGEST_PRODUCT = 5_000

/** The sizes of the measured database. */
export const LIST_SIZES: ListSizes = {
  products: 100_000,
  users: 10_000,
  submissions: 100_000,
  leads: 100_000,
  audit: 1_000_000,
  reviews: 100_000,
  mails: 100_000,
  revisions: 1_000,
  shortlists: 100_000,
  reports: 100_000,
  sessions: 20_000,
  recycled: 5_000,
  views: 10_000_000,
  days: 1_461,
}
