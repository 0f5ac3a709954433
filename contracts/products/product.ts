import { z } from 'zod'
import { emailAddress } from '../email-address.ts'
import { FactSchema } from '../facts/fact.ts'
import { flag, LinkSchema, list, looseObject, text, textList } from '../fields.ts'
import { LIST, PRODUCTS_PER_PAGE, PRODUCTS_PER_PAGE_MAX, RATING, TEXT } from '../limits.ts'
import { outsiderText, personalData } from '../outsider-data.ts'
import { type Pagination, pageNumber, pageSize } from '../pagination.ts'
import { ProductVerdictSchema } from '../published-evaluations/verdict.ts'
import { isSingleLine } from '../rules/single-line.ts'
import { SearchMatchSchema } from '../search/search-match.ts'
import { nameText, requiredName, storedText } from '../stored-text.ts'
import { SUBMISSION_MESSAGES } from '../submissions/messages.ts'
import { AI_PRODUCT_CATEGORIES, ALL, CATALOGUES, PRODUCT_SORTS, RECOMMENDATIONS, SORT_ORDERS } from '../vocabulary.ts'
import { FacetChoicesSchema, VerifiedSchema } from './facets.ts'
import {
  PRODUCT_FIELD_LIST,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFieldType,
  PUBLIC_FIELDS,
} from './fields.ts'
import { PRODUCT_MESSAGES } from './messages.ts'
import { ScreenshotsSchema } from './screenshot.ts'

/** 1 to 5 in steps of 0.1; defaults to 4.5, `null` if unrated. */
export const RatingSchema = z
  .number()
  .min(RATING.min)
  .max(RATING.max)
  .refine((rating) => Math.abs(rating * 10 - Math.round(rating * 10)) < 1e-6, '评分应为0.1的整数倍')
  .nullable()
  .default(RATING.initial)

const TechnicalSpecSchema = looseObject({ title: text(), value: text(TEXT.paragraph) }).meta({
  id: 'TechnicalSpec',
})
export const ReviewSchema = looseObject({
  user: outsiderText(text(), 'products:write'),
  rating: z.number().min(0).max(5).default(5),
  date: text(TEXT.word),
  comment: outsiderText(text(TEXT.paragraph), 'products:write'),
  /** Hidden by a moderator: editing the product can't show it again (docs/decisions/014). */
  isHidden: z.boolean().optional(),
}).meta({ id: 'Review' })
export type Testimonial = z.infer<typeof ReviewSchema>

const EmailAddressSchema = emailAddress(PRODUCT_MESSAGES.contactEmailFormat, PRODUCT_MESSAGES.contactEmailFormat)
/** An email address, or ''. */
const ContactEmailSchema = personalData(
  storedText()
    .max(254)
    .refine((email) => email === '' || EmailAddressSchema.safeParse(email).success, {
      error: PRODUCT_MESSAGES.contactEmailFormat,
    }),
  'products:write',
)

/** The schema of each type of field. */
const FIELD_SCHEMAS = {
  id: storedText().max(TEXT.word).optional(),
  name: requiredName(SUBMISSION_MESSAGES.productName).refine(
    isSingleLine,
    SUBMISSION_MESSAGES.productNameNotSingleLine,
  ),
  line: text(),
  optionalName: nameText().max(TEXT.line).optional(),
  optionalEmail: ContactEmailSchema.optional(),
  choice: nameText().max(TEXT.word).default(''),
  paragraph: text(TEXT.long),
  richText: text(TEXT.richText),
  texts: textList(),
  link: LinkSchema,
  image: LinkSchema,
  screenshots: ScreenshotsSchema,
  rating: RatingSchema,
  flag: flag(true),
  optInFlag: flag(),
  specs: list(TechnicalSpecSchema),
  reviews: list(ReviewSchema, LIST.long),
} satisfies Record<ProductFieldType, z.ZodType>

type ShapeOf<Field extends ProductField> = {
  [Key in Field]: (typeof FIELD_SCHEMAS)[(typeof PRODUCT_FIELDS)[Key]['type']]
}

function getShape<Field extends ProductField>(fields: readonly Field[]): ShapeOf<Field>
function getShape(fields: readonly ProductField[]): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field, FIELD_SCHEMAS[PRODUCT_FIELDS[field].type]]))
}

/** A product as edited and as stored in a document. Unknown keys are kept. */
export const ProductSchema = looseObject(getShape(PRODUCT_FIELD_LIST)).meta({ id: 'Product' })
export type ProductInput = z.infer<typeof ProductSchema>

type ChangeShape = { [Field in ProductField]: z.ZodOptional<z.ZodType<ProductInput[Field]>> }

/** Returns the schemas of the fields without their defaults, so that an absent field stays absent. */
function getChangeShape(): ChangeShape
function getChangeShape(): Record<string, z.ZodType> {
  const withoutDefault = (schema: z.ZodType) => (schema instanceof z.ZodDefault ? schema.unwrap() : schema)
  return Object.fromEntries(
    Object.entries(getShape(PRODUCT_FIELD_LIST)).map(([field, schema]) => [field, z.optional(withoutDefault(schema))]),
  )
}

/** The fields of a product to be changed; absent ones keep their stored values (docs/decisions/060). */
export const ProductChangeSchema = looseObject(getChangeShape()).meta({ id: 'ProductChange' })
export type ProductChange = z.infer<typeof ProductChangeSchema>

const PublicFieldsSchema = looseObject(getShape(PUBLIC_FIELDS))
export type PublicFields = z.infer<typeof PublicFieldsSchema>

/** A product as public calls return it. */
export const PublicProductSchema = PublicFieldsSchema.extend({
  id: z.string(),
  lastUpdated: z.iso.datetime(),
}).meta({ id: 'PublicProduct' })
export type PublicProduct = z.infer<typeof PublicProductSchema>

/** A product's rating by members' reviews, and the number of reviews that count. */
const MemberRatingSchema = z.object({ rating: z.number(), count: z.int() }).meta({ id: 'MemberRating' })
export type MemberRating = z.infer<typeof MemberRatingSchema>

/**
 * A product as the catalogue's calls return it. `rating` is the editors'; `memberRating`, which isn't part of any
 * document, is shown instead if enough reviews count, and is `null` otherwise.
 */
const RatedProductSchema = PublicProductSchema.extend({ memberRating: MemberRatingSchema.nullable() }).meta({
  id: 'RatedProduct',
})
export type RatedProduct = z.infer<typeof RatedProductSchema>
/** The rating of a product that the home page features, by the name in its document. */
export const FeaturedRatingSchema = RatedProductSchema.pick({ name: true, rating: true, memberRating: true })
export type FeaturedRating = z.infer<typeof FeaturedRatingSchema>

/** A product with its facts, as `GET /api/product-detail/{id}` returns it. */
export const ProductDetailSchema = RatedProductSchema.extend({
  /** The verdict of its published evaluation while that is valid. */
  verdict: ProductVerdictSchema.nullable(),
  /** In the order of the attributes; the preferred fact of an attribute comes first. */
  facts: z.array(FactSchema),
  /** The day on which facts were last changed or confirmed (最近更新); it begins with the day of the listing. */
  factsUpdatedOn: z.iso.date(),
}).meta({ id: 'ProductDetail' })
export type ProductDetail = z.infer<typeof ProductDetailSchema>

/** A product as the back office sees it, active or not. */
export const EditorProductSchema = PublicProductSchema.extend({
  _id: z.string(),
  company: z.string(),
  contactEmail: personalData(z.string(), 'products:write'),
  views: z.int(),
}).meta({ id: 'EditorProduct' })
export type EditorProduct = z.infer<typeof EditorProductSchema>

/** The status names of active and inactive AI product records. */
const AI_RECORD_STATUSES = ['approved', 'pending'] as const

/** The input of `/api/ai-products`: `status`, if given, determines whether the product is active. */
export const AiProductInputSchema = ProductSchema.extend({
  category: text(TEXT.word).default(AI_PRODUCT_CATEGORIES[0]),
  status: z.enum(AI_RECORD_STATUSES).optional(),
}).meta({ id: 'AiProduct' })
export type AiProductInput = z.infer<typeof AiProductInputSchema>
export const AiProductChangeSchema = ProductChangeSchema.extend({
  status: AiProductInputSchema.shape.status,
}).meta({ id: 'AiProductChange' })
export type AiProductChange = z.infer<typeof AiProductChangeSchema>

/** An AI product as `/api/ai-products` returns it. Anonymous requests get no company, contact or views. */
export const AiProductRecordSchema = PublicProductSchema.extend({
  _id: z.string(),
  status: z.enum(AI_RECORD_STATUSES),
  company: z.string().optional(),
  contactEmail: z.string().optional(),
  views: z.int().optional(),
}).meta({ id: 'AiProductRecord' })
export type AiProductRecord = z.infer<typeof AiProductRecordSchema>

/** A product in the recycle bin, from which it can be restored until `purgedAt`. */
export const RecycledProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  deletedAt: z.iso.datetime(),
  purgedAt: z.iso.datetime(),
})
export const RecycledProductQuerySchema = z.object({ page: pageNumber.default(1) })
export type RecycledProduct = z.infer<typeof RecycledProductSchema>

/** The query of `GET /api/products-list`. */
export const ProductListQuerySchema = z.object({
  catalogue: z.enum(CATALOGUES).default('agent').describe('产品目录：`agent` 为智能体，`ai` 为78AI。'),
  search: storedText()
    .max(TEXT.line)
    .default('')
    .meta({
      description:
        '在名称、标语与描述中查找，不分大小写与全半角，也认拼音全拼、首字母与繁体。厂商、资料、能力与技术规格中有的列在其后。每项的 `found` 说明在何处找到。',
      examples: ['znkf'],
    }),
  category: storedText().max(TEXT.line).default('').describe('类别，须完全一致；`全部` 或留空表示不限。'),
  price: storedText().max(TEXT.line).default('').describe('价格区间，须完全一致；`全部` 或留空表示不限。'),
  type: storedText()
    .max(TEXT.line)
    .default('')
    .meta({ description: '部署方式，只列出支持该方式的产品；其他取值不起作用。', examples: ['SaaS'] }),
  verdict: z
    .enum(['', ALL, ...RECOMMENDATIONS], PRODUCT_MESSAGES.unknownVerdict)
    .default('')
    .describe('平台评估的结论，只列出评估有效且结论相同的产品；`全部` 或留空表示不限。'),
  f: FacetChoicesSchema,
  verified: VerifiedSchema,
  sort: z
    .enum(PRODUCT_SORTS)
    .default('rating')
    .describe(
      '排序依据：`rating` 为评分，`name` 为名称拼音，`verdict` 为有效的平台评估的结论与总分，没有的排在最后。默认按评分降序时，名称就是搜索内容的产品列在最前。',
    ),
  order: z.enum(SORT_ORDERS).default('desc').describe('排序方向：`asc` 为升序，`desc` 为降序。'),
  page: pageNumber.optional().describe(`页码，从1开始；不传时返回全部（最多${LIST.products}项）。`),
  pageSize: pageSize(PRODUCTS_PER_PAGE_MAX).default(PRODUCTS_PER_PAGE),
  fields: z
    .enum(['all', 'card'])
    .default('all')
    .describe(
      '`all` 为全部字段；`card` 为列表所需的字段，不含长文本（没有标语时，描述为其开头），响应大小约为三分之一。',
    ),
})
export type ProductListQuery = z.infer<typeof ProductListQuerySchema>

/** The filters of a list, which also apply to the counts of its facets. */
export const ProductFilterSchema = ProductListQuerySchema.pick({
  catalogue: true,
  search: true,
  category: true,
  price: true,
  type: true,
  verdict: true,
  f: true,
  verified: true,
})
export type ProductFilter = z.infer<typeof ProductFilterSchema>

/** The search, filters and order of a product list. */
export type ProductListCriteria = Pick<
  ProductListQuery,
  'search' | 'category' | 'price' | 'type' | 'verdict' | 'sort' | 'order'
>

/**
 * A product in a list, with the verdict of its published evaluation while that is valid, and where a search matched.
 */
export const ListedProductSchema = RatedProductSchema.extend({
  verdict: ProductVerdictSchema.nullable(),
  /** The texts that a search matched, each with at least one of its words; empty without a search. */
  matches: z.array(SearchMatchSchema),
}).meta({ id: 'ListedProduct' })
export type ListedProduct = z.infer<typeof ListedProductSchema>

/**
 * A page of products. If no product contains the search, `closestMatch` has the words of it by which the products were
 * found, and `droppedWords` those that none meets.
 */
export type ProductPage = {
  products: ListedProduct[]
  pagination: Pagination
  closestMatch: string[] | null
  droppedWords: string[]
}
