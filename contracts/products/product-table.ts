/** Bulk work on a catalogue's products: the list, actions on a selection, import and export. */
import { z } from 'zod'
import '../chinese-issues.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { FactSourceSchema } from '../facts/fact.ts'
import { BODY, BULK_PRODUCTS_MAX, PRODUCTS_PER_TABLE, TABLE, TEXT } from '../limits.ts'
import { changesQuery } from '../mirror.ts'
import { pageNumber, pageSize } from '../pagination.ts'
import { requiredName, storedText } from '../stored-text.ts'
import { SORT_ORDERS } from '../vocabulary.ts'
import { PRODUCT_FIELD_LIST } from './fields.ts'
import { MAPPABLE_FIELDS, type MappableField } from './product-columns.ts'
import { PRODUCT_TABLE_MESSAGES } from './table-messages.ts'

export const PRODUCT_STATUSES = ['active', 'inactive'] as const
type ProductStatus = (typeof PRODUCT_STATUSES)[number]
export const PRODUCT_STATUS_LABELS: Record<ProductStatus, string> = { active: '已上架', inactive: '已下架' }

const PRODUCT_TABLE_SORTS = ['updated', 'name', 'rating', 'relevance'] as const

const SEARCH = '在名称、标语与描述中查找，不分大小写与全半角，也认拼音全拼、首字母与繁体。'
const filters = {
  search: storedText().max(TEXT.line).default('').describe(SEARCH),
  category: storedText().max(TEXT.line).default('').describe('类别，须完全一致；留空表示不限。'),
  status: z.enum(PRODUCT_STATUSES, '没有这种状态').optional().describe('`active` 为已上架，`inactive` 为未上架。'),
}

/**
 * The query of the back office's list. `category` and `status` are matched exactly; by default, the most recently
 * changed products come first.
 */
export const ProductTableQuerySchema = z.object({
  ...filters,
  ...changesQuery,
  sort: z
    .enum(PRODUCT_TABLE_SORTS)
    .default('updated')
    .describe(
      '排序依据：`updated` 为更新时间，`name` 为名称拼音，`rating` 为评分，`relevance` 为与搜索词的相符程度，名称相符的在前。',
    ),
  order: z.enum(SORT_ORDERS).default('desc').describe('排序方向：`asc` 为升序，`desc` 为降序。'),
  page: pageNumber.default(1),
  pageSize: pageSize(100).default(PRODUCTS_PER_TABLE),
})
export type ProductTableQuery = z.infer<typeof ProductTableQuerySchema>
/** Only the filters of the list. */
export const ProductTableFilterSchema = z.object(filters)
export type ProductTableFilter = z.infer<typeof ProductTableFilterSchema>

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
  /** When it was moved to the recycle bin. */
  deletedAt: z.iso.datetime().nullable(),
})
export type ProductTableRow = z.infer<typeof ProductTableRowSchema>

/** The contents of the entire catalogue, for the options of the filters. */
export const ProductFacetsSchema = z.object({
  active: z.int(),
  inactive: z.int(),
  /** Every category in use, with its number of products. */
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
})
export type ProductFacets = z.infer<typeof ProductFacetsSchema>

const BULK_ACTIONS = [
  'activate',
  'deactivate',
  'setCategory',
  'setPrice',
  'undoCategory',
  'undoPrice',
  'remove',
  'restore',
] as const
type BulkAction = (typeof BULK_ACTIONS)[number]
export const BULK_ACTION_LABELS: Record<BulkAction, string> = {
  activate: '上架',
  deactivate: '下架',
  setCategory: '更改类别',
  setPrice: '更改价格',
  undoCategory: '撤销更改类别',
  undoPrice: '撤销更改价格',
  remove: '移入回收站',
  restore: '恢复',
}

const ids = z
  .array(storedText().max(TEXT.word))
  .min(1, PRODUCT_TABLE_MESSAGES.bulkNoneSelected)
  .max(BULK_PRODUCTS_MAX, PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX))

/** All products of the recycle bin, except some. Rejected if their number is no longer `total`. */
const recycled = z.object({
  total: z
    .int()
    .min(1, PRODUCT_TABLE_MESSAGES.bulkNoneSelected)
    .max(BULK_PRODUCTS_MAX, PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX))
    .describe('列表显示的符合条件的产品数；与实际不同则返回409，不作任何改动。'),
  except: z
    .array(storedText().max(TEXT.word))
    .max(BULK_PRODUCTS_MAX)
    .default([])
    .describe('符合条件、但不作改动的产品的编号。'),
})
/** All products that match the list's filters, except some. Rejected if their number is no longer `total`. */
const matching = recycled.extend(filters)
const LIVE_PRODUCTS = { ids: ids.optional(), matching: matching.optional() }

/** The previous values of a category or price, each with the products that had it. */
const PreviousValuesSchema = z.array(z.object({ value: storedText().max(TEXT.word), ids }))
export type PreviousValues = z.infer<typeof PreviousValuesSchema>

/**
 * One action on many products: those listed in `ids`, or all that are `matching`. `category` and `price` are the new
 * values; `undoCategory` and `undoPrice` set the `previous` values again, in products that still have the `current` one;
 * `restore` takes products out of the recycle bin, and matches only those in it.
 */
export const BulkRequestSchema = z
  .discriminatedUnion('action', [
    z.object({ ...LIVE_PRODUCTS, action: z.enum(['activate', 'deactivate', 'remove']) }),
    z.object({
      ...LIVE_PRODUCTS,
      action: z.literal('setCategory'),
      category: requiredName(PRODUCT_TABLE_MESSAGES.bulkCategory, TEXT.word),
    }),
    z.object({
      ...LIVE_PRODUCTS,
      action: z.literal('setPrice'),
      price: requiredName(PRODUCT_TABLE_MESSAGES.bulkPrice, TEXT.word),
    }),
    z.object({
      ids: z.undefined().optional(),
      matching: z.undefined().optional(),
      action: z.enum(['undoCategory', 'undoPrice']),
      current: storedText().max(TEXT.word).describe('要撤销的操作所设的值；之后又有改动的产品会跳过。'),
      previous: PreviousValuesSchema.min(1, PRODUCT_TABLE_MESSAGES.bulkNoneSelected)
        .max(BULK_PRODUCTS_MAX, PRODUCT_TABLE_MESSAGES.bulkTooMany(BULK_PRODUCTS_MAX))
        .describe('原来的值，即要撤销的操作返回的 `previous`。'),
    }),
    z.object({ ids: ids.optional(), matching: recycled.optional(), action: z.literal('restore') }),
  ])
  .refine((bulk) => 'previous' in bulk || (bulk.ids === undefined) !== (bulk.matching === undefined), {
    error: PRODUCT_TABLE_MESSAGES.bulkNoneSelected,
    path: ['ids'],
  })
export type BulkRequest = z.infer<typeof BulkRequestSchema>

/**
 * The number and ids of changed products, the skipped ones with reasons, and the previous values of a changed category
 * or price.
 */
export const BulkResultSchema = z.object({
  done: z.int(),
  ids: z.array(z.string()),
  skipped: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
  previous: PreviousValuesSchema,
})
export type BulkResult = z.infer<typeof BulkResultSchema>

/** An export takes the list's filters as well. */
export const ProductExportQuerySchema = ExportQuerySchema.extend(filters)

/** How an import can treat existing products. */
export const KNOWN_PRODUCTS = ['update', 'skip'] as const
export type KnownProducts = (typeof KNOWN_PRODUCTS)[number]

/** Precedes the key of an attribute that a column is mapped to. */
const ATTRIBUTE_PREFIX = 'attribute:'

/** The fields and attributes that a user has mapped unknown headings to. */
const ColumnsSchema = z.record(
  z.string().max(TABLE.cell),
  z.union(
    [z.enum(MAPPABLE_FIELDS), z.templateLiteral([ATTRIBUTE_PREFIX, z.string().max(TEXT.word)])],
    PRODUCT_TABLE_MESSAGES.importTarget,
  ),
)
export type MappedColumns = z.infer<typeof ColumnsSchema>
/** What a column with an unknown heading is mapped to. */
export type ColumnTarget = MappedColumns[string]

/** Returns what a column of an attribute is mapped to. */
export const toAttributeTarget = (key: string): ColumnTarget => `${ATTRIBUTE_PREFIX}${key}`

/** Returns the key of the attribute that a column is mapped to; `undefined` if it is mapped to a field. */
export const findTargetAttribute = (target: ColumnTarget): string | undefined =>
  target.startsWith(ATTRIBUTE_PREFIX) ? target.slice(ATTRIBUTE_PREFIX.length) : undefined

/** Returns the field that a column is mapped to; `undefined` if it is mapped to an attribute. */
export const findTargetField = (target: ColumnTarget): MappableField | undefined =>
  MAPPABLE_FIELDS.find((field) => field === target)

/** JSON in a form field; `missing` if there is none. */
const jsonText = <Schema extends z.ZodType>(schema: Schema, missing: string, message: string) =>
  z
    .string()
    .max(BODY.form)
    .default(missing)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
    })
    .pipe(schema)

/** The form fields sent with the file: how it is read. */
export const ImportOptionsSchema = z.object({
  known: z.enum(KNOWN_PRODUCTS).default('update'),
  columns: jsonText(ColumnsSchema, '{}', PRODUCT_TABLE_MESSAGES.importColumns).describe(
    '不认识的列所对应的字段或属性，JSON对象：列名为键，字段名或 `attribute:属性的键` 为值。',
  ),
  source: jsonText(FactSourceSchema.nullable(), 'null', PRODUCT_TABLE_MESSAGES.importSource).describe(
    '没有写明出处的资料的来源，JSON对象：`grade`、`sourceUrl`、`readAt` 与 `note`；不填则为厂商自述，日期不明。',
  ),
  sheet: z.string().max(TEXT.line).optional().describe('工作簿中要读的工作表；不填则按表头识别，跳过隐藏的工作表。'),
  headingRow: z.coerce.number().int().min(1).optional().describe('表头所在的行号；不填则按表头识别。'),
})
export type ImportOptions = z.infer<typeof ImportOptionsSchema>

/** Saving requires the `fingerprint` of the dry run. */
export const ImportFieldsSchema = ImportOptionsSchema.extend({
  fingerprint: z.string().max(TEXT.line).default('').describe('试运行返回的 `fingerprint`。'),
})

/** What an import does with a row. */
export const ROW_ACTIONS = ['create', 'update', 'unchanged', 'skip', 'reject'] as const
export type RowAction = (typeof ROW_ACTIONS)[number]
export const ROW_ACTION_LABELS: Record<RowAction, string> = {
  create: '新建',
  update: '更新',
  unchanged: '无变化',
  skip: '跳过',
  reject: '拒绝',
}

/** A note on a field; `cell` is its address in a spreadsheet, such as `B7`. */
const FieldNoteSchema = z.object({ path: z.string(), message: z.string(), cell: z.string().optional() })
export type FieldNote = z.infer<typeof FieldNoteSchema>

/** One row of an import plan: `reasons` explain a rejection, `hints` are warnings. */
const PlannedRowSchema = z.object({
  /** The row number in the spreadsheet (the heading is row 1), or the item's number in JSON. */
  row: z.int(),
  action: z.enum(ROW_ACTIONS),
  name: z.string(),
  reasons: z.array(FieldNoteSchema),
  hints: z.array(FieldNoteSchema),
  /** The changed fields of an update, each value truncated for display. */
  changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
})
export type PlannedRow = z.infer<typeof PlannedRowSchema>

/** Where the table was found in a spreadsheet, and the beginning of its first rows. */
const TableLayoutSchema = z.object({
  /** The sheets of a workbook; none in CSV. */
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  sheet: z.string(),
  headingRow: z.int(),
  firstRows: z.array(z.object({ row: z.int(), text: z.string() })),
})

/** What an import would change. */
export const ImportPlanSchema = z.object({
  /**
   * Identifies the file, the options and the state of the catalogue: a plan is applied exactly as shown, or not at all.
   */
  fingerprint: z.string(),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), skip: z.int(), reject: z.int() }),
  /** The first rows of each result, in the order of the file. */
  rows: z.array(PlannedRowSchema),
  /** All headings of the file. */
  columns: z.array(z.string()),
  /** Unknown headings that the user hasn't mapped: these columns are ignored. */
  ignoredColumns: z.array(z.string()),
  /** The fields of the other columns. */
  takenFields: z.array(z.enum(PRODUCT_FIELD_LIST)),
  /** The labels of the attributes whose facts are in the other columns. */
  takenAttributes: z.array(z.string()),
  /** The titles that mapped columns, by heading, would be recognized by. */
  mappedTitles: z.record(z.string(), z.string()),
  /** The source of the facts that name none. */
  source: FactSourceSchema.nullable(),
  /** Categories and prices that the catalogue doesn't list; products are imported with them anyway. */
  newCategories: z.array(z.string()),
  newPrices: z.array(z.string()),
  notices: z.array(z.string()),
  /** `null` for JSON. */
  layout: TableLayoutSchema.nullable(),
})
export type ImportPlan = z.infer<typeof ImportPlanSchema>
/** The plan without its rows. */
export type ImportSummary = Omit<ImportPlan, 'fingerprint' | 'rows' | 'counts'>
