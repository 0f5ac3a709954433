/** Products of both catalogues, and evaluation reports. */
import type { ColumnType, Generated } from 'kysely'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type ProductTables = {
  products: ProductsTable
  priceChanges: PriceChangesTable
  productRevisions: ProductRevisionsTable
  reports: ReportsTable
}

export type ProductsTable = {
  id: string
  catalogue: Catalogue
  name: string
  /** The name for comparison (`foldName`), by which names are unique; set whenever the name is stored. */
  foldedName: Generated<string>
  slogan: string
  description: string
  category: string
  price: string
  rating: number | null
  isActive: boolean
  position: number
  /** The vendor; derived when facts are saved, like `deploymentTypesJson` (`deriveFormValues`). */
  company: string
  /** The deployment types that the facts confirm; other words for deployment are in `detailsJson`. */
  deploymentTypesJson: ColumnType<unknown, string | undefined, string | undefined>
  contactEmail: string
  /** The company's domain of the site in `detailsJson`, set whenever it is stored; '' if it shows no company. */
  siteDomain: Generated<string>
  views: number
  /** The fields that aren't queried, and keys that aren't in the schema. */
  detailsJson: Json
  /** The rating by members' reviews; `null` if there are too few. */
  memberRating: Generated<number | null>
  /** The number of reviews that count in the rating. */
  memberReviewCount: Generated<number>
  /** Counts the changes of rating and review count, which don't change `version`. */
  ratingChanges: Generated<number>
  /** The number of reviews in `detailsJson`, by which the few products with any are selected. */
  reviewCount: Generated<number>
  /** Counts the row's changes. */
  version: number
  /** Identifies the product in search hits and in the reviews of members; unique across both catalogues. */
  number: Generated<number | null>
  /** The number of this row's last change in the sequence of the catalogue's changes. */
  change: Generated<number>
  createdAt: string
  updatedAt: string
  /** The account that saved the row last, which may be deleted by now; `null` for the system itself. */
  updatedBy: Generated<string | null>
  deletedAt: string | null
}

/** The changes of products' prices; `version` is the product's after the change. */
type PriceChangesTable = {
  productId: string
  version: number
  at: string
  before: string
  after: string
}

/** What each version of a product contained, without what its facts imply. */
export type ProductRevisionsTable = Pick<
  ProductsTable,
  | 'name'
  | 'slogan'
  | 'description'
  | 'category'
  | 'price'
  | 'rating'
  | 'isActive'
  | 'contactEmail'
  | 'detailsJson'
  | 'deletedAt'
> & {
  productId: string
  /** The product's `version` that it was. */
  revision: number
  createdAt: string
  /** The account that saved it, which may be deleted by now; `null` for the system itself. */
  createdBy: string | null
  restoredFrom: number | null
  /** Whether it was published from a draft. */
  isPublication: Generated<boolean>
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
