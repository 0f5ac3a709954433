/** Plans an import row by row, without reading or writing the database. */
import type { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { type EditorProduct, type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { KnownProducts, MappedColumns, PlannedRow } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import type { CheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { NO_FORM_VALUES } from '#contracts/rules/facts/form-facts.ts'
import { restoreHiddenFlags } from '#contracts/rules/hidden-reviews.ts'
import { describeTakenName, foldName, normalizeName } from '#contracts/rules/names.ts'
import { listChoiceErrors } from '#contracts/rules/product-choices.ts'
import { SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactTable, PlannedFacts } from '#server/modules/facts/service.ts'
import { eachInTurns, yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { pickFormValues } from '../view.ts'
import { findField, type RowFields, readFields } from './read-fields.ts'
import { listNewValues, listRowChanges } from './row-changes.ts'

export type PlanOptions = {
  catalogue: Catalogue
  /** The names of all products of the catalogue, including inactive ones. */
  names: readonly string[]
  /** Reads the fact columns. */
  factTable: FactTable
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

/**
 * Creates the planner of an import, which processes the rows in order, in batches. Products are matched by id,
 * otherwise by exact name; missing columns and blank cells leave existing values unchanged. A row with an error is
 * rejected entirely; other rows are not affected.
 */
export function createPlanner(options: PlanOptions) {
  const similarNames = new Map(options.names.map((name) => [withoutSpaces(name), name]))
  const takenNames = Map.groupBy(options.names, foldName)
  /** The first row that refers to each name or existing product. */
  const firstRows = new Map<string, number>()
  const newChoices = { category: new Set<string>(), price: new Set<string>() }

  function collectNewChoices({ row, save }: RowPlan): void {
    for (const { path } of row.hints)
      if (save && (path === 'category' || path === 'price')) newChoices[path].add(save.product[path])
  }

  return {
    /** Plans the next rows of the file. */
    async planRows(rows: readonly ReadRow[], known: KnownRows): Promise<RowPlan[]> {
      const planNextRow = createRowPlanner({ ...options, ...known, similarNames, takenNames, firstRows })
      const plans: RowPlan[] = []
      for await (const row of eachInTurns(rows)) {
        const plan = await planNextRow(row)
        collectNewChoices(plan)
        plans.push(plan)
      }
      return plans
    },
    /** Lists the values of the rows so far that are missing from the catalogue's lists. */
    listNewChoices: () => ({ newCategories: [...newChoices.category], newPrices: [...newChoices.price] }),
  }
}

type RowHeader = Pick<PlannedRow, 'row' | 'name'>
type ExistingProduct = EditorProduct | undefined

const NO_NOTES = { reasons: [], hints: [], changes: [] }
const skipRow = (header: RowHeader): RowPlan => ({ row: { ...header, ...NO_NOTES, action: 'skip' }, save: null })
const rejectRow = (header: RowHeader, reasons: FieldError[]): RowPlan => ({
  row: { ...header, ...NO_NOTES, action: 'reject', reasons },
  save: null,
})

const getIdKey = ({ id }: EditorProduct) => `id ${id}`
const getNameKey = (name: string) => `name ${foldName(name)}`
const toText = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
/** Returns a name for finding those that it may be confused with, although they may be those of two products. */
const withoutSpaces = (name: string) => foldName(name).replaceAll(' ', '')

type PlannerState = {
  similarNames: ReadonlyMap<string, string>
  /** The names of the catalogue's products by their folded names. */
  takenNames: ReadonlyMap<string, readonly string[]>
  firstRows: Map<string, number>
}

/** Creates the function that plans one row after another. */
function createRowPlanner(input: PlanOptions & KnownRows & PlannerState) {
  const { catalogue, mapped, categories, prices, sanitize, similarNames, takenNames, firstRows } = input
  const productsById = new Map(input.existing.map((product) => [product.id, product]))
  const productsByName = new Map(input.existing.map((product) => [product.name, product]))

  /** Plans the next row. Yields to the event loop, since many facts take long, especially at the start of a process. */
  return async function planNextRow(row: ReadRow): Promise<RowPlan> {
    const { fields, errors, hints } = readFields(row, mapped)
    const name = toText(fields.name)
    const existing =
      productsById.get(toText(fields.id)) ?? productsByName.get(name) ?? productsByName.get(normalizeName(name))
    const header = { row: row.row, name: name || (existing?.name ?? '') }
    const facts = await planFacts(row, existing)
    await yieldToEventLoop()
    errors.push(...facts.errors, ...listCellErrors(row))
    if (errors.length > 0) return rejectRow(header, [...errors, ...listFieldErrors(fields, existing)])
    const reasons = listDuplicateErrors(header.name, existing)
    if (reasons.length > 0) return rejectRow(header, reasons)
    const isSkipped = existing !== undefined && input.knownProducts === 'skip'
    const plan = isSkipped ? skipRow(header) : planProduct(header, { fields, hints }, facts, existing)
    if (plan.row.action !== 'reject') {
      firstRows.set(getNameKey(plan.row.name), row.row)
      if (existing) firstRows.set(getIdKey(existing), row.row)
    }
    return plan
  }

  /** Returns why cells of imported columns can't be read. */
  function listCellErrors({ cellProblems = new Map<string, string>() }: ReadRow): FieldError[] {
    return [...cellProblems].flatMap(([heading, message]) => {
      const field = findField(heading, mapped)
      if (field === 'readOnly' || (field === undefined && !input.factTable.findColumn(heading))) return []
      return [{ path: field ?? heading, message }]
    })
  }

  /** Merges the row's facts with those of its product. */
  async function planFacts({ values }: ReadRow, existing: ExistingProduct): Promise<PlannedFacts> {
    const { facts, errors, hints } = input.factTable.readRow(values)
    await yieldToEventLoop()
    const planned = input.factTable.plan(input.existingFacts.get(existing?.id ?? '') ?? [], facts)
    return { ...planned, errors: [...errors, ...planned.errors], hints: [...hints, ...planned.hints] }
  }

  /** Plans to create or update the product of a row without errors that is the first one for its product. */
  function planProduct(
    header: RowHeader,
    { fields, hints: fieldHints }: { fields: RowFields; hints: readonly FieldError[] },
    facts: PlannedFacts,
    existing: ExistingProduct,
  ): RowPlan {
    const parsed = parseProduct(fields, existing)
    if ('errors' in parsed) return rejectRow(header, parsed.errors)
    const { product } = parsed
    const takenName = findTakenName(product.name, existing)
    if (takenName !== undefined)
      return rejectRow(header, [{ path: 'name', message: describeTakenName(product.name, takenName) }])
    const row = { ...header, ...NO_NOTES, name: product.name, hints: facts.hints }
    const hints = [...fieldHints, ...listHints(product, existing, fields), ...facts.hints]
    const before = existing ? pickFormValues(existing, NO_FORM_VALUES) : NO_FORM_VALUES
    const savedFacts = input.factTable.planForm(facts.facts, { before, after: pickFormValues(product, before) })
    const changedFacts = facts.changes.length > 0 || savedFacts !== facts.facts ? savedFacts : null
    if (!existing)
      return {
        row: { ...row, action: 'create', hints, changes: [...listNewValues(product), ...facts.changes] },
        save: { id: input.nextId(), isNew: true, product, facts: changedFacts },
      }
    const changes = [...listRowChanges(existing, product), ...facts.changes]
    if (changes.length === 0) return { row: { ...row, action: 'unchanged' }, save: null }
    return {
      row: { ...row, action: 'update', hints, changes },
      save: { id: existing.id, isNew: false, product, facts: changedFacts },
    }
  }

  /** Returns the name of another product that a new or changed name is equal to or looks like. */
  function findTakenName(name: string, existing: ExistingProduct): string | undefined {
    if (name === existing?.name) return undefined
    const others = takenNames.get(foldName(name))?.filter((other) => other !== existing?.name) ?? []
    return others.includes(name) ? name : others[0]
  }

  /** Returns further errors of a rejected row, so that all can be fixed at once. */
  function listFieldErrors(fields: RowFields, existing: ExistingProduct): FieldError[] {
    const parsed = parseProduct(fields, existing)
    return 'errors' in parsed ? parsed.errors : []
  }

  /** Returns the product as it would be stored: the existing values, replaced by those of the row. */
  function parseProduct(
    { id: _id, ...fields }: RowFields,
    existing: ExistingProduct,
  ): { product: ProductInput } | { errors: FieldError[] } {
    if (!existing && toText(fields.name) === '')
      return { errors: [{ path: 'name', message: SUBMISSION_MESSAGES.productName }] }
    // New products have no rating unless the row contains one (docs/decisions/005).
    const parsed = ProductSchema.safeParse({ ...(existing ?? { rating: null }), ...fields })
    const errors = [
      ...listIssues(parsed.error),
      ...listChoiceErrors(catalogue, pickChoices(fields, existing), existing),
    ]
    if (!parsed.success || errors.length > 0) return { errors }
    const { id: _existingId, ...product } = parsed.data
    return {
      product: {
        ...cleanProduct(product),
        detailedDescription: sanitize(product.detailedDescription),
        reviews: restoreHiddenFlags(product.reviews, existing?.reviews ?? []),
      },
    }
  }

  /** Returns an error if an earlier row refers to the same product. */
  function listDuplicateErrors(name: string, existing: ExistingProduct): FieldError[] {
    const rowOfProduct = existing && firstRows.get(getIdKey(existing))
    // Products whose stored names look alike keep them.
    const firstRow = name === existing?.name ? rowOfProduct : (rowOfProduct ?? firstRows.get(getNameKey(name)))
    return firstRow === undefined ? [] : [{ path: 'name', message: PRODUCT_TABLE_MESSAGES.duplicateRow(firstRow) }]
  }

  /** Returns hints about a valid row that its author should check. */
  function listHints(product: ProductInput, existing: ExistingProduct, { id }: RowFields): FieldError[] {
    const hints: FieldError[] = []
    const similarName = existing ? undefined : similarNames.get(withoutSpaces(product.name))
    if (similarName !== undefined)
      hints.push({ path: 'name', message: PRODUCT_TABLE_MESSAGES.similarProductName(similarName) })
    if (id !== undefined && !productsById.has(toText(id)))
      hints.push({ path: 'id', message: PRODUCT_TABLE_MESSAGES.idUnknown })
    if (isUnknownChoice(product.category, existing?.category, categories))
      hints.push({ path: 'category', message: PRODUCT_TABLE_MESSAGES.categoryNew(product.category) })
    if (isUnknownChoice(product.price, existing?.price, prices))
      hints.push({ path: 'price', message: PRODUCT_TABLE_MESSAGES.newPriceTier(product.price) })
    if (!existing && product.isActive) hints.push(...listBlankChoices(product))
    return hints
  }
}

const listIssues = (error: z.ZodError | undefined): FieldError[] =>
  error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []

/** Returns the choices of a row, or the existing ones for blank cells. */
const pickChoices = ({ category, price }: RowFields, existing: ExistingProduct) => ({
  category: toText(category ?? existing?.category),
  price: toText(price ?? existing?.price),
})

/** Returns a hint if a new product that visitors will see has no category or no price. */
function listBlankChoices({ category, price }: ProductInput): FieldError[] {
  const labels = [
    ...(category === '' ? [PRODUCT_FIELDS.category.label] : []),
    ...(price === '' ? [PRODUCT_FIELDS.price.label] : []),
  ]
  return labels.length === 0 ? [] : [{ path: 'isActive', message: PRODUCT_TABLE_MESSAGES.newProductIncomplete(labels) }]
}

/** Returns whether a choice is neither the product's current one nor in the catalogue's list. */
const isUnknownChoice = (value: string, stored: string | undefined, list: readonly string[]) =>
  value !== '' && value !== stored && list.length > 0 && !list.includes(value)
