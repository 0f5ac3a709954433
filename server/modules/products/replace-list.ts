/** Reconciles a catalogue's rows with the product list of a saved document. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contracts/errors.ts'
import { LIST } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { isFormChanged, NO_FORM_VALUES } from '#contracts/rules/facts/form-facts.ts'
import { foldName } from '#contracts/rules/names.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic, type ProductFormChange } from '#server/modules/facts/service.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'
import type { SavedContact } from './contact-mails.ts'
import { arrangeProduct, insertProduct, updateProduct, updateProducts } from './saving/store.ts'
import { listLiveProducts, listProducts, type ProductRow } from './store.ts'
import { getFormValues, pickFormValues, toProductColumns } from './view.ts'

/** The names of the products that a save created, updated and removed, and whether it changed anything. */
export type ListChanges = { created: string[]; updated: string[]; removed: string[]; isChanged: boolean }
/** The changes, with what the products' forms state and the contacts, for the caller to save and to tell. */
type ReplacedList = ListChanges & { formChanges: ProductFormChange[]; contacts: SavedContact[] }

const NO_CHANGES: ReplacedList = {
  created: [],
  updated: [],
  removed: [],
  isChanged: false,
  formChanges: [],
  contacts: [],
}

/** Returns what the form of a product states, compared with its row. */
function toFormChange({ id, product, row }: Pick<Target, 'id' | 'product' | 'row'>): ProductFormChange {
  const before = row ? getFormValues(row) : NO_FORM_VALUES
  return { productId: id, before, after: pickFormValues(product, before) }
}

type Target = { product: ProductInput; position: number; row: ProductRow | undefined; id: string }

/**
 * Locks a catalogue and replaces its rows with a list, in its order. Products are matched by id, including recycled
 * ones, otherwise by exact name; missing rows are moved to the recycle bin. Throws `invalid` for a duplicate name or id.
 *
 * A catalogue may have more rows than a list. Its first rows, sent unchanged, change nothing: they come with edited texts
 * of the page. Any other list throws `conflict`, since the client can't have loaded all rows.
 */
export async function replaceList(
  transaction: Transaction,
  catalogue: Catalogue,
  products: readonly ProductInput[],
  stamp: SaveStamp,
): Promise<ReplacedList> {
  const { db } = transaction
  await transaction.lock(getCatalogueTopic(catalogue))
  const rows = await listLiveProducts(db, catalogue, LIST.products + 1)
  if (rows.length > LIST.products) {
    if (await isLoadedList(products, rows.slice(0, LIST.products))) return NO_CHANGES
    throw conflict(ADMIN_MESSAGES.tooManyProducts)
  }
  assertUnique(products, rows)
  const targets = await matchRows(db, catalogue, products, rows)

  const targetIds = new Set(targets.map(({ id }) => id))
  const removed = rows.filter(({ id }) => !targetIds.has(id))
  if (removed.length > 0)
    await updateProducts(
      db,
      removed.map(({ id }) => id),
      { deletedAt: stamp.updatedAt, ...stamp },
    )
  await releaseNames(db, targets, rows)
  const changes: ReplacedList = {
    created: [],
    updated: [],
    removed: removed.map(({ name }) => name),
    isChanged: removed.length > 0,
    formChanges: targets.map(toFormChange),
    contacts: targets.flatMap(({ row, product }) =>
      row?.deletedAt === null ? { row, contactEmail: product.contactEmail ?? row.contactEmail } : [],
    ),
  }
  for await (const target of eachInTurns(targets)) {
    const outcome = await saveRow(transaction, catalogue, target, stamp)
    if (outcome === 'created' || outcome === 'updated') changes[outcome].push(target.product.name)
    if (outcome !== 'unchanged') changes.isChanged = true
  }
  return changes
}

/** Returns whether a list consists of exactly these rows, unchanged. */
async function isLoadedList(products: readonly ProductInput[], rows: readonly ProductRow[]): Promise<boolean> {
  if (products.length !== rows.length) return false
  for await (const [index, row] of eachInTurns(rows.entries())) {
    const product = products[index]
    if (product?.id !== row.id || hasChanged(row, toProductColumns(product, row))) return false
    if (isFormChanged(toFormChange({ id: row.id, product, row }))) return false
  }
  return true
}

/**
 * Throws `invalid` with each duplicate id, and each name that equals another or looks like it. Rows that had such names
 * before names were compared in this way keep them.
 */
function assertUnique(products: readonly ProductInput[], rows: readonly ProductRow[]) {
  const storedNames = new Map(rows.map(({ id, name }) => [id, name]))
  const hasStoredName = ({ id, name }: ProductInput) => storedNames.get(id ?? '') === name
  const firstByName = new Map<string, ProductInput>()
  const ids = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, product] of products.entries()) {
    const { name, id } = product
    const first = firstByName.get(foldName(name))
    if (first && !(first.name !== name && hasStoredName(first) && hasStoredName(product)))
      errors.push({
        path: `products.${index}.name`,
        message: first.name === name ? ADMIN_MESSAGES.duplicateProductName : MESSAGES.similarNameTaken(first.name),
      })
    if (id !== undefined && ids.has(id))
      errors.push({ path: `products.${index}.id`, message: ADMIN_MESSAGES.duplicateProductId })
    if (!first) firstByName.set(foldName(name), product)
    if (id !== undefined) ids.add(id)
  }
  if (errors.length > 0) throw invalidFields(errors)
}

/** Matches each product with its row, or assigns the id of a new one. */
async function matchRows(
  db: Queryable,
  catalogue: Catalogue,
  products: readonly ProductInput[],
  live: readonly ProductRow[],
): Promise<Target[]> {
  const ids = products.flatMap(({ id }) => id ?? [])
  const rowsById = new Map((ids.length > 0 ? await listProducts(db, ids) : []).map((row) => [row.id, row]))
  const findRow = (id: string | undefined) => {
    const row = rowsById.get(id ?? '')
    return row?.catalogue === catalogue ? row : undefined
  }
  const usedIds = new Set(products.flatMap(({ id }) => findRow(id)?.id ?? []))
  const unmatchedByName = new Map(live.filter(({ id }) => !usedIds.has(id)).map((row) => [row.name, row]))
  return products.map((product, position) => {
    const row = findRow(product.id) ?? unmatchedByName.get(product.name)
    const newId = product.id !== undefined && isId(product.id) && !rowsById.has(product.id) ? product.id : randomUUID()
    return { product, position: position + 1, row, id: row?.id ?? newId }
  })
}

const isId = (id: string) => /^[\w-]{1,60}$/.test(id)

/** Renames rows temporarily if a new name is still in use, so that two rows can swap names. */
async function releaseNames(db: Queryable, targets: readonly Target[], live: readonly ProductRow[]): Promise<void> {
  const usedNames = new Set(live.map(({ name }) => name))
  const isNameInUse = targets.some(({ product, row }) => row?.name !== product.name && usedNames.has(product.name))
  if (!isNameInUse) return
  for (const { id, row, product } of targets)
    if (row && row.deletedAt === null && row.name !== product.name) await arrangeProduct(db, id, { name: `~${id}` })
}

type SaveOutcome = 'created' | 'updated' | 'moved' | 'unchanged'

/** Saves a product in its row, or in a new one. A row that is restored from the recycle bin counts as created. */
async function saveRow(
  transaction: Transaction,
  catalogue: Catalogue,
  target: Target,
  stamp: SaveStamp,
): Promise<SaveOutcome> {
  const { db } = transaction
  const { product, position, row, id } = target
  const columns = toProductColumns(product, row)
  if (!row) {
    await insertProduct(transaction, {
      company: '',
      contactEmail: '',
      views: 0,
      version: 1,
      createdAt: stamp.updatedAt,
      deletedAt: null,
      ...stamp,
      ...columns,
      id,
      catalogue,
      position,
    })
    return 'created'
  }
  if (row.deletedAt !== null || hasChanged(row, columns) || isFormChanged(toFormChange(target))) {
    await updateProduct(db, id, { ...columns, ...stamp, position, deletedAt: null })
    return row.deletedAt === null ? 'updated' : 'created'
  }
  if (row.position === position) return 'unchanged'
  await arrangeProduct(db, id, { position })
  return 'moved'
}

/** Returns whether any of the columns differs from the row's. */
export function hasChanged(
  row: ProductRow,
  { reviewCount: _count, detailsJson, ...plain }: ReturnType<typeof toProductColumns>,
) {
  const stored = Object.fromEntries(Object.keys(plain).map((key) => [key, Reflect.get(row, key)]))
  return !isDeepStrictEqual([stored, row.detailsJson], [plain, JSON.parse(detailsJson)])
}
