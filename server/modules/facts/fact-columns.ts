/** The columns of product tables that hold facts: one per attribute, and one for the facts' sources. */

import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { checkFactValue, type FactValue } from '#contracts/facts/fact-value.ts'
import { FACT_GRADE_LABELS, FACT_GRADES, type FactGrade } from '#contracts/facts/vocabulary.ts'
import { isSameValue } from '#contracts/rules/facts/order-facts.ts'
import { COMPLETE_MARK, formatFactValue, parseFactValue } from '#contracts/rules/facts/value-text.ts'

/** The heading of the column of sources. */
export const SOURCES_HEADING = '资料出处'
/** In that column, the label of the line that applies to all facts of the row without a line of their own. */
const ALL_ATTRIBUTES = '全部'
/** Precedes the value of another source for the same attribute. */
const ADDITIONAL_SOURCE_PREFIX = '另据：'

type ColumnAttribute = Pick<Attribute, 'key' | 'label' | 'type' | 'unit' | 'choices'>
/** The source of a fact, as its line in the column of sources states it. */
type FactSource = { grade: FactGrade; sourceUrl: string; readAt: string | null; note: string }

/** A value of a cell; a list of choices is followed by 清单完整 if it is complete. */
type CellValue = { value: FactValue; isComplete: boolean }

/**
 * Formats the values of one attribute as a cell, preferred value first; as JSON if the text couldn't be parsed back.
 */
export const formatFactCell = (attribute: ColumnAttribute, values: readonly CellValue[]): string =>
  values
    .map(({ value, isComplete }) => formatValue(attribute, value) + (isComplete ? COMPLETE_MARK : ''))
    .join(`\n${ADDITIONAL_SOURCE_PREFIX}`)

function formatValue(attribute: ColumnAttribute, value: FactValue): string {
  const text = attribute.type === 'number' ? String(value) : formatFactValue(attribute, value)
  const parsed = parseFactValue(attribute, text)
  const checked = parsed && 'value' in parsed ? checkFactValue(attribute, parsed.value) : undefined
  const isReversible =
    checked &&
    'value' in checked &&
    isSameValue(checked.value, value) &&
    !text.includes(`\n${ADDITIONAL_SOURCE_PREFIX}`)
  return isReversible ? text : JSON.stringify(value)
}

const COMPLETE_SUFFIX = /[（(]清单完整[）)]\s*$/

/** Parses the values of one attribute; a blank cell has none. Returns the values, or every error. */
export function parseFactCell(
  attribute: ColumnAttribute,
  raw: unknown,
): { values: CellValue[] } | { errors: FieldError[] } {
  const parts = typeof raw === 'string' ? raw.split(/\r?\n另据[：:]/) : [raw]
  const values: CellValue[] = []
  const errors: FieldError[] = []
  for (const part of parts) {
    const isComplete = attribute.type === 'choices' && typeof part === 'string' && COMPLETE_SUFFIX.test(part)
    const parsed = parseFactValue(attribute, isComplete ? part.replace(COMPLETE_SUFFIX, '') : part)
    if (parsed === undefined) continue
    const checked =
      'problem' in parsed
        ? { errors: [{ path: '', message: parsed.problem }] }
        : checkFactValue(attribute, parsed.value)
    if ('value' in checked) values.push({ value: checked.value, isComplete })
    else errors.push(...checked.errors)
  }
  return errors.length > 0 ? { errors } : { values }
}

const BAR = '｜'
const escapePart = (part: string) => part.replaceAll(/[\\｜]/g, (character) => `\\${character}`)

/**
 * Formats a line of the column of sources: `许可证｜公开资料｜2026-11-21｜https://…｜…`; `label` is `null` for all
 * facts without a line of their own.
 */
export function formatSourceLine(label: string | null, { grade, readAt, sourceUrl, note }: FactSource): string {
  const parts = [
    escapePart(label ?? ALL_ATTRIBUTES),
    FACT_GRADE_LABELS[grade],
    readAt ?? '',
    escapePart(sourceUrl),
    escapePart(note),
  ]
  while (parts.at(-1) === '') parts.pop()
  return parts.join(BAR)
}

/** An unvalidated line; `label` is `null` for the line that applies to all attributes. */
export type SourceLine = {
  label: string | null
  grade: FactGrade
  readAt: string | null
  sourceUrl: string
  note: string
}

/** Parses the column of sources. Returns its lines, and those that can't be parsed. */
export function parseSourceLines(cell: string): { lines: SourceLine[]; unreadable: string[] } {
  const lines: SourceLine[] = []
  const unreadable: string[] = []
  for (const line of cell.split(/[\n\r]+/).filter((item) => item.trim() !== '')) {
    const parts = splitParts(line)
    const [label = '', gradeLabel = '', day = '', sourceUrl = '', note = ''] = parts
    const grade = FACT_GRADES.find((item) => FACT_GRADE_LABELS[item] === gradeLabel || item === gradeLabel)
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

/** Splits at bars that aren't escaped by a backslash; also at an ASCII `|` if the line has no other bar. */
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
