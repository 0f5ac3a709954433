/** Values of a document as a person reads them in a comparison. */

import type { Change } from '#contracts/rules/difference.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { COLOR_LABELS } from './color-names.ts'
import type { Field } from './form-types.ts'
import { getTokenText, readRichText } from './read-rich-text.ts'

const MAX_LENGTH = 400
/** The number of common characters shown before the first difference of two long texts. */
const CONTEXT_CHARACTERS = 40

export type Sides = { before: string; after: string }

/**
 * Both sides of a change: a text as it is, a thing by its fields, a list by its items, a move by its places. `field` is
 * the form's field for the changed value, if it has one. Of long texts the part that differs is shown.
 */
export function describeSides(
  { kind, before, after }: Pick<Change, 'kind' | 'before' | 'after'>,
  field?: Field,
): Sides {
  if (kind === 'moved') return { before: formatPosition(before), after: formatPosition(after) }
  const texts = [...describeValue(before, field)]
  const others = [...describeValue(after, field)]
  if (texts.length <= MAX_LENGTH && others.length <= MAX_LENGTH)
    return { before: texts.join(''), after: others.join('') }
  const firstDifference = texts.findIndex((character, index) => character !== others[index])
  const from = Math.max(0, (firstDifference === -1 ? texts.length : firstDifference) - CONTEXT_CHARACTERS)
  return { before: excerpt(texts, from), after: excerpt(others, from) }
}

const formatPosition = (index: unknown) => `第${Number(index) + 1}位`

const excerpt = (text: readonly string[], from: number) =>
  [from > 0 ? '……' : '', ...text.slice(from, from + MAX_LENGTH), text.length > from + MAX_LENGTH ? '……' : ''].join('')

/** Returns a value as a person reads it, by the form's field for it, if it has one. */
export function describeValue(value: unknown, field?: Field): string {
  if (value === undefined) return '（没有）'
  if (value === null) return field?.kind === 'rating' ? '暂无评分' : '（空）'
  if (value === '') return '（空白）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value))
    return value.length === 0
      ? '（空列表）'
      : joinTexts(
          '；',
          value.map((item) => describeValue(item, field)),
        )
  if (isObject(value)) return describeObject(value, field) || '（空）'
  return describeText(String(value), field)
}

/** Returns a thing by what it says: a line for each field that the form knows it by, else its texts in a row. */
function describeObject(value: JsonObject, field: Field | undefined): string {
  if (field?.kind === 'attachments') return [String(value.filename ?? ''), describeFile(value)].join('，')
  const informative = Object.entries(value).filter(([, item]) => isInformative(item))
  if (field?.kind !== 'list' && field?.kind !== 'group')
    return joinTexts(
      '，',
      informative.map(([, item]) => describeValue(item)),
    )
  return informative
    .flatMap(([key, item]) => {
      const inner = field.fields.find((candidate) => candidate.key === key)
      // An id that is edited nowhere says nothing to anyone.
      if (!inner && key === 'id') return []
      return [`${inner?.label ?? `其他内容（${key}）`}：${describeValue(item, inner)}`]
    })
    .join('\n')
}

/** Joins texts by a mark, which is left out behind a sentence. */
const joinTexts = (badge: string, texts: readonly string[]): string =>
  texts.map((text, index) => (index === texts.length - 1 || /[。！？；]$/.test(text) ? text : text + badge)).join('')

/** Returns an attachment's size and time of upload: `12.4 KB，2026年11月21日 14:05上传`. */
export const describeFile = ({ size, uploadDate }: JsonObject): string =>
  [
    typeof size === 'number' ? formatSize(size) : '',
    typeof uploadDate === 'string' && uploadDate !== '' ? `${formatMinute(uploadDate)}上传` : '',
  ]
    .filter(Boolean)
    .join('，')

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Returns what the form calls a value of a closed list, a moment by the clock here, and formatted text as plain. */
function describeText(value: string, field: Field | undefined): string {
  if (field?.kind === 'color') return Object.entries(COLOR_LABELS).find(([name]) => name === value)?.[1] ?? value
  if (field?.kind === 'select') return field.options.find((option) => option.value === value)?.label ?? value
  if (field?.kind === 'rich-text') return readRichText(value).map(getTokenText).join('').trim()
  if (field?.kind === 'image' && value.startsWith('/')) return '（图片）'
  return INSTANT.test(value) ? formatMinute(value) : value
}

const isInformative = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0)
