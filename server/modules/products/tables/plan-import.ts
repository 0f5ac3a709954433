/** What an import would do, row by row. Nothing is read or written here. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type EditorProduct, type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import type { KnownProducts, PlannedRow } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as SAY } from '#contracts/products/table-messages.ts'
import { cleanedProduct } from '#contracts/rules/cleaned-product.ts'
import { keptHidden } from '#contracts/rules/hidden-reviews.ts'
import { choiceFaults } from '#contracts/rules/product-choices.ts'
import { SUBMISSION_MESSAGES } from '#contracts/submissions/messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ReadRow, ReadTable } from '#server/platform/tables/read-table.ts'
import { type GivenFields, givenFields } from './given-fields.ts'
import { changesBetween } from './planned-changes.ts'

export type ImportOf = {
  catalogue: Catalogue
  table: ReadTable
  /** All that the catalogue has, the inactive too. */
  existing: readonly EditorProduct[]
  known: KnownProducts
  /** What the catalogue's document proposes; an empty list knows everything. */
  categories: readonly string[]
  prices: readonly string[]
  /** What keeping a rich text makes of it. */
  sanitise: (html: string) => string
}
export type PlannedImport = {
  rows: PlannedRow[]
  created: ProductInput[]
  updated: { id: string; product: ProductInput }[]
  /** What the catalogue's own lists don't have. */
  newCategories: string[]
  newPrices: string[]
}

/** Others get their turn after so many rows. */
const PER_TURN = 50

/**
 * Plans an import. A product is known by its id, else by its exact name; a column that is not there, and a blank cell,
 * leave what a known product has. A row with a fault is refused whole, the others stand.
 */
export async function planImport(of: ImportOf): Promise<PlannedImport> {
  const plan = createPlanner(of)
  const planned: PlannedImport = { rows: [], created: [], updated: [], newCategories: [], newPrices: [] }
  const hinted = { category: new Set<string>(), price: new Set<string>() }
  for (const [at, row] of of.table.rows.entries()) {
    if (at % PER_TURN === 0) await nextTurn()
    const { product, target, ...said } = plan(row)
    planned.rows.push(said)
    for (const { path } of said.hints)
      if (path === 'category' || path === 'price') hinted[path].add(product?.[path] ?? '')
    if (product && said.act === 'create') planned.created.push(product)
    if (product && target && said.act === 'update') planned.updated.push({ id: target.id, product })
  }
  return { ...planned, newCategories: [...hinted.category], newPrices: [...hinted.price] }
}

type Planned = PlannedRow & { product?: ProductInput; target?: EditorProduct }
type Head = Pick<PlannedRow, 'row' | 'name'>

const NOTHING = { act: 'skip' as const, reasons: [], hints: [], changes: [] }
const refused = (head: Head, reasons: FieldError[]): Planned => ({ ...NOTHING, ...head, act: 'refuse', reasons })

const idKey = ({ id }: EditorProduct) => `id ${id}`
const nameKey = (name: string) => `name ${name}`
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const folded = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

function createPlanner({ catalogue, existing, known, categories, prices, sanitise }: ImportOf) {
  const byId = new Map(existing.map((product) => [product.id, product]))
  const byName = new Map(existing.map((product) => [product.name, product]))
  const alike = new Map(existing.map(({ name }) => [folded(name), name]))
  /** In which row of the file a name, or a known product, stood first. */
  const rowOf = new Map<string, number>()

  return function plan(row: ReadRow): Planned {
    const { fields, faults } = givenFields(row)
    const target = byId.get(textOf(fields.id)) ?? byName.get(textOf(fields.name))
    const head = { row: row.row, name: textOf(fields.name) || (target?.name ?? '') }
    if (faults.length > 0) return refused(head, [...faults, ...faultsOf(fields, target)])
    const reasons = repeats(head.name, target)
    if (reasons.length > 0) return refused(head, reasons)
    const planned = target && known === 'skip' ? { ...NOTHING, ...head, target } : weighed(head, fields, target)
    if (planned.act !== 'refuse') {
      rowOf.set(nameKey(planned.name), row.row)
      if (target) rowOf.set(idKey(target), row.row)
    }
    return planned
  }

  /** What a row does that can be read and stands in the file for the first time. */
  function weighed(head: Head, fields: GivenFields, target: EditorProduct | undefined): Planned {
    const parsed = parsedProduct(fields, target)
    if ('faults' in parsed) return refused(head, parsed.faults)
    const { product } = parsed
    const namesake = byName.get(product.name)
    if (namesake && namesake !== target) return refused(head, [{ path: 'name', message: MESSAGES.productNameTaken }])
    const of = { ...NOTHING, ...head, name: product.name, product }
    if (!target) return { ...of, act: 'create', hints: hintsOf(product, target, fields) }
    const changes = changesBetween(target, product)
    if (changes.length === 0) return { ...of, act: 'unchanged', target }
    return { ...of, act: 'update', target, changes, hints: hintsOf(product, target, fields) }
  }

  /** What else is wrong with a row that is refused anyway: whoever mends it mends it once. */
  function faultsOf(fields: GivenFields, target: EditorProduct | undefined): FieldError[] {
    const parsed = parsedProduct(fields, target)
    return 'faults' in parsed ? parsed.faults : []
  }

  /** The product as it would be kept: what the row gives, over what is there. */
  function parsedProduct(
    { id: _id, ...fields }: GivenFields,
    target: EditorProduct | undefined,
  ): { product: ProductInput } | { faults: FieldError[] } {
    if (!target && textOf(fields.name) === '')
      return { faults: [{ path: 'name', message: SUBMISSION_MESSAGES.productName }] }
    // Nobody here has rated a new product: without a rating it has none (docs/decisions/005).
    const parsed = ProductSchema.safeParse({ ...(target ?? { rating: null }), ...fields })
    const faults = [...issuesOf(parsed.error), ...choiceFaults(catalogue, chosenIn(fields, target), target)]
    if (!parsed.success || faults.length > 0) return { faults }
    const { id: _ours, ...product } = parsed.data
    return {
      product: {
        ...cleanedProduct(product),
        detailedDescription: sanitise(product.detailedDescription),
        reviews: keptHidden(product.reviews, target?.reviews ?? []),
      },
    }
  }

  function repeats(name: string, target: EditorProduct | undefined): FieldError[] {
    const before = (target && rowOf.get(idKey(target))) ?? rowOf.get(nameKey(name))
    return before === undefined ? [] : [{ path: 'name', message: SAY.rowRepeated(before) }]
  }

  function hintsOf(product: ProductInput, target: EditorProduct | undefined, { id }: GivenFields): FieldError[] {
    const hints: FieldError[] = []
    const other = target ? undefined : alike.get(folded(product.name))
    if (other !== undefined) hints.push({ path: 'name', message: SAY.nameAlike(other) })
    if (id !== undefined && !byId.has(textOf(id))) hints.push({ path: 'id', message: SAY.idUnknown })
    if (isNew(product.category, target?.category, categories))
      hints.push({ path: 'category', message: SAY.categoryNew(product.category) })
    if (isNew(product.price, target?.price, prices)) hints.push({ path: 'price', message: SAY.priceNew(product.price) })
    return hints
  }
}

const issuesOf = (error: z.ZodError | undefined): FieldError[] =>
  error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []

/** The choices that a row gives, or else those that stand. */
const chosenIn = ({ category, price }: GivenFields, target: EditorProduct | undefined) => ({
  category: textOf(category ?? target?.category),
  price: textOf(price ?? target?.price),
})

/** Whether a choice is one that neither the product had nor the catalogue's list has. */
const isNew = (chosen: string, stored: string | undefined, list: readonly string[]) =>
  chosen !== '' && chosen !== stored && list.length > 0 && !list.includes(chosen)
