/** Plans an import row by row, without reading or writing the database. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type EditorProduct, type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { KnownProducts, MappedColumns, PlannedRow } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as TEXTS } from '#contracts/products/table-messages.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import { restoreHidden } from '#contracts/rules/hidden-reviews.ts'
import { findChoiceErrors } from '#contracts/rules/product-choices.ts'
import { SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactsOfRow, FactTable, ProductFactsSave } from '#server/modules/facts/service.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import type { ReadTable } from '#server/platform/tables/read-table.ts'
import { createTurns } from '#server/platform/turns.ts'
import { type GivenFields, readFields } from './read-fields.ts'
import { changesBetween } from './row-changes.ts'

export type ImportInput = {
  catalogue: Catalogue
  table: ReadTable
  /** All that the catalogue has, the inactive too. */
  existing: readonly EditorProduct[]
  /** Reads the columns that are facts. */
  facts: FactTable
  /** The facts of the products that the table names. */
  existingFacts: ReadonlyMap<string, readonly EditorFact[]>
  knownProducts: KnownProducts
  /** The fields of headings that we don't know. */
  mapped: MappedColumns
  /** The values that the catalogue's document suggests; an empty list allows any. */
  categories: readonly string[]
  prices: readonly string[]
  /** Returns what keeping a rich text makes of it. */
  sanitize: (html: string) => string
}
export type PlannedImport = {
  rows: PlannedRow[]
  created: { id: string; product: ProductInput }[]
  updated: { id: string; product: ProductInput }[]
  /** The facts of those whose facts change. */
  facts: ProductFactsSave[]
  /** Values that are missing from the catalogue's lists. */
  newCategories: string[]
  newPrices: string[]
}

/**
 * Plans an import. Products are matched by id, else by exact name; missing columns and blank cells leave existing
 * values unchanged. A row with an error is refused as a whole, the others are not affected.
 */
export async function planImport(input: ImportInput): Promise<PlannedImport> {
  const planNextRow = createPlanner(input)
  const plan: PlannedImport = { rows: [], created: [], updated: [], facts: [], newCategories: [], newPrices: [] }
  const reported = { category: new Set<string>(), price: new Set<string>() }
  const letOthersIn = createTurns()
  for (const row of input.table.rows) {
    await letOthersIn()
    const { product, target, facts, ...summary } = planNextRow(row)
    plan.rows.push(summary)
    for (const { path } of summary.hints)
      if (path === 'category' || path === 'price') reported[path].add(product?.[path] ?? '')
    const id = target?.id ?? randomUUID()
    if (product && summary.act === 'create') plan.created.push({ id, product })
    if (product && target && summary.act === 'update') plan.updated.push({ id, product })
    if (facts && facts.changes.length > 0) plan.facts.push({ productId: id, facts: facts.facts })
  }
  return { ...plan, newCategories: [...reported.category], newPrices: [...reported.price] }
}

type Planned = PlannedRow & { product?: ProductInput; target?: EditorProduct; facts?: FactsOfRow }
type Head = Pick<PlannedRow, 'row' | 'name'>

const EMPTY_ROW = { act: 'skip' as const, reasons: [], hints: [], changes: [] }
const refuse = (head: Head, reasons: FieldError[]): Planned => ({ ...EMPTY_ROW, ...head, act: 'refuse', reasons })

const getIdKey = ({ id }: EditorProduct) => `id ${id}`
const getNameKey = (name: string) => `name ${name}`
const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const foldName = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

function createPlanner(input: ImportInput) {
  const { catalogue, existing, knownProducts, mapped, categories, prices, sanitize } = input
  const byId = new Map(existing.map((product) => [product.id, product]))
  const byName = new Map(existing.map((product) => [product.name, product]))
  const namesByFold = new Map(existing.map(({ name }) => [foldName(name), name]))
  /** The first row of each name or existing product. */
  const firstRows = new Map<string, number>()

  return function planNextRow(row: ReadRow): Planned {
    const { fields, errors } = readFields(row, mapped)
    const target = byId.get(toText(fields.id)) ?? byName.get(toText(fields.name))
    const head = { row: row.row, name: toText(fields.name) || (target?.name ?? '') }
    const facts = planFacts(row, target)
    errors.push(...facts.errors)
    if (errors.length > 0) return refuse(head, [...errors, ...findErrors(fields, target)])
    const reasons = findRepeats(head.name, target)
    if (reasons.length > 0) return refuse(head, reasons)
    const planned =
      target && knownProducts === 'skip' ? { ...EMPTY_ROW, ...head, target } : planRow(head, fields, facts, target)
    if (planned.act !== 'refuse') {
      firstRows.set(getNameKey(planned.name), row.row)
      if (target) firstRows.set(getIdKey(target), row.row)
    }
    return planned
  }

  /** Returns what the row's facts make of those that its product has. */
  function planFacts({ values }: ReadRow, target: EditorProduct | undefined): FactsOfRow {
    const { facts, errors } = input.facts.readRow(values)
    const planned = input.facts.plan(input.existingFacts.get(target?.id ?? '') ?? [], facts)
    return { ...planned, errors: [...errors, ...planned.errors] }
  }

  /** Plans a valid row that occurs for the first time. */
  function planRow(head: Head, fields: GivenFields, facts: FactsOfRow, target: EditorProduct | undefined): Planned {
    const parsed = parseProduct(fields, target)
    if ('errors' in parsed) return refuse(head, parsed.errors)
    const { product } = parsed
    const duplicate = byName.get(product.name)
    if (duplicate && duplicate !== target) return refuse(head, [{ path: 'name', message: MESSAGES.productNameTaken }])
    const hints = [...listHints(product, target, fields), ...facts.hints]
    const planned = { ...EMPTY_ROW, ...head, name: product.name, product, facts, hints }
    if (!target) return { ...planned, act: 'create' }
    const changes = [...changesBetween(target, product), ...facts.changes]
    if (changes.length === 0) return { ...planned, act: 'unchanged', target, hints: facts.hints }
    return { ...planned, act: 'update', target, changes }
  }

  /** Returns further errors of a refused row, so that all can be fixed at once. */
  function findErrors(fields: GivenFields, target: EditorProduct | undefined): FieldError[] {
    const parsed = parseProduct(fields, target)
    return 'errors' in parsed ? parsed.errors : []
  }

  /** Returns the product as it would be stored: the row's values over the existing ones. */
  function parseProduct(
    { id: _id, ...fields }: GivenFields,
    target: EditorProduct | undefined,
  ): { product: ProductInput } | { errors: FieldError[] } {
    if (!target && toText(fields.name) === '')
      return { errors: [{ path: 'name', message: SUBMISSION_MESSAGES.productName }] }
    // New products have no rating unless the row gives one (docs/decisions/005).
    const parsed = ProductSchema.safeParse({ ...(target ?? { rating: null }), ...fields })
    const errors = [...listIssues(parsed.error), ...findChoiceErrors(catalogue, pickChoices(fields, target), target)]
    if (!parsed.success || errors.length > 0) return { errors }
    const { id: _ours, ...product } = parsed.data
    return {
      product: {
        ...cleanProduct(product),
        detailedDescription: sanitize(product.detailedDescription),
        reviews: restoreHidden(product.reviews, target?.reviews ?? []),
      },
    }
  }

  function findRepeats(name: string, target: EditorProduct | undefined): FieldError[] {
    const before = (target && firstRows.get(getIdKey(target))) ?? firstRows.get(getNameKey(name))
    return before === undefined ? [] : [{ path: 'name', message: TEXTS.rowRepeated(before) }]
  }

  function listHints(product: ProductInput, target: EditorProduct | undefined, { id }: GivenFields): FieldError[] {
    const hints: FieldError[] = []
    const other = target ? undefined : namesByFold.get(foldName(product.name))
    if (other !== undefined) hints.push({ path: 'name', message: TEXTS.nameAlike(other) })
    if (id !== undefined && !byId.has(toText(id))) hints.push({ path: 'id', message: TEXTS.idUnknown })
    if (isNew(product.category, target?.category, categories))
      hints.push({ path: 'category', message: TEXTS.categoryNew(product.category) })
    if (isNew(product.price, target?.price, prices))
      hints.push({ path: 'price', message: TEXTS.priceNew(product.price) })
    return hints
  }
}

const listIssues = (error: z.ZodError | undefined): FieldError[] =>
  error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []

/** Returns a row's choices, or else the existing ones. */
const pickChoices = ({ category, price }: GivenFields, target: EditorProduct | undefined) => ({
  category: toText(category ?? target?.category),
  price: toText(price ?? target?.price),
})

/** Returns whether a choice is one that neither the product had nor the catalogue's list has. */
const isNew = (value: string, stored: string | undefined, list: readonly string[]) =>
  value !== '' && value !== stored && list.length > 0 && !list.includes(value)
