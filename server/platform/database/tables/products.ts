/** Products of both catalogues, and reports of evaluations. */
import type { Generated } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ProductTables = {
  products: ProductsTable
  reports: ReportsTable
}

export type ProductsTable = {
  id: string
  catalogue: Catalogue
  name: string
  slogan: string
  description: string
  category: string
  price: string
  rating: number | null
  isActive: boolean
  position: number
  company: string
  contactEmail: string
  views: number
  /** The fields that no query looks at, and the keys that the schema does not know. */
  detailsJson: Json
  /** What members' reviews come to; `null` if there are too few. */
  memberRating: Generated<number | null>
  /** How many reviews count in it. */
  memberReviewCount: Generated<number>
  /** Counts the changes of both: no editor's save, so `version` stays. */
  ratingChanges: Generated<number>
  /** How many reviews stand in its details: the few products that have any are read by it. */
  reviewCount: Generated<number>
  /** Counts the row's changes. */
  version: number
  /** By which sets of products know it; one of both catalogues. */
  number: Generated<number | null>
  /** Counts the changes of the catalogue's rows, of which this is the last one of this row. */
  change: Generated<number>
  createdAt: string
  updatedAt: string
  deletedAt: string | null
}

export type ReportsTable = {
  id: string
  productName: string
  techScore: number
  businessScore: number
  marketScore: number
  score: number
  recommendation: string
  weightsJson: Json
  thresholdsJson: Json
  createdAt: string
}
