/**
 * The facts of products in tables: a column for each attribute and one for sources; in JSON a list. An import adds facts
 * and replaces what the same source said before; it removes none, and takes no older reading over a newer one.
 */
import { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { type EditorFact, FactInputSchema, FactSourceSchema } from '#contracts/facts/fact.ts'
import {
  formatFactCell,
  formatSourceLine,
  readFactCell,
  readSourceLines,
  SOURCES_HEADING,
  type SourceLine,
} from '#contracts/facts/fact-columns.ts'
import { findValidUntil } from '#contracts/facts/fact-value.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import { type CheckedFact, checkFacts, type GivenFact } from '#contracts/rules/facts/check-facts.ts'
import { isSameValue } from '#contracts/rules/facts/order-facts.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import type { TableFormat } from '#contracts/table.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Cell, TableColumn } from '#server/platform/tables/table.ts'
import type { AttributesByKey } from './attributes/view.ts'

/** A fact as a row says it, with or without a source of its own. */
export type RowFact = { attribute: string; value: unknown; source: Omit<SourceLine, 'label'> | undefined }
/** What a row makes of a product's facts; `facts` are all of them, and only to be saved if there are `changes`. */
export type FactsOfRow = {
  facts: CheckedFact[]
  changes: { path: string; before: string; after: string }[]
  hints: FieldError[]
  errors: FieldError[]
}
type Exported = { facts: readonly EditorFact[] }
export type FactTable = ReturnType<typeof createFactTable>

type FactColumn = Attribute | 'sources' | 'list'

const JSON_KEY = 'facts'
/** What a fact rests on if a table says nothing of it. */
const NO_SOURCE: Omit<SourceLine, 'label'> = { grade: 'claimed', sourceUrl: '', readAt: null, note: '' }
const fold = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*]/g, '')
const JsonFactsSchema = z.array(FactInputSchema.partial({ grade: true }))

/**
 * Creates the reading and writing of a catalogue's facts in tables. `isProductHeading` says which headings mean a
 * field of the product; an attribute of such a name has `（资料）` behind it.
 */
export function createFactTable({
  catalogue,
  attributes: all,
  isProductHeading,
  today,
}: {
  catalogue: Catalogue
  attributes: AttributesByKey
  isProductHeading: (heading: string) => boolean
  today: string
}) {
  const rules = { catalogue, attributes: all, today }
  const attributes = [...all.values()].filter(({ catalogues }) => catalogues.includes(catalogue))
  const getTitle = ({ label }: Attribute) => (isProductHeading(label) ? `${label}（资料）` : label)
  const byHeading = new Map(
    attributes.flatMap((attribute) =>
      [attribute.key, attribute.label, `${attribute.label}（资料）`, `${attribute.label}（${attribute.unit}）`].map(
        (heading) => [fold(heading), attribute] as const,
      ),
    ),
  )
  const byLabel = new Map(attributes.map((attribute) => [attribute.label, attribute]))

  /** A table has few headings, and asks for them with every row. */
  const columnsByHeading = new Map<string, FactColumn | undefined>()

  /** Returns the attribute of a heading, or that it holds sources or a list of facts; `undefined` if it is none. */
  function findColumn(heading: string): FactColumn | undefined {
    if (!columnsByHeading.has(heading)) columnsByHeading.set(heading, parseHeading(heading))
    return columnsByHeading.get(heading)
  }

  function parseHeading(heading: string): FactColumn | undefined {
    if (isProductHeading(heading)) return undefined
    if (heading === JSON_KEY) return 'list'
    const folded = fold(heading)
    return folded === fold(SOURCES_HEADING) ? 'sources' : byHeading.get(folded)
  }

  /** Returns what a row says, and why parts of it can't be read, by the columns' headings. */
  function readRow(values: ReadonlyMap<string, unknown>): { facts: RowFact[]; errors: FieldError[] } {
    const facts: RowFact[] = []
    const errors: FieldError[] = []
    const sources = readSources(values, errors)
    for (const [heading, raw] of values) {
      const column = findColumn(heading)
      if (column === 'list') readList(raw, facts, errors)
      if (column === undefined || column === 'list' || column === 'sources') continue
      const cell = readFactCell(column, raw)
      if ('errors' in cell) errors.push(...cell.errors.map(({ message }) => ({ path: heading, message })))
      else
        facts.push(
          ...cell.values.map((value, index) => ({
            attribute: column.key,
            value,
            source: sources.get(column.label)?.[index] ?? sources.get(null)?.[0],
          })),
        )
    }
    return { facts, errors }
  }

  /** Returns the lines of the column of sources by attribute; `null` has the one that holds for all. */
  function readSources(values: ReadonlyMap<string, unknown>, errors: FieldError[]) {
    const cells = [...values].filter(([heading]) => findColumn(heading) === 'sources')
    const read = cells.map(([, cell]) => readSourceLines(String(cell)))
    const report = (message: string) => errors.push({ path: SOURCES_HEADING, message })
    for (const line of read.flatMap(({ unreadable }) => unreadable)) report(TEXTS.sourceLine(line))
    const lines = read
      .flatMap((each) => each.lines)
      .filter(({ label, ...source }) => {
        if (label !== null && !byLabel.has(label)) report(TEXTS.unknownSource(label))
        const { success, error } = FactSourceSchema.safeParse(source)
        for (const { message } of error?.issues ?? []) errors.push({ path: label ?? SOURCES_HEADING, message })
        return success
      })
    return Map.groupBy(lines, ({ label }) => label)
  }

  /**
   * Returns what facts of a row make of those that the product has. Takes those facts as they are stored. Errors and
   * changes are by the attributes' labels.
   */
  function plan(stored: readonly CheckedFact[], rowFacts: readonly RowFact[]): FactsOfRow {
    const facts: GivenFact[] = [...stored]
    const changes: FactsOfRow['changes'] = []
    const hints: FieldError[] = []
    for (const rowFact of rowFacts) {
      const { before, after, isOutdated } = compareWithStored(stored, rowFact)
      const path = getLabel(rowFact.attribute)
      const hint = isOutdated ? TEXTS.newerReading(before?.readAt ?? '') : describeEnd(after)
      if (hint !== undefined) hints.push({ path, message: hint })
      if (after === undefined) continue
      if (before) facts[facts.indexOf(before)] = after
      else facts.push(after)
      changes.push({ path, before: before ? describe(before) : '', after: describe(after) })
    }
    const { checked, errors } = checkFacts(facts, rules)
    return { facts: checked, changes, hints, errors: errors.map((error) => toLabelled(error, facts)) }
  }

  /**
   * Returns the stored fact of the same source, and what the row's fact makes of it: nothing if both say the same, if
   * the row names no source and its value is known, or if the stored one was read later, which is said if they differ.
   */
  function compareWithStored(
    stored: readonly CheckedFact[],
    { attribute, value, source }: RowFact,
  ): { before?: CheckedFact; after?: GivenFact; isOutdated?: boolean } {
    const rowFact: GivenFact = { attribute, value, ...(source ?? NO_SOURCE) }
    const [checked] = checkFacts([rowFact], rules).checked
    const known = stored.filter((fact) => fact.attribute === attribute)
    const saysSame = (fact: CheckedFact) => checked !== undefined && isSameValue(fact.value, checked.value)
    if (!source && known.some(saysSame)) return {}
    const before = known.find(({ grade, sourceUrl }) => grade === rowFact.grade && sourceUrl === rowFact.sourceUrl)
    if (!before) return { after: rowFact }
    if (isOlder(rowFact, before)) return { before, isOutdated: !saysSame(before) }
    const isSame = saysSame(before) && before.readAt === rowFact.readAt && before.note === rowFact.note
    return isSame ? { before } : { before, after: { ...rowFact, id: before.id } }
  }

  const getLabel = (attribute: string): string => all.get(attribute)?.label ?? attribute

  /** Returns a note that a certificate has ended; `undefined` for all else. */
  function describeEnd(fact: GivenFact | undefined): string | undefined {
    const [checked] = fact ? checkFacts([fact], rules).checked : []
    const lastDay = checked ? findValidUntil(checked.value) : null
    return lastDay !== null && lastDay < today ? TEXTS.certificatePast(lastDay) : undefined
  }

  function describe(fact: GivenFact): string {
    const attribute = all.get(fact.attribute)
    const [checked] = checkFacts([fact], rules).checked
    const value = attribute && checked ? formatFactValue(attribute, checked.value) : ''
    return `${value}（${FACT_GRADE_LABELS[fact.grade]}${fact.readAt === null ? '' : `，${fact.readAt}`}）`
  }

  /** Returns an error by the label of the fact's attribute. */
  function toLabelled({ path, message }: FieldError, facts: readonly GivenFact[]): FieldError {
    const key = facts[Number(path.split('.')[1])]?.attribute ?? ''
    return { path: getLabel(key), message }
  }

  /** The columns of an export: for JSON one, a list of facts. */
  function listColumns(format: TableFormat): TableColumn<Exported>[] {
    if (format === 'json')
      return [{ key: JSON_KEY, title: '资料', cell: () => null, value: ({ facts }) => facts.map(toListedFact) }]
    const columns = attributes.map(
      (attribute): TableColumn<Exported> => ({
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

  return { findColumn, readRow, plan, listColumns }
}

function readList(raw: unknown, facts: RowFact[], errors: FieldError[]): void {
  const { data, error } = JsonFactsSchema.safeParse(raw)
  for (const { path, message } of error?.issues ?? []) errors.push({ path: [JSON_KEY, ...path].join('.'), message })
  for (const { attribute, value, grade, sourceUrl, readAt, note } of data ?? []) {
    const source = grade === undefined ? undefined : { grade, sourceUrl, readAt, note }
    facts.push({ attribute, value, source })
  }
}

/** Returns what a fact says and where from, as an export lists it. */
export const toListedFact = ({ attribute, value, grade, sourceUrl, readAt, note }: EditorFact) => ({
  attribute,
  value,
  grade,
  sourceUrl,
  readAt,
  note,
})

const isOlder = (fact: GivenFact, stored: CheckedFact): boolean =>
  stored.readAt !== null && (fact.readAt === null || fact.readAt < stored.readAt)

/** A lone number stays one in a spreadsheet. */
function formatCell(attribute: Attribute, facts: readonly EditorFact[]): Cell {
  const values = facts.filter((fact) => fact.attribute === attribute.key).map(({ value }) => value)
  const [first] = values
  if (first === undefined) return null
  return values.length === 1 && typeof first === 'number' ? first : formatFactCell(attribute, values)
}

const formatSources = (facts: readonly EditorFact[]): Cell =>
  facts.length === 0 ? null : facts.map((fact) => formatSourceLine(fact.label, fact)).join('\n')
