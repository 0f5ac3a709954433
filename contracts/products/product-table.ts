/** Work on many products of a catalogue: the list, acts on a selection, import and export. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { BULK_PRODUCTS_MAX, PRODUCTS_PER_TABLE, TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { requiredText, storedText } from '../stored-text.ts'
import { ExportQuerySchema } from '../table.ts'
import { CATALOGUES, SORT_ORDERS } from '../vocabulary.ts'
import { PRODUCT_TABLE_MESSAGES } from './table-messages.ts'

export const CatalogueParamsSchema = z.object({ catalogue: z.enum(CATALOGUES) })

export const PRODUCT_STATUSES = ['active', 'inactive'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]
export const PRODUCT_STATUS_LABELS: Record<ProductStatus, string> = { active: '已上架', inactive: '已下架' }

export const PRODUCT_TABLE_SORTS = ['updated', 'name', 'rating'] as const

const SEARCH = '在名称、标语与描述中查找，不分大小写与全半角，也认拼音全拼、首字母与繁体。'
const filters = {
  search: storedText().max(TEXT.line).default('').describe(SEARCH),
  category: storedText().max(TEXT.line).default('').describe('类别，须完全一致；留空表示不限。'),
  status: z.enum(PRODUCT_STATUSES, '没有这种状态').optional().describe('`active`为已上架，`inactive`为未上架。'),
}

/** The query of the back office's list; `category` and `status` filter exactly, the newest change stands first. */
export const ProductTableQuerySchema = z.object({
  ...filters,
  sort: z
    .enum(PRODUCT_TABLE_SORTS)
    .default('updated')
    .describe('排序依据：`updated`为更新时间，`name`为名称拼音，`rating`为评分。'),
  order: z.enum(SORT_ORDERS).default('desc').describe('排序方向：`asc`为升序，`desc`为降序。'),
  page: pageNumber.default(1),
  pageSize: z.coerce
    .number('每页数量应为数字')
    .int('每页数量应为整数')
    .min(1)
    .max(100)
    .default(PRODUCTS_PER_TABLE)
    .describe('每页项数。'),
})
export type ProductTableQuery = z.infer<typeof ProductTableQuerySchema>
export type ProductTableFilter = Pick<ProductTableQuery, 'search' | 'category' | 'status'>

/** A product as the admin list shows it. */
export const ProductTableRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  slogan: z.string(),
  category: z.string(),
  price: z.string(),
  rating: z.number().nullable(),
  isActive: z.boolean(),
  logoUrl: z.string(),
  views: z.int(),
  lastUpdated: z.iso.datetime(),
})
export type ProductTableRow = z.infer<typeof ProductTableRowSchema>

/** The contents of the whole catalogue, for the options of the filters. */
export const ProductFacetsSchema = z.object({
  active: z.int(),
  inactive: z.int(),
  /** Every category in use, by its name, with how many products it has. */
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
})
export type ProductFacets = z.infer<typeof ProductFacetsSchema>

export const BULK_ACTIONS = ['activate', 'deactivate', 'categorise', 'remove'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]
export const BULK_ACTION_LABELS: Record<BulkAction, string> = {
  activate: '上架',
  deactivate: '下架',
  categorise: '更改类别',
  remove: '移入回收站',
}

const ids = z
  .array(storedText().max(TEXT.word))
  .min(1, PRODUCT_TABLE_MESSAGES.bulkNone)
  .max(BULK_PRODUCTS_MAX, PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX))

/** One act on many products; `category` is the one that `categorise` gives them. */
export const ProductBulkSchema = z.discriminatedUnion('act', [
  z.object({ ids, act: z.enum(['activate', 'deactivate', 'remove']) }),
  z.object({
    ids,
    act: z.literal('categorise'),
    category: requiredText(PRODUCT_TABLE_MESSAGES.bulkCategory, TEXT.word),
  }),
])
export type ProductBulk = z.infer<typeof ProductBulkSchema>

/** The number of changed products, and the skipped ones with reasons. */
export const ProductBulkResultSchema = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
})
export type ProductBulkResult = z.infer<typeof ProductBulkResultSchema>

/** The list's filters hold for the export, too. */
export const ProductExportQuerySchema = ExportQuerySchema.extend(filters)

export const IMPORT_MODES = ['dry-run', 'apply'] as const
/** How an import treats existing products. */
export const KNOWN_PRODUCTS = ['update', 'skip'] as const
export type KnownProducts = (typeof KNOWN_PRODUCTS)[number]

/** The form fields beside the file. Applying requires the `fingerprint` of the dry run. */
export const ProductImportFieldsSchema = z.object({
  mode: z.enum(IMPORT_MODES, PRODUCT_TABLE_MESSAGES.importMode),
  known: z.enum(KNOWN_PRODUCTS).default('update'),
  fingerprint: z.string().max(TEXT.line).default(''),
})
export type ProductImportFields = z.infer<typeof ProductImportFieldsSchema>

/** The action of an import for a row. */
export const ROW_ACTIONS = ['create', 'update', 'unchanged', 'skip', 'refuse'] as const
export type RowAction = (typeof ROW_ACTIONS)[number]
export const ROW_ACTION_LABELS: Record<RowAction, string> = {
  create: '新建',
  update: '更新',
  unchanged: '无变化',
  skip: '跳过',
  refuse: '拒绝',
}

const FieldNoteSchema = z.object({ path: z.string(), message: z.string() })

/** One row of an import plan: `reasons` explain a refusal, `hints` are warnings. */
export const PlannedRowSchema = z.object({
  /** The spreadsheet's row number (the heading is row 1); in JSON the item's number. */
  row: z.int(),
  act: z.enum(ROW_ACTIONS),
  name: z.string(),
  reasons: z.array(FieldNoteSchema),
  hints: z.array(FieldNoteSchema),
  /** The changed fields of an update, each value truncated for display. */
  changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
})
export type PlannedRow = z.infer<typeof PlannedRowSchema>

/** The planned or applied changes of an import. */
export const ImportPlanSchema = z.object({
  /**
   * Identifies the file, the options and the state of the catalogue: a plan is applied exactly as shown, or not at all.
   */
  fingerprint: z.string(),
  isApplied: z.boolean(),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), skip: z.int(), refuse: z.int() }),
  rows: z.array(PlannedRowSchema),
  /** Headings that we don't know: nothing of these columns is taken. */
  ignoredColumns: z.array(z.string()),
  /** Categories and prices that the catalogue's own lists don't have; the products are taken with them. */
  newCategories: z.array(z.string()),
  newPrices: z.array(z.string()),
  notices: z.array(z.string()),
})
export type ImportPlan = z.infer<typeof ImportPlanSchema>
