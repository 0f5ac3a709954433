/** Plans the import of a file: reads its rows in parts, and stores the planned result of each row in the database. */
import { LIST } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { getFieldLabel } from '#contracts/products/product-columns.ts'
import type { ImportSummary } from '#contracts/products/product-import.ts'
import type { ImportPlan, MappedColumns, ProductImportFields } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import { getFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService, FactTable } from '#server/modules/facts/service.ts'
import { invalid } from '#server/platform/app-error.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import { openTable, type ReadRow, type TableLimits } from '#server/platform/tables/open-table.ts'
import { type ProductService, sanitizeLongTexts } from '../../service.ts'
import { createPlanner, type KnownRows, type RowPlan } from '../plan-import.ts'
import { findField, type RowFields, readFields } from '../read-fields.ts'

type Counts = ImportPlan['counts']
type Dependencies = {
  products: ProductService
  facts: FactService
  /** Lists the categories and prices that a catalogue's document suggests. */
  listChoices(catalogue: Catalogue): Promise<{ categories: readonly string[]; prices: readonly string[] }>
  /**
   * Returns the id of a new product. With sequential ids, the rows of one file are stored on the same database pages.
   */
  nextId: () => string
}
export type PlanInput = Pick<ProductImportFields, 'known' | 'columns'> & {
  catalogue: Catalogue
  path: string
  limits: TableLimits
}
/** The callbacks of a plan. `isCancelled` is called between rows. */
export type PlanProgress = {
  isCancelled(): boolean
  onRowCount(totalRows: number): Promise<void>
  /** Stores planned rows with the counts so far. */
  onRows(rows: readonly RowPlan[], counts: Counts): Promise<void>
}
/**
 * The result of a plan. `changes` and `factChanges` are the revisions before the first read, so that a concurrent
 * change makes the plan stale instead of wrong.
 */
export type FinishedPlan = { summary: ImportSummary; counts: Counts; changes: number; factChanges: number }

/** The number of rows whose products are loaded together. */
const ROWS_PER_BATCH = 50

/** Plans a file. Throws like `openTable`, and `invalid` for two columns of the same field or attribute. */
export async function planFile(
  { products, facts, listChoices, nextId }: Dependencies,
  { catalogue, known: knownProducts, columns: mapped, path, limits }: PlanInput,
  progress: PlanProgress,
): Promise<FinishedPlan> {
  const table = await openTable(path, limits, { isCancelled: progress.isCancelled })
  const fields = table.columns.map((column) => findField(column, mapped))
  assertMappedOnce(table.columns, mapped)
  const factTable = await facts.createTable(catalogue, (heading) => findField(heading, mapped) !== undefined)
  const attributes = table.columns.map((column) => factTable.findColumn(column))
  assertAttributesOnce(attributes)
  const changes = await products.countChanges(catalogue)
  const factChanges = await facts.countRevisions(catalogue)
  const names = (await products.listIdentities(catalogue)).map(({ name }) => name)
  // A fixed list has no suggestions.
  const choices = getFixedChoices(catalogue) ? { categories: [], prices: [] } : await listChoices(catalogue)
  const planner = createPlanner({ catalogue, names, facts: factTable, knownProducts, mapped, ...choices, nextId })
  const counts: Counts = { create: 0, update: 0, unchanged: 0, skip: 0, reject: 0 }
  let hasInvalidChoice = false

  async function readKnownRows(rows: readonly ReadRow[]): Promise<KnownRows> {
    const rowFields: RowFields[] = []
    for (const row of rows) {
      await waitForNextTurn()
      rowFields.push(readFields(row, mapped).fields)
    }
    const idsAndNames = new Set(
      rowFields.flatMap(({ id, name }) => [id, name].map((value) => String(value ?? '').trim())),
    )
    const existing = await products.listNamed(catalogue, [...idsAndNames])
    const ids = attributes.some(Boolean) ? existing.map(({ id }) => id) : []
    const sanitized = await sanitizeLongTexts(rowFields.flatMap(({ detailedDescription: text }) => String(text ?? '')))
    return {
      existing,
      existingFacts: await facts.listForEditing(ids),
      sanitize: (html) => sanitized.get(html) ?? sanitizeRichText(html),
    }
  }

  async function planBatch(rows: readonly ReadRow[]): Promise<void> {
    const plans = await planner.planRows(rows, await readKnownRows(rows))
    for (const { row } of plans) {
      counts[row.action] += 1
      hasInvalidChoice ||= row.reasons.some(({ path: field }) => field === 'category' || field === 'price')
    }
    await progress.onRows(plans, counts)
    // Let other requests use the database, as in `saveRows`.
    await waitForNextTurn()
  }

  await progress.onRowCount(table.rowCount)
  const hasNames = fields.includes('name')
  // Nothing can be planned until a column is mapped to the name.
  if (hasNames) await forEachBatch(table.rows(), progress, planBatch)
  const fixed = hasInvalidChoice ? getFixedChoices(catalogue) : undefined
  const total = names.length + counts.create
  const summary: ImportSummary = {
    ignoredColumns: table.columns.filter((_, index) => fields[index] === undefined && attributes[index] === undefined),
    takenFields: fields.filter((field) => field !== undefined && field !== 'readOnly'),
    takenAttributes: attributes.flatMap((column) => (typeof column === 'object' ? [column.label] : [])),
    ...planner.listNewChoices(),
    notices: [
      ...(hasNames ? [] : [MESSAGES.importNoName]),
      ...(fixed ? [PRODUCT_MESSAGES.getFixedChoices(fixed.category, fixed.price)] : []),
      ...(counts.create > 0 && total > LIST.products ? [MESSAGES.catalogueLarge(total, LIST.products)] : []),
    ],
  }
  return { summary, counts, changes, factChanges }
}

async function forEachBatch(
  rows: AsyncIterable<ReadRow>,
  progress: PlanProgress,
  plan: (batch: readonly ReadRow[]) => Promise<void>,
): Promise<void> {
  let batch: ReadRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_PER_BATCH) continue
    if (progress.isCancelled()) return
    await plan(batch)
    batch = []
  }
  if (batch.length > 0) await plan(batch)
}

/** Throws `invalid` if a field to which the user has mapped a column has a second column. */
function assertMappedOnce(columns: readonly string[], mapped: MappedColumns): void {
  for (const field of new Set(Object.values(mapped)))
    if (columns.filter((column) => findField(column, mapped) === field).length > 1)
      throw invalid(MESSAGES.importFieldRepeated(getFieldLabel(field)))
}

/** Throws `invalid` if two columns belong to the same attribute. */
function assertAttributesOnce(columns: readonly ReturnType<FactTable['findColumn']>[]): void {
  const keys = columns.flatMap((column) => (typeof column === 'object' ? [column] : []))
  const repeated = keys.find(({ key }, index) => keys.findIndex((earlier) => earlier.key === key) < index)
  if (repeated) throw invalid(MESSAGES.importFieldRepeated(repeated.label))
}
