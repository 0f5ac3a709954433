/** Facts that need attention: those to be confirmed, unknown ones, and those whose sources disagree. */
import { z } from 'zod'
import { AssignmentSchema, assigneeFilter } from '../assignments/assignment.ts'
import '../chinese-issues.ts'
import { TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { CATALOGUES } from '../vocabulary.ts'
import { AttributeKeySchema, AttributeSchema } from './attribute.ts'
import { EditorFactSchema } from './fact.ts'
import { FACT_GRADES, STALE_ORDERS } from './vocabulary.ts'

const FactProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  catalogue: z.enum(CATALOGUES),
  views: z.int(),
})
export type FactProduct = z.infer<typeof FactProductSchema>

/** A stale fact. `version` is that of its product's facts, for `If-Match`. */
export const StaleFactSchema = EditorFactSchema.extend({
  product: FactProductSchema,
  version: z.int(),
  assignment: AssignmentSchema,
})
export type StaleFact = z.infer<typeof StaleFactSchema>

/** An attribute, as these lists name it. */
const NamedAttributeSchema = AttributeSchema.pick({ label: true, group: true }).extend({
  attribute: AttributeKeySchema,
})

/**
 * An attribute that is unknown for frequently viewed products: the number of those products, their total views, and the
 * most viewed ones.
 */
export const UnknownAttributeSchema = NamedAttributeSchema.extend({
  catalogue: z.enum(CATALOGUES),
  products: z.int(),
  views: z.int(),
  firstProducts: z.array(FactProductSchema),
})
export type UnknownAttribute = z.infer<typeof UnknownAttributeSchema>

/** A product with unknown attributes that filters or comparisons use. */
export const IncompleteProductSchema = z.object({
  product: FactProductSchema,
  unknown: z.array(NamedAttributeSchema),
  /** How many such attributes its category has. */
  attributes: z.int(),
})
export type IncompleteProduct = z.infer<typeof IncompleteProductSchema>

/** An attribute of a product whose sources disagree, with the fact of each source, preferred one first. */
export const FactDisputeSchema = NamedAttributeSchema.extend({
  product: FactProductSchema,
  facts: z.array(EditorFactSchema),
})
export type FactDispute = z.infer<typeof FactDisputeSchema>

const filters = {
  catalogue: z.enum(CATALOGUES).optional().describe('产品目录；不传时为两个目录。'),
  product: z.string().max(TEXT.word).optional().describe('只列出一个产品的资料，值为产品编号。'),
  attribute: AttributeKeySchema.optional().describe('只列出一个属性的资料，值为属性的键。'),
}
const grade = z.enum(FACT_GRADES).optional().describe('只列出一个等级的资料。')
const page = pageNumber.default(1)

export const StaleFactQuerySchema = z.object({
  catalogue: filters.catalogue,
  product: filters.product,
  attribute: filters.attribute,
  grade,
  assignee: assigneeFilter,
  late: queryFlag('`true` 时只列出过了截止时间的资料。'),
  order: z.enum(STALE_ORDERS).default('age').describe('`age` 为过期最久的在前，`views` 为浏览最多的产品在前。'),
  page,
})
export type StaleFactQuery = z.infer<typeof StaleFactQuerySchema>

export const UnknownFactQuerySchema = z.object({ catalogue: filters.catalogue })

export const IncompleteProductQuerySchema = z.object({
  catalogue: filters.catalogue,
  product: filters.product,
  attribute: filters.attribute,
  page,
})
export type IncompleteProductQuery = z.infer<typeof IncompleteProductQuerySchema>

export const FactDisputeQuerySchema = z.object({
  catalogue: filters.catalogue,
  product: filters.product,
  attribute: filters.attribute,
  grade,
  page,
})
export type FactDisputeQuery = z.infer<typeof FactDisputeQuerySchema>
