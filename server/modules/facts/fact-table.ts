/**
 * Facts of products in tables: a column for each attribute and one for sources; in JSON, a list. An import adds facts
 * and replaces earlier facts from the same source. It never removes facts, and never replaces a fact with one that was
 * read earlier.
 */

import { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { type EditorFact, FactInputSchema, FactSourceSchema } from '#contracts/facts/fact.ts'
import { findValidUntil } from '#contracts/facts/fact-value.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import { type CheckedFact, checkFacts, type UncheckedFact } from '#contracts/rules/facts/check-facts.ts'
import { applyFormChange, type FormChange, isFormChanged } from '#contracts/rules/facts/form-facts.ts'
import { isSameValue } from '#contracts/rules/facts/order-facts.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { toNfkc } from '#contracts/rules/normalize-text.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isCutText } from '#server/platform/cut-text.ts'
import type { Cell, TableColumn } from '#server/platform/tables/table.ts'
import type { AttributesByKey } from './attributes/view.ts'
import {
  formatFactCell,
  formatSourceLine,
  parseFactCell,
  parseSourceLines,
  SOURCES_HEADING,
  type SourceLine,
} from './fact-columns.ts'

/** A fact from a row of a table; `source` is `undefined` if the row doesn't name one. */
type RowFact = {
  attribute: string
  value: unknown
  isComplete: boolean
  source: Omit<SourceLine, 'label'> | undefined
}
/**
 * The effect of a row on a product's facts. `facts` contains all facts of the product, and has to be saved only if
 * there are `changes`.
 */
export type PlannedFacts = {
  facts: CheckedFact[]
  changes: { path: string; before: string; after: string }[]
  hints: FieldError[]
  errors: FieldError[]
}
type RowFacts = { facts: RowFact[]; errors: FieldError[]; hints: FieldError[] }
type ExportedProduct = { facts: readonly EditorFact[] }
export type FactTable = ReturnType<typeof createFactTable>

type FactColumn = Attribute | 'sources' | 'list'

const JSON_KEY = 'facts'
/** The default source if a table names none. */
const DEFAULT_SOURCE: Omit<SourceLine, 'label'> = { grade: 'claimed', sourceUrl: '', readAt: null, note: '' }
const normalizeHeading = (heading: string) =>
  toNfkc(heading)
    .toLowerCase()
    .replaceAll(/[\s_*]/g, '')
const JsonFactsSchema = z.array(FactInputSchema.partial({ grade: true }))

/** How the columns of one table are read; by default, as those of an export. */
export type FactTableOptions = {
  /** Returns whether a heading belongs to a field of the product; attributes with such a name get the suffix `（资料）`. */
  isProductHeading: (heading: string) => boolean
  /** Returns the key of the attribute that the user has mapped a heading to. */
  findMappedKey?: (heading: string) => string | undefined
  /** The source of facts whose rows name none. */
  defaultSource?: RowFact['source'] | null
}

/** Creates the parser and columns for a catalogue's facts in tables. */
export function createFactTable({
  catalogue,
  attributesByKey,
  isProductHeading,
  findMappedKey = () => undefined,
  defaultSource = null,
  today,
}: FactTableOptions & {
  catalogue: Catalogue
  attributesByKey: AttributesByKey
  today: string
}) {
  const rowDefault = defaultSource ?? undefined
  const rules = { catalogue, attributesByKey, today }
  const attributes = [...attributesByKey.values()].filter(({ catalogues }) => catalogues.includes(catalogue))
  /** Returns the heading of an attribute's column. */
  const getTitle = ({ label }: Attribute) => (isProductHeading(label) ? `${label}（资料）` : label)
  const attributesByHeading = new Map(
    attributes.flatMap((attribute) =>
      [attribute.key, attribute.label, `${attribute.label}（资料）`, `${attribute.label}（${attribute.unit}）`].map(
        (heading) => [normalizeHeading(heading), attribute] as const,
      ),
    ),
  )
  const labels = new Set(attributes.map(({ label }) => label))

  /** Caches the column of each heading, which is looked up for every row. */
  const columnsByHeading = new Map<string, FactColumn | undefined>()

  /**
   * Returns the attribute of a heading, or `sources` or `list` for special columns; `undefined` for any other heading.
   */
  function findColumn(heading: string): FactColumn | undefined {
    if (!columnsByHeading.has(heading)) columnsByHeading.set(heading, parseHeading(heading))
    return columnsByHeading.get(heading)
  }

  function parseHeading(heading: string): FactColumn | undefined {
    const mappedKey = findMappedKey(heading)
    if (mappedKey !== undefined) return attributes.find(({ key }) => key === mappedKey)
    if (isProductHeading(heading)) return undefined
    if (heading === JSON_KEY) return 'list'
    const normalized = normalizeHeading(heading)
    return normalized === normalizeHeading(SOURCES_HEADING) ? 'sources' : attributesByHeading.get(normalized)
  }

  /**
   * Returns a row's facts, an error for each unreadable part and a hint for each cell that an export has cut, by column
   * heading. A row with cut sources can't be read, since they would be lost.
   */
  function readRow(values: ReadonlyMap<string, unknown>): RowFacts {
    const facts: RowFact[] = []
    const hints: FieldError[] = []
    const errors: FieldError[] = []
    const sources = readSources(values, errors)
    for (const [heading, raw] of values) {
      const column = findColumn(heading)
      if (column === 'list') readList(raw, { facts, errors, rowDefault })
      if (column === undefined || column === 'list' || column === 'sources') continue
      if (isCutText(raw)) {
        hints.push({ path: heading, message: MESSAGES.cellCut })
        continue
      }
      const cell = parseFactCell(column, raw)
      if ('errors' in cell) errors.push(...cell.errors.map(({ message }) => ({ path: heading, message })))
      else
        facts.push(
          ...cell.values.map(({ value, isComplete }, index) => ({
            attribute: column.key,
            value,
            isComplete,
            source: sources.get(column.label)?.[index] ?? sources.get(null)?.[0] ?? rowDefault,
          })),
        )
    }
    return { facts, errors, hints }
  }

  /** Returns the lines of the sources column by attribute label; key `null` has the default for all attributes. */
  function readSources(values: ReadonlyMap<string, unknown>, errors: FieldError[]) {
    const cells = [...values].filter(([heading]) => findColumn(heading) === 'sources')
    const parsedCells = cells.map(([, cell]) =>
      isCutText(cell) ? { lines: [], unreadable: [] } : parseSourceLines(String(cell)),
    )
    for (const [heading, cell] of cells)
      if (isCutText(cell)) errors.push({ path: heading, message: MESSAGES.sourcesCut })
    const report = (message: string) => errors.push({ path: SOURCES_HEADING, message })
    for (const line of parsedCells.flatMap(({ unreadable }) => unreadable)) report(MESSAGES.sourceLine(line))
    const lines = parsedCells
      .flatMap((each) => each.lines)
      .filter(({ label, ...source }) => {
        if (label !== null && !labels.has(label)) report(MESSAGES.unknownSource(label))
        const { success, error } = FactSourceSchema.safeParse(source)
        for (const { message } of error?.issues ?? []) errors.push({ path: label ?? SOURCES_HEADING, message })
        return success
      })
    return Map.groupBy(lines, ({ label }) => label)
  }

  /**
   * Returns the effect of a row's facts on a product's stored facts. Errors and changes are identified by attribute
   * label.
   */
  function plan(stored: readonly CheckedFact[], rowFacts: readonly RowFact[]): PlannedFacts {
    const facts: UncheckedFact[] = [...stored]
    const changes: PlannedFacts['changes'] = []
    const hints: FieldError[] = []
    for (const rowFact of rowFacts) {
      const { before, after, isOutdated } = compareWithStored(stored, rowFact)
      const path = getLabel(rowFact.attribute)
      const hint = isOutdated ? MESSAGES.newerReading(before?.readAt ?? '') : describeExpiry(after)
      if (hint !== undefined) hints.push({ path, message: hint })
      if (after === undefined) continue
      if (before) facts[facts.indexOf(before)] = after
      else facts.push(after)
      changes.push({ path, before: before ? describeFact(before) : '', after: describeFact(after) })
    }
    const { checked, errors } = checkFacts(facts, rules)
    return { facts: checked, changes, hints, errors: errors.map((error) => withLabelAsPath(error, facts)) }
  }

  /**
   * Compares a row's fact with the stored fact of the same source. `after` is undefined if both are equal, if the row
   * names no source and its value is already stored, or if the stored fact is newer; `isOutdated` is `true` if the
   * stored fact is newer and has another value.
   */
  function compareWithStored(
    stored: readonly CheckedFact[],
    { attribute, value, isComplete, source }: RowFact,
  ): { before?: CheckedFact; after?: UncheckedFact; isOutdated?: boolean } {
    const rowFact: UncheckedFact = { attribute, value, isComplete, ...(source ?? DEFAULT_SOURCE) }
    const [checked] = checkFacts([rowFact], rules).checked
    const storedFacts = stored.filter((fact) => fact.attribute === attribute)
    const hasSameValue = (fact: CheckedFact) =>
      checked !== undefined && isSameValue(fact.value, checked.value) && fact.isComplete === checked.isComplete
    if (!source && storedFacts.some(hasSameValue)) return {}
    const before = storedFacts.find(
      ({ grade, sourceUrl }) => grade === rowFact.grade && sourceUrl === rowFact.sourceUrl,
    )
    if (!before) return { after: rowFact }
    if (isOlder(rowFact, before)) return { before, isOutdated: !hasSameValue(before) }
    const isSame = hasSameValue(before) && before.readAt === rowFact.readAt && before.note === rowFact.note
    return isSame ? { before } : { before, after: { ...rowFact, id: before.id } }
  }

  /** Returns a product's facts after a change of its form, which an import makes together with its fact columns. */
  const planForm = (facts: readonly CheckedFact[], change: FormChange): readonly CheckedFact[] =>
    isFormChanged(change) ? applyFormChange(facts, change, today) : facts

  const getLabel = (attribute: string): string => attributesByKey.get(attribute)?.label ?? attribute

  /** Returns a hint if a certificate has expired; `undefined` otherwise. */
  function describeExpiry(fact: UncheckedFact | undefined): string | undefined {
    const [checked] = fact ? checkFacts([fact], rules).checked : []
    const lastDay = checked ? findValidUntil(checked.value) : null
    return lastDay !== null && lastDay < today ? MESSAGES.certificateExpiryWarning(lastDay) : undefined
  }

  function describeFact(fact: UncheckedFact): string {
    const attribute = attributesByKey.get(fact.attribute)
    const [checked] = checkFacts([fact], rules).checked
    const value = attribute && checked ? describeFactValue({ ...attribute, ...checked }, checked.value) : ''
    return `${value}（${FACT_GRADE_LABELS[fact.grade]}${fact.readAt === null ? '' : `，${fact.readAt}`}）`
  }

  /** Returns an error with the label of the fact's attribute as its path. */
  function withLabelAsPath({ path, message }: FieldError, facts: readonly UncheckedFact[]): FieldError {
    const key = facts[Number(path.split('.')[1])]?.attribute ?? ''
    return { path: getLabel(key), message }
  }

  /** Returns the columns of an export; for JSON, a single one with a list of facts. */
  function listColumns(format: TableFormat): TableColumn<ExportedProduct>[] {
    if (format === 'json')
      return [{ key: JSON_KEY, title: '资料', cell: () => null, value: ({ facts }) => facts.map(toJsonFact) }]
    const columns = attributes.map(
      (attribute): TableColumn<ExportedProduct> => ({
        key: attribute.key,
        title: getTitle(attribute),
        cell: ({ facts }) => formatCell(attribute, facts),
        width: 16,
      }),
    )
    return [
      ...columns,
      { key: 'sources', title: SOURCES_HEADING, cell: ({ facts }) => formatSources(facts), width: 50 },
    ]
  }

  return { getTitle, findColumn, readRow, plan, planForm, listColumns }
}

function readList(
  raw: unknown,
  { facts, errors, rowDefault }: { facts: RowFact[]; errors: FieldError[]; rowDefault: RowFact['source'] },
): void {
  const { data, error } = JsonFactsSchema.safeParse(raw)
  for (const { path, message } of error?.issues ?? []) errors.push({ path: [JSON_KEY, ...path].join('.'), message })
  for (const { attribute, value, isComplete, grade, sourceUrl, readAt, note } of data ?? []) {
    const source = grade === undefined ? rowDefault : { grade, sourceUrl, readAt, note }
    facts.push({ attribute, value, isComplete, source })
  }
}

/** Returns a fact with its source, as in JSON exports. */
export const toJsonFact = ({ attribute, value, isComplete, grade, sourceUrl, readAt, note }: EditorFact) => ({
  attribute,
  value,
  isComplete,
  grade,
  sourceUrl,
  readAt,
  note,
})

const isOlder = (fact: UncheckedFact, stored: CheckedFact): boolean =>
  stored.readAt !== null && (fact.readAt === null || fact.readAt < stored.readAt)

/** A single number remains a number in a spreadsheet. */
function formatCell(attribute: Attribute, facts: readonly EditorFact[]): Cell {
  const values = facts.filter((fact) => fact.attribute === attribute.key)
  const [first] = values
  if (first === undefined) return null
  return values.length === 1 && typeof first.value === 'number' ? first.value : formatFactCell(attribute, values)
}

const formatSources = (facts: readonly EditorFact[]): Cell =>
  facts.length === 0 ? null : facts.map((fact) => formatSourceLine(fact.label, fact)).join('\n')
