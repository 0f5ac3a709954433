/** The columns of products' tables that hold facts: one for each attribute, and one for what the facts rest on. */

import type { FieldError } from '../errors.ts'
import { isSameValue } from '../rules/facts/order-facts.ts'
import { formatFactValue, readFactValue } from '../rules/facts/value-text.ts'
import type { Attribute } from './attribute.ts'
import { checkFactValue, type FactValue } from './fact-value.ts'
import { FACT_GRADE_LABELS, FACT_GRADES, type FactGrade } from './vocabulary.ts'

/** The heading of the column that says what the facts rest on. */
export const SOURCES_HEADING = '资料出处'
/** In it, what holds for all facts of the row that have no line of their own. */
const ALL_ATTRIBUTES = '全部'
/** Begins what another source says of the same attribute. */
const ANOTHER = '另据：'

type ColumnAttribute = Pick<Attribute, 'key' | 'label' | 'type' | 'unit' | 'choices'>
/** On what a fact rests, as its line in the column of sources says. */
export type FactSource = { grade: FactGrade; sourceUrl: string; readAt: string | null; note: string }

/** Returns the values of one attribute as a cell, the one to go by first; as JSON if it would be read otherwise. */
export const formatFactCell = (attribute: ColumnAttribute, values: readonly FactValue[]): string =>
  values.map((value) => formatOne(attribute, value)).join(`\n${ANOTHER}`)

function formatOne(attribute: ColumnAttribute, value: FactValue): string {
  const text = attribute.type === 'number' ? String(value) : formatFactValue(attribute, value)
  const read = readFactValue(attribute, text)
  const checked = read && 'value' in read ? checkFactValue(attribute, read.value) : undefined
  const isReadAgain =
    checked && 'value' in checked && isSameValue(checked.value, value) && !text.includes(`\n${ANOTHER}`)
  return isReadAgain ? text : JSON.stringify(value)
}

/** Reads the values of one attribute. A cell that says nothing has none; every error names what doesn't fit. */
export function readFactCell(
  attribute: ColumnAttribute,
  raw: unknown,
): { values: FactValue[] } | { errors: FieldError[] } {
  const parts = typeof raw === 'string' ? raw.split(/\r?\n另据[：:]/) : [raw]
  const values: FactValue[] = []
  const errors: FieldError[] = []
  for (const part of parts) {
    const read = readFactValue(attribute, part)
    if (read === undefined) continue
    const checked =
      'problem' in read ? { errors: [{ path: '', message: read.problem }] } : checkFactValue(attribute, read.value)
    if ('value' in checked) values.push(checked.value)
    else errors.push(...checked.errors)
  }
  return errors.length > 0 ? { errors } : { values }
}

const BAR = '｜'
const escapePart = (part: string) => part.replaceAll(/[\\｜]/g, (character) => `\\${character}`)

/** Returns a line of the column of sources: `许可证｜公开资料｜2026-11-21｜https://…｜…`. */
export const formatSourceLine = (label: string, { grade, readAt, sourceUrl, note }: FactSource): string =>
  [escapePart(label), FACT_GRADE_LABELS[grade], readAt ?? '', escapePart(sourceUrl), escapePart(note)]
    .join(BAR)
    .replace(/｜+$/, '')

/** A line as it was read, still to be checked; `label` is `null` for the line that holds for all. */
export type SourceLine = {
  label: string | null
  grade: FactGrade
  readAt: string | null
  sourceUrl: string
  note: string
}

/** Reads the column of sources. Returns its lines, and those that can't be read. */
export function readSourceLines(cell: string): { lines: SourceLine[]; unreadable: string[] } {
  const lines: SourceLine[] = []
  const unreadable: string[] = []
  for (const line of cell.split(/[\n\r]+/).filter((each) => each.trim() !== '')) {
    const parts = splitParts(line)
    const [label = '', gradeLabel = '', day = '', sourceUrl = '', note = ''] = parts
    const grade = FACT_GRADES.find((each) => FACT_GRADE_LABELS[each] === gradeLabel || each === gradeLabel)
    if (grade === undefined || parts.length > 5) unreadable.push(line)
    else
      lines.push({
        label: label === ALL_ATTRIBUTES ? null : label,
        grade,
        readAt: day === '' ? null : day,
        sourceUrl,
        note,
      })
  }
  return { lines, unreadable }
}

/** Splits at bars that no backslash stands before; a plain `|` parts, too, if there is no other. */
function splitParts(line: string): string[] {
  const bar = line.includes(BAR) ? BAR : '|'
  const parts = ['']
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? ''
    if (character === '\\' && index + 1 < line.length) parts.push((parts.pop() ?? '') + (line[++index] ?? ''))
    else if (character === bar) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts.map((part) => part.trim())
}
