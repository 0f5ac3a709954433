/** Formats the values of a document for a comparison. */

import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { Change } from '#contracts/rules/json-diff.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { COLOR_LABELS } from './color-names.ts'
import type { Field } from './form-types.ts'
import { getTokenText, readRichText } from './read-rich-text.ts'

type Sides = { before: string; after: string }

/**
 * Formats both sides of a change in full: an object by its fields, a list by its items, a move by its positions. `field`
 * is the form's field for the changed value, if any.
 */
export function describeSides(
  { kind, before, after }: Pick<Change, 'kind' | 'before' | 'after'>,
  field?: Field,
): Sides {
  if (kind === 'moved') return { before: formatPosition(before), after: formatPosition(after) }
  return { before: describeValue(before, field), after: describeValue(after, field) }
}

const formatPosition = (index: unknown) => `第${Number(index) + 1}位`

/** Formats a value according to the form's field for it, if any. */
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

/** Formats an object: one line per field if the form knows its fields, otherwise its texts on one line. */
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
      // Ids that can't be edited mean nothing to users.
      if (!inner && key === 'id') return []
      return [`${inner?.label ?? `其他内容（${key}）`}：${describeValue(item, inner)}`]
    })
    .join('\n')
}

/** Joins texts with a separator, which is omitted after a sentence. */
const joinTexts = (separator: string, texts: readonly string[]): string =>
  texts
    .map((text, index) => (index === texts.length - 1 || /[。！？；]$/.test(text) ? text : text + separator))
    .join('')

/** Formats an attachment's size and upload time: `12.4 KB，2026年11月21日 14:05上传`. */
export const describeFile = ({ size, uploadDate }: JsonObject): string =>
  [
    typeof size === 'number' ? formatSize(size) : '',
    typeof uploadDate === 'string' && uploadDate !== '' ? `${formatMinute(uploadDate)}上传` : '',
  ]
    .filter(Boolean)
    .join('，')

const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** Formats a text value: options by their label, timestamps in local time, rich text as plain text. */
function describeText(value: string, field: Field | undefined): string {
  if (field?.kind === 'color') return Object.entries(COLOR_LABELS).find(([name]) => name === value)?.[1] ?? value
  if (field?.kind === 'select') return field.options.find((option) => option.value === value)?.label ?? value
  if (field?.kind === 'rich-text') return readRichText(value).map(getTokenText).join('').trim()
  if (field?.kind === 'image' && value.startsWith('/')) return '（图片）'
  return ISO_TIMESTAMP.test(value) ? formatMinute(value) : value
}

const isInformative = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0)
