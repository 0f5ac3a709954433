/** Plans the import of a file, which is read in parts. */
import type { FieldError } from '#contracts/errors.ts'
import { LIST } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { getFieldLabel } from '#contracts/products/product-columns.ts'
import {
  type FieldNote,
  findTargetAttribute,
  findTargetField,
  type ImportOptions,
  type ImportPlan,
  type ImportSummary,
  type MappedColumns,
} from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES as MESSAGES } from '#contracts/products/table-messages.ts'
import type { ReportProgress } from '#contracts/progress.ts'
import { normalizeName } from '#contracts/rules/names.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { FactService, FactTable } from '#server/modules/facts/service.ts'
import { invalid } from '#server/platform/app-error.ts'
import { eachInTurns, waitForNextTurn } from '#server/platform/event-loop.ts'
import { sanitizeRichText } from '#server/platform/rich-text.ts'
import {
  type OpenTable,
  openTable,
  type ReadRow,
  type TableLayout,
  type TableLimits,
} from '#server/platform/tables/open-table.ts'
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
type PlanInput = ImportOptions & {
  catalogue: Catalogue
  path: string
  limits: TableLimits
}
/** The plan of a row, with the cells of a rejected one, for the user to correct. */
type ReadRowPlan = RowPlan & { cells: ReadonlyMap<string, unknown> | null }
/** Receives each planned row, in the order of the file. */
type VisitRow = (row: ReadRowPlan) => void
/**
 * The result of a plan. `changes` and `factChanges` are the revisions before the first read, so that a concurrent
 * change makes the plan stale instead of wrong.
 */
export type FinishedPlan = { summary: ImportSummary; counts: Counts; changes: number; factChanges: number }

/** The number of rows whose products are loaded together. */
const ROWS_PER_BATCH = 50

/**
 * Plans a file. Throws `invalid`, also for two columns of one field, `payloadTooLarge`, `unsupportedMediaType`.
 */
export async function planFile(
  dependencies: Dependencies,
  { catalogue, known: knownProducts, columns: mapped, source, sheet, headingRow, path, limits }: PlanInput,
  { visitRow, reportProgress }: { visitRow: VisitRow; reportProgress: ReportProgress },
): Promise<FinishedPlan> {
  const { products, facts, listChoices, nextId } = dependencies
  reportProgress({ step: 'read', done: 0, total: 0 })
  const table = await openTable(path, limits, {
    sheet,
    headingRow,
    isHeading: (cells) => cells.some((cell) => findField(cell, mapped) === 'name'),
  })
  const factTable = await facts.createTable(catalogue, {
    isProductHeading: (heading) => findField(heading, mapped) !== undefined,
    findMappedKey: (heading) => findMappedKey(heading, mapped),
    defaultSource: source,
  })
  const columns = matchColumns(table, mapped, factTable)
  const changes = await products.countChanges(catalogue)
  const factChanges = await facts.countRevisions(catalogue)
  const names = (await products.listIdentities(catalogue)).map(({ name }) => name)
  // A fixed list has no suggestions.
  const choices = findFixedChoices(catalogue) ? { categories: [], prices: [] } : await listChoices(catalogue)
  const planner = createPlanner({ catalogue, names, factTable, knownProducts, mapped, ...choices, nextId })
  const counts: Counts = { create: 0, update: 0, unchanged: 0, skip: 0, reject: 0 }
  let hasInvalidChoice = false
  let done = 0
  // Nothing can be planned until a column is mapped to the name.
  const batches = hasNames(columns) ? readBatches(table.rows()) : []
  for await (const rows of batches) {
    reportProgress({ step: 'plan', done, total: table.rowCount })
    done += rows.length
    const known = await getKnownRows(dependencies, rows, { catalogue, mapped, hasFacts: columns.some(isAttribute) })
    const plans = await planner.planRows(rows, known)
    for (const [index, plan] of plans.entries()) {
      counts[plan.row.action] += 1
      hasInvalidChoice ||= plan.row.reasons.some(isChoiceError)
      const cells = plan.row.action === 'reject' ? (rows[index]?.values ?? null) : null
      visitRow({ ...addCellAddresses(plan, columns), cells })
    }
    // An in-process database gives its connection to the next caller in the queue: let other requests go first.
    await waitForNextTurn()
  }
  const notices = [
    ...(hasNames(columns) ? [] : [MESSAGES.importNoName]),
    ...(hasInvalidChoice ? listChoiceNotices(catalogue) : []),
    ...listSizeNotices(names.length, counts),
  ]
  const summary = {
    ...summarizeColumns(columns),
    columns: table.columns,
    mappedTitles: listMappedTitles(columns, mapped, factTable),
    source,
    ...planner.listNewChoices(),
    notices,
    layout: table.layout ? summarizeLayout(table.layout) : null,
  }
  return { summary, counts, changes, factChanges }
}

/** A column of the file with the product field or the attribute that it contains, if any. */
type MatchedColumn = {
  heading: string
  /** Its letter in a spreadsheet. */
  letter: string | undefined
  field: ReturnType<typeof findField>
  attribute: ReturnType<FactTable['findColumn']>
}

const isAttribute = ({ attribute }: MatchedColumn) => attribute !== undefined
const isIgnored = ({ field, attribute }: MatchedColumn) => field === undefined && attribute === undefined
const hasNames = (columns: readonly MatchedColumn[]) => columns.some(({ field }) => field === 'name')

/** Returns which columns of a file are ignored, and which fields and attributes it contains. */
const summarizeColumns = (
  columns: readonly MatchedColumn[],
): Pick<ImportSummary, 'ignoredColumns' | 'takenFields' | 'takenAttributes'> => ({
  ignoredColumns: columns.flatMap((column) => (isIgnored(column) ? [column.heading] : [])),
  takenFields: columns.flatMap(({ field }) => (field === undefined || field === 'readOnly' ? [] : [field])),
  takenAttributes: columns.flatMap(({ attribute }) => (typeof attribute === 'object' ? [attribute.label] : [])),
})

/** Returns the titles by which mapped columns would be recognized without the mapping. */
const listMappedTitles = (columns: readonly MatchedColumn[], mapped: MappedColumns, factTable: FactTable) =>
  Object.fromEntries(
    columns.flatMap(({ heading, field, attribute }): [heading: string, title: string][] => {
      if (!Object.hasOwn(mapped, heading)) return []
      if (typeof attribute === 'object') return [[heading, factTable.getTitle(attribute)]]
      return field === undefined ? [] : [[heading, getFieldLabel(field)]]
    }),
  )

/** Matches the headings of a file. Throws `invalid` for two columns of the same field or attribute. */
function matchColumns(table: OpenTable, mapped: MappedColumns, factTable: FactTable): MatchedColumn[] {
  const columns = table.columns.map((heading) => ({
    heading,
    letter: table.letters.get(heading),
    field: findField(heading, mapped),
    attribute: factTable.findColumn(heading),
  }))
  for (const { heading, attribute } of columns)
    if (findMappedKey(heading, mapped) !== undefined && typeof attribute !== 'object')
      throw invalid(MESSAGES.importAttributeUnknown(heading))
  assertMappedOnce(columns, mapped)
  assertAttributesOnce(columns)
  return columns
}

/** Returns the key of the attribute that the user has mapped a heading to. */
function findMappedKey(heading: string, mapped: MappedColumns): string | undefined {
  const target = Object.hasOwn(mapped, heading) ? mapped[heading] : undefined
  return target && findTargetAttribute(target)
}

/** Adds the address of the cell to the notes on a row that concern a column. */
function addCellAddresses({ row, save }: RowPlan, columns: readonly MatchedColumn[]): RowPlan {
  const addAddress = (note: FieldNote): FieldNote => {
    const [key] = note.path.split('.', 1)
    const letter = columns.find(
      ({ heading, field, attribute }) =>
        heading === note.path || field === key || (typeof attribute === 'object' && attribute.label === note.path),
    )?.letter
    return letter === undefined ? note : { ...note, cell: `${letter}${row.row}` }
  }
  return { row: { ...row, reasons: row.reasons.map(addAddress), hints: row.hints.map(addAddress) }, save }
}

const LAYOUT_TEXT_LENGTH = 60

const summarizeLayout = ({ sheets, sheet, headingRow, firstRows }: TableLayout): ImportSummary['layout'] => ({
  sheets,
  sheet,
  headingRow,
  firstRows: firstRows.map(({ row, cells }) => ({
    row,
    text: cells.filter(Boolean).join('、').slice(0, LAYOUT_TEXT_LENGTH),
  })),
})

/** Throws `invalid` if a field to which the user has mapped a column has a second column. */
function assertMappedOnce(columns: readonly MatchedColumn[], mapped: MappedColumns): void {
  for (const mappedField of new Set(Object.values(mapped).flatMap((target) => findTargetField(target) ?? [])))
    if (columns.filter(({ field }) => field === mappedField).length > 1)
      throw invalid(MESSAGES.importFieldRepeated(getFieldLabel(mappedField)))
}

/** Throws `invalid` if two columns belong to the same attribute. */
function assertAttributesOnce(columns: readonly MatchedColumn[]): void {
  const keys = new Set<string>()
  for (const { attribute } of columns) {
    if (typeof attribute !== 'object') continue
    if (keys.has(attribute.key)) throw invalid(MESSAGES.importFieldRepeated(attribute.label))
    keys.add(attribute.key)
  }
}

async function* readBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_PER_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns the stored products that rows refer to, and sanitizes the rows' long texts outside the main thread. */
async function getKnownRows(
  { products, facts }: Dependencies,
  rows: readonly ReadRow[],
  { catalogue, mapped, hasFacts }: { catalogue: Catalogue; mapped: MappedColumns; hasFacts: boolean },
): Promise<KnownRows> {
  const rowFields: RowFields[] = []
  for await (const row of eachInTurns(rows)) {
    rowFields.push(readFields(row, mapped).fields)
  }
  const idsAndNames = new Set(
    rowFields.flatMap(({ id, name }) =>
      [id, name, normalizeName(String(name ?? ''))].map((value) => String(value ?? '').trim()),
    ),
  )
  const existing = await products.listNamed(catalogue, [...idsAndNames])
  const sanitized = await sanitizeLongTexts(
    rowFields.map(({ detailedDescription }) => String(detailedDescription ?? '')),
  )
  return {
    existing,
    existingFacts: await facts.listForEditing(hasFacts ? existing.map(({ id }) => id) : []),
    sanitize: (html) => sanitized.get(html) ?? sanitizeRichText(html),
  }
}

const isChoiceError = ({ path }: FieldError) => path === 'category' || path === 'price'

/** Returns the choices of a catalogue whose choices are fixed. */
function listChoiceNotices(catalogue: Catalogue): string[] {
  const choices = findFixedChoices(catalogue)
  return choices ? [PRODUCT_MESSAGES.fixedChoices(choices.category, choices.price)] : []
}

/** Warns if the import makes the catalogue larger than it should be. */
function listSizeNotices(productCount: number, { create }: Counts): string[] {
  const total = productCount + create
  return create > 0 && total > LIST.products ? [MESSAGES.catalogueLarge(total, LIST.products)] : []
}
