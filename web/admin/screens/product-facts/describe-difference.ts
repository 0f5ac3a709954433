import type { Attribute } from '#contracts/facts/attribute.ts'
import { checkFactValue } from '#contracts/facts/fact-value.ts'
import { FACT_GRADE_LABELS, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { describeFactValue, parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { formatDay } from '../../../shared/formats.ts'
import type { DescribeDifference } from '../../../shared/versioned/use-conflict-resolution.ts'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  value: '值',
  isComplete: '清单完整',
  grade: '等级',
  sourceUrl: '来源链接',
  readAt: '阅读日期',
  note: '备注',
}

/** Describes the differences between two versions of a product's facts, with the names of the attributes. */
export const createFactDescriber =
  (attributes: ReadonlyMap<string, Attribute>): DescribeDifference =>
  ({ path, kind, before, after }) => {
    const [, key = '', , field] = path.split('.')
    // Ids are assigned by the server.
    if (field === 'id') return undefined
    const attribute = attributes.get(key)
    const label = [attribute?.label ?? key, field === undefined ? undefined : FIELD_LABELS[field]]
      .filter(Boolean)
      .join(' › ')
    if (kind === 'moved')
      return { label: `${label}的位置`, mine: `第${Number(after) + 1}位`, theirs: `第${Number(before) + 1}位` }
    const describe = (side: unknown) => describeSide(side, field, attribute)
    return { label, mine: describe(after), theirs: describe(before) }
  }

function describeSide(side: unknown, field: string | undefined, attribute: Attribute | undefined): string {
  if (side === undefined || side === null || side === '') return '（没有）'
  if (field === undefined) return describeFacts(side, attribute)
  if (field === 'isComplete') return side === true ? '是' : '否'
  if (field === 'value') return describeValue(side, attribute)
  if (field === 'readAt') return formatDay(String(side))
  return field === 'grade' ? getGradeLabel(side) : String(side)
}

function getGradeLabel(value: unknown): string {
  const grade = FACT_GRADES.find((candidate) => candidate === value)
  return grade === undefined ? '' : FACT_GRADE_LABELS[grade]
}

function describeFacts(side: unknown, attribute: Attribute | undefined): string {
  const facts = Array.isArray(side) ? side : [side]
  const texts = facts
    .filter(isObject)
    .map(({ value, grade, readAt, sourceUrl }) =>
      [
        describeValue(value, attribute),
        describeSide(grade, 'grade', attribute),
        typeof readAt === 'string' ? formatDay(readAt) : '',
        sourceUrl,
      ]
        .filter(Boolean)
        .join('，'),
    )
  return texts.join('；') || '（没有）'
}

/** Formats a value; unparsed input is shown as typed. */
function describeValue(value: unknown, attribute: Attribute | undefined): string {
  const checked = attribute && checkFactValue(attribute, parseEnteredValue(attribute, value))
  if (attribute && checked && 'value' in checked) return describeFactValue(attribute, checked.value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
