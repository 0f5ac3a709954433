/** What publishing a product's draft does to its listing: visitors see the product from then on, or no longer. */
export const LISTING_CHANGES = ['list', 'unlist'] as const
export type ListingChange = (typeof LISTING_CHANGES)[number]

const LABELS: Record<ListingChange, string> = { list: '上架', unlist: '下架' }

/** Returns what a draft's publication is called; `null` for one that changes no listing. */
export const getPublicationLabel = (change: ListingChange | null): string => (change ? LABELS[change] : '发布')
