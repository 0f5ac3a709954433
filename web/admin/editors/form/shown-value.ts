import { isObject } from '../json-path.ts'

const LONGEST = 400

/** A value as a person reads it in a comparison: a text as it is, a thing by its texts, a list by its items. */
export function shownValue(value: unknown): string {
  const text = readable(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}……` : text
}

function readable(value: unknown): string {
  if (value === undefined) return '（没有）'
  if (value === null) return '（空）'
  if (value === '') return '（空白）'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.length === 0 ? '（空列表）' : value.map(readable).join('；')
  if (isObject(value)) return Object.values(value).filter(isTelling).map(readable).join('，') || '（空）'
  return String(value)
}

const isTelling = (value: unknown) => value !== '' && !(Array.isArray(value) && value.length === 0)
