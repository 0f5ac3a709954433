/** Plans an import row by row, without reading or writing the database. */
import type { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type EditorProduct, type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { KnownProducts, MappedColumns, PlannedRow } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import type { CheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { restoreHiddenFlags } from '#contracts/rules/hidden-reviews.ts'
import { listChoiceErrors } from '#contracts/rules/product-choices.ts'
import { SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactTable, PlannedFacts } from '#server/modules/facts/service.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { type RowFields, readFields } from './read-fields.ts'
import { listRowChanges } from './row-changes.ts'

export type PlanOptions = {
  catalogue: Catalogue
  /** The names of all products of the catalogue, including inactive ones. */
  names: readonly string[]
  /** Reads the fact columns. */
  facts: FactTable
  knownProducts: KnownProducts
  /** The user's mapping of unknown headings to fields. */
  mapped: MappedColumns
  /** The values that the catalogue's document suggests; an empty list allows any. */
  categories: readonly string[]
  prices: readonly string[]
  /** Returns the id of a new product. */
  nextId: () => string
}
/** The stored products that some rows refer to. */
export type KnownRows = {
  existing: readonly EditorProduct[]
  existingFacts: ReadonlyMap<string, readonly EditorFact[]>
  /** Sanitizes a rich text as saving it does. */
  sanitize: (html: string) => string
}
/** What will be saved for a row: a new or updated product, and its facts if they change. */
export type PlannedSave = { id: string; isNew: boolean; product: ProductInput; facts: readonly CheckedFact[] | null }
export type RowPlan = { row: PlannedRow; save: PlannedSave | null }
export type Planner = ReturnType<typeof createPlanner>

/**
 * Creates the planner of an import, which processes the rows in order, in batches. Products are matched by id,
 * otherwise by exact name; missing columns and blank cells leave existing values unchanged. A row with an error is
 * rejected entirely; other rows are not affected.
 */
export function createPlanner(options: PlanOptions) {
  const namesByFoldedName = new Map(options.names.map((name) => [foldName(name), name]))
  /** The first row that refers to each name or existing product. */
  const firstRows = new Map<string, number>()
  const newChoices = { category: new Set<string>(), price: new Set<string>() }

  return {
    /** Plans the next rows of the file. */
    async planRows(rows: readonly ReadRow[], known: KnownRows): Promise<RowPlan[]> {
      const planNextRow = createRowPlanner({ ...options, ...known, namesByFoldedName, firstRows })
      const plans: RowPlan[] = []
      for (const readRow of rows) {
        await yieldToEventLoop()
        const { product, target, facts, ...row } = await planNextRow(readRow)
        for (const { path } of row.hints)
          if (path === 'category' || path === 'price') newChoices[path].add(product?.[path] ?? '')
        plans.push({ row, save: toSave({ ...row, product, target, facts }, options.nextId) })
      }
      return plans
    },
    /** Lists the values of the rows so far that are missing from the catalogue's lists. */
    listNewChoices: () => ({ newCategories: [...newChoices.category], newPrices: [...newChoices.price] }),
  }
}

type Planned = PlannedRow & {
  product?: ProductInput | undefined
  target?: EditorProduct | undefined
  facts?: PlannedFacts | undefined
}
type RowHeader = Pick<PlannedRow, 'row' | 'name'>

const SKIPPED_ROW = { action: 'skip' as const, reasons: [], hints: [], changes: [] }
const rejectRow = (header: RowHeader, reasons: FieldError[]): Planned => ({
  ...SKIPPED_ROW,
  ...header,
  action: 'reject',
  reasons,
})

const getIdKey = ({ id }: EditorProduct) => `id ${id}`
const getNameKey = (name: string) => `name ${name}`
const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
/** Returns a name without letter case, width and white space, for finding similar names. */
const foldName = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** Returns what to save for a row; `null` if it creates and changes nothing. */
function toSave({ action, product, target, facts }: Planned, nextId: () => string): PlannedSave | null {
  if (!product || (action !== 'create' && action !== 'update')) return null
  const changedFacts = facts && facts.changes.length > 0 ? facts.facts : null
  return { id: target?.id ?? nextId(), isNew: !target, product, facts: changedFacts }
}

type PlannerState = { namesByFoldedName: ReadonlyMap<string, string>; firstRows: Map<string, number> }

/** Creates the function that plans one row after another. */
function createRowPlanner(input: PlanOptions & KnownRows & PlannerState) {
  const { catalogue, existing, knownProducts, mapped, categories, prices, sanitize, namesByFoldedName, firstRows } =
    input
  const productsById = new Map(existing.map((product) => [product.id, product]))
  const productsByName = new Map(existing.map((product) => [product.name, product]))

  /** Plans the next row. Yields to the event loop, since many facts take long, especially at the start of a process. */
  return async function planNextRow(row: ReadRow): Promise<Planned> {
    const { fields, errors } = readFields(row, mapped)
    const target = productsById.get(toText(fields.id)) ?? productsByName.get(toText(fields.name))
    const header = { row: row.row, name: toText(fields.name) || (target?.name ?? '') }
    const facts = await planFacts(row, target)
    await yieldToEventLoop()
    errors.push(...facts.errors)
    if (errors.length > 0) return rejectRow(header, [...errors, ...listFieldErrors(fields, target)])
    const reasons = listDuplicateErrors(header.name, target)
    if (reasons.length > 0) return rejectRow(header, reasons)
    const planned =
      target && knownProducts === 'skip'
        ? { ...SKIPPED_ROW, ...header, target }
        : planRow(header, fields, facts, target)
    if (planned.action !== 'reject') {
      firstRows.set(getNameKey(planned.name), row.row)
      if (target) firstRows.set(getIdKey(target), row.row)
    }
    return planned
  }

  /** Merges the row's facts with those of its product. */
  async function planFacts({ values }: ReadRow, target: EditorProduct | undefined): Promise<PlannedFacts> {
    const { facts, errors } = input.facts.readRow(values)
    await yieldToEventLoop()
    const planned = input.facts.plan(input.existingFacts.get(target?.id ?? '') ?? [], facts)
    return { ...planned, errors: [...errors, ...planned.errors] }
  }

  /** Plans a valid row that is the first one for its product. */
  function planRow(
    header: RowHeader,
    fields: RowFields,
    facts: PlannedFacts,
    target: EditorProduct | undefined,
  ): Planned {
    const parsed = parseProduct(fields, target)
    if ('errors' in parsed) return rejectRow(header, parsed.errors)
    const { product } = parsed
    const duplicate = productsByName.get(product.name)
    if (duplicate && duplicate !== target)
      return rejectRow(header, [{ path: 'name', message: MESSAGES.productNameTaken }])
    const hints = [...listHints(product, target, fields), ...facts.hints]
    const planned = { ...SKIPPED_ROW, ...header, name: product.name, product, facts, hints }
    if (!target) return { ...planned, action: 'create' }
    const changes = [...listRowChanges(target, product), ...facts.changes]
    if (changes.length === 0) return { ...planned, action: 'unchanged', target, hints: facts.hints }
    return { ...planned, action: 'update', target, changes }
  }

  /** Returns further errors of a rejected row, so that all can be fixed at once. */
  function listFieldErrors(fields: RowFields, target: EditorProduct | undefined): FieldError[] {
    const parsed = parseProduct(fields, target)
    return 'errors' in parsed ? parsed.errors : []
  }

  /** Returns the product as it would be stored: the existing values, replaced by those of the row. */
  function parseProduct(
    { id: _id, ...fields }: RowFields,
    target: EditorProduct | undefined,
  ): { product: ProductInput } | { errors: FieldError[] } {
    if (!target && toText(fields.name) === '')
      return { errors: [{ path: 'name', message: SUBMISSION_MESSAGES.productName }] }
    // New products have no rating unless the row contains one (docs/decisions/005).
    const parsed = ProductSchema.safeParse({ ...(target ?? { rating: null }), ...fields })
    const errors = [...listIssues(parsed.error), ...listChoiceErrors(catalogue, pickChoices(fields, target), target)]
    if (!parsed.success || errors.length > 0) return { errors }
    const { id: _targetId, ...product } = parsed.data
    return {
      product: {
        ...cleanProduct(product),
        detailedDescription: sanitize(product.detailedDescription),
        reviews: restoreHiddenFlags(product.reviews, target?.reviews ?? []),
      },
    }
  }

  /** Returns an error if an earlier row refers to the same product. */
  function listDuplicateErrors(name: string, target: EditorProduct | undefined): FieldError[] {
    const firstRow = (target && firstRows.get(getIdKey(target))) ?? firstRows.get(getNameKey(name))
    return firstRow === undefined ? [] : [{ path: 'name', message: PRODUCT_TABLE_MESSAGES.duplicateRow(firstRow) }]
  }

  /** Returns hints about a valid row that its author should check. */
  function listHints(product: ProductInput, target: EditorProduct | undefined, { id }: RowFields): FieldError[] {
    const hints: FieldError[] = []
    const similarName = target ? undefined : namesByFoldedName.get(foldName(product.name))
    if (similarName !== undefined)
      hints.push({ path: 'name', message: PRODUCT_TABLE_MESSAGES.similarProductName(similarName) })
    if (id !== undefined && !productsById.has(toText(id)))
      hints.push({ path: 'id', message: PRODUCT_TABLE_MESSAGES.idUnknown })
    if (isUnknownChoice(product.category, target?.category, categories))
      hints.push({ path: 'category', message: PRODUCT_TABLE_MESSAGES.categoryNew(product.category) })
    if (isUnknownChoice(product.price, target?.price, prices))
      hints.push({ path: 'price', message: PRODUCT_TABLE_MESSAGES.newPriceTier(product.price) })
    return hints
  }
}

const listIssues = (error: z.ZodError | undefined): FieldError[] =>
  error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []

/** Returns the choices of a row, or the existing ones for blank cells. */
const pickChoices = ({ category, price }: RowFields, target: EditorProduct | undefined) => ({
  category: toText(category ?? target?.category),
  price: toText(price ?? target?.price),
})

/** Returns whether a choice is neither the product's current one nor in the catalogue's list. */
const isUnknownChoice = (value: string, stored: string | undefined, list: readonly string[]) =>
  value !== '' && value !== stored && list.length > 0 && !list.includes(value)
