import { z } from 'zod'
import { DAY_MS } from '#contracts/durations.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type { Caller } from '#contracts/permissions.ts'
import {
  type AiProductChange,
  type AiProductInput,
  type AiProductRecord,
  type EditorProduct,
  EditorProductSchema,
  type ProductChange,
  type ProductInput,
  ProductSchema,
  type PublicProduct,
  type RatedProduct,
  type RecycledProduct,
  type Testimonial,
} from '#contracts/products/product.ts'
import type { ProductTableRow } from '#contracts/products/product-table.ts'
import { type FormValues, listKnownTypes, listOtherTypes, NO_FORM_VALUES } from '#contracts/rules/facts/form-facts.ts'
import { listShownReviews, restoreHiddenFlags } from '#contracts/rules/hidden-reviews.ts'
import { withoutPrivateFields } from '#contracts/rules/without-private-fields.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ProductToIndex } from '#server/modules/search/service.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { foldText, foldTexts } from '#server/platform/search-text/fold-text.ts'
import type { ChangedRow } from './catalogue-index/store.ts'
import type { ProductRow } from './store.ts'
import { summarizeProduct } from './summarize-product.ts'

/** Removes read-only fields, which editors send back. */
function omitServerFields({
  id: _id,
  _id: __id,
  lastUpdated: _lastUpdated,
  views: _views,
  memberRating: _memberRating,
  verdict: _verdict,
  matches: _matches,
  facts: _facts,
  factsUpdatedOn: _factsUpdatedOn,
  ...product
}: ProductInput) {
  return product
}

/**
 * Returns the columns of a product: queried fields have their own columns, all others, including
 * unknown ones, are in `details`. Reviews hidden in the `stored` row stay hidden. What forms state is stored as facts
 * (`pickFormValues`).
 */
export function toProductColumns(product: ProductInput, stored?: ProductRow) {
  const {
    name,
    slogan,
    description,
    category,
    price,
    rating,
    isActive,
    company: _company,
    contactEmail,
    ...details
  } = omitServerFields(product)
  const storedDetails = {
    ...details,
    deploymentTypes: listOtherTypes(details.deploymentTypes),
    detailedDescription: sanitizeRichText(details.detailedDescription),
    reviews: restoreHiddenFlags(details.reviews, stored ? getReviews(stored) : []),
  }
  return {
    name,
    slogan,
    description,
    category,
    price,
    rating,
    isActive,
    ...(contactEmail === undefined ? {} : { contactEmail }),
    detailsJson: JSON.stringify(storedDetails),
    reviewCount: storedDetails.reviews.length,
  }
}

/** Returns what the form of a product states; an absent company stays the one before the save. */
export const pickFormValues = (
  { company, deploymentTypes }: Pick<ProductInput, 'company' | 'deploymentTypes'>,
  before: FormValues,
): FormValues => ({ company: company ?? before.company, deploymentTypes: listKnownTypes(deploymentTypes) })

/** Returns what the form of a new product states. An AI product without a company is given its name as the company. */
export function pickNewFormValues(catalogue: Catalogue, product: ProductInput): FormValues {
  const values = pickFormValues(product, NO_FORM_VALUES)
  return { ...values, company: values.company || (catalogue === 'ai' ? product.name : '') }
}

const TextsSchema = z.array(z.string())

/** Returns what a row's facts imply for the form of its product. */
export const getFormValues = ({ company, deploymentTypesJson }: FormColumns): FormValues => ({
  company,
  deploymentTypes: listKnownTypes(TextsSchema.parse(deploymentTypesJson)),
})
type FormColumns = Pick<ProductRow, 'company' | 'deploymentTypesJson'>

/** Returns all deployment types of a row: those that its facts confirm, then those in other words. */
const listDeploymentTypes = (row: FormColumns, { deploymentTypes }: { deploymentTypes: readonly string[] }) => [
  ...getFormValues(row).deploymentTypes,
  ...listOtherTypes(deploymentTypes),
]

const DetailsSchema = z.record(z.string(), z.unknown())
const ReviewedSchema = ProductSchema.pick({ reviews: true })

/** Returns all reviews of a row, including hidden ones. */
export const getReviews = (row: ProductRow): Testimonial[] => ReviewedSchema.parse(row.detailsJson).reviews

/** Returns the columns of a row with its reviews replaced. */
export const toReviewColumns = (row: ProductRow, reviews: readonly Testimonial[]) => ({
  detailsJson: JSON.stringify({ ...DetailsSchema.parse(row.detailsJson), reviews }),
  reviewCount: reviews.length,
})

/** Returns a row's public view, without company, contact, views and hidden reviews. */
export function toPublicProduct(row: ProductRow): PublicProduct {
  const product = toProductWithAllReviews(row)
  return { ...product, reviews: listShownReviews(product.reviews) }
}

/** Returns a row's public view with its members' rating. */
export const toRatedProduct = (row: ProductRow): RatedProduct => ({
  ...toPublicProduct(row),
  memberRating: row.memberRating === null ? null : { rating: row.memberRating, count: row.memberReviewCount },
})

/** Returns a row's public fields with all reviews, including hidden ones. */
function toProductWithAllReviews(row: ProductRow): PublicProduct {
  const { name, slogan, description, category, price, rating, isActive } = row
  const product = ProductSchema.parse({
    ...DetailsSchema.parse(row.detailsJson),
    name,
    slogan,
    description,
    category,
    price,
    rating,
    isActive,
  })
  const { views: _views, ...publicFields } = withoutPrivateFields(product)
  return {
    ...publicFields,
    id: row.id,
    deploymentTypes: listDeploymentTypes(row, product),
    detailedDescription: sanitizeRichText(product.detailedDescription),
    lastUpdated: row.updatedAt,
  }
}

const CardDetailsSchema = z.object({
  logoUrl: z.unknown(),
  keyCapabilities: z.unknown(),
  deploymentTypes: z.unknown(),
})

/** Returns the fields of a row that a list card shows, the description only as a replacement for a missing slogan. */
export const toProductCard = (row: ProductRow): RatedProduct =>
  toRatedProduct({
    ...row,
    description: row.slogan.trim() === '' ? summarizeProduct(row) : '',
    detailsJson: CardDetailsSchema.parse(row.detailsJson),
  })

/** Returns a row's back-office view. */
export const toEditorProduct = (row: ProductRow): EditorProduct => ({
  ...toProductWithAllReviews(row),
  _id: row.id,
  company: row.company,
  contactEmail: row.contactEmail,
  views: row.views,
})

/** Returns a product as a caller may read it: staff who may not edit it get no contact data. */
export const toReadableProduct = (row: ProductRow, caller: Caller | null): EditorProduct =>
  hideContacts(EditorProductSchema, toEditorProduct(row), caller)

/** Returns the public view of an AI product record. */
export const toAiRecord = (product: PublicProduct): AiProductRecord => ({
  ...product,
  _id: product.id,
  status: product.isActive ? 'approved' : 'pending',
})

/** Converts an AI product record to a product; its status determines whether it is active. */
export function fromAiRecord(record: AiProductInput): ProductInput
export function fromAiRecord(record: AiProductChange): ProductChange
export function fromAiRecord({ status, ...product }: AiProductChange): ProductChange {
  return status === undefined ? product : { ...product, isActive: status === 'approved' }
}

const LogoSchema = z.object({ logoUrl: z.string().default('') })

/** Returns a row as the back-office list shows it. */
export const toTableRow = (row: ProductRow): ProductTableRow => ({
  id: row.id,
  name: row.name,
  slogan: row.slogan,
  category: row.category,
  price: row.price,
  rating: row.rating,
  isActive: row.isActive,
  views: row.views,
  lastUpdated: row.updatedAt,
  deletedAt: row.deletedAt,
  logoUrl: LogoSchema.parse(row.detailsJson).logoUrl,
})

/** Returns a product as an editor enters it and a revision stores it, with its id. */
export function toProductInput(product: EditorProduct): ProductInput {
  const { _id, views: _views, lastUpdated: _lastUpdated, ...input } = product
  return input
}

/** Returns a stored product with the fields of a change replaced. */
export const withChange = (row: ProductRow, change: ProductChange): ProductInput =>
  ProductSchema.parse({ ...toProductInput(toEditorProduct(row)), ...change })

/** Returns a row with other content, which isn't saved. */
export function withContent(row: ProductRow, product: ProductInput): ProductRow {
  const { detailsJson, reviewCount: _count, ...columns } = toProductColumns(product, row)
  const { company, deploymentTypes } = pickFormValues(product, getFormValues(row))
  return { ...row, ...columns, company, deploymentTypesJson: deploymentTypes, detailsJson: JSON.parse(detailsJson) }
}

/** Returns a row as the recycle bin lists it. */
export const toRecycledProduct = (
  row: Pick<ProductRow, 'id' | 'name' | 'category'> & { deletedAt: string },
): RecycledProduct => ({
  id: row.id,
  name: row.name,
  category: row.category,
  deletedAt: row.deletedAt,
  purgedAt: new Date(Date.parse(row.deletedAt) + RECYCLE_BIN_DAYS * DAY_MS).toISOString(),
})

/** Returns a version that every change of a row increments, including a change of the members' rating. */
export const getIndexedVersion = ({ version, ratingChanges }: Pick<ProductRow, 'version' | 'ratingChanges'>): number =>
  version + ratingChanges

const IndexedDetailsSchema = z.object({
  deploymentTypes: z.array(z.string()).default([]),
  isSample: z.boolean().default(false),
})

/** Returns a row as its catalogue's index stores it, with its filter values. */
export function toProductToIndex(row: ChangedRow, values: ProductToIndex['values']): ProductToIndex {
  const details = IndexedDetailsSchema.parse(row.detailsJson)
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    searchedName: foldText(row.name),
    searchedSummary: foldTexts([row.slogan, row.description]),
    isLive: row.deletedAt === null,
    isActive: row.isActive,
    category: row.category,
    price: row.price,
    deploymentTypes: listDeploymentTypes(row, details),
    rating: row.memberRating ?? row.rating,
    isSample: details.isSample,
    updatedAt: row.updatedAt,
    values,
  }
}

/** Converts rows one by one, yielding to the event loop: sanitizing a thousand rich texts takes time. */
export async function mapRows<View>(rows: readonly ProductRow[], toView: (row: ProductRow) => View): Promise<View[]> {
  const views: View[] = []
  for await (const row of eachInTurns(rows)) {
    views.push(toView(row))
  }
  return views
}
