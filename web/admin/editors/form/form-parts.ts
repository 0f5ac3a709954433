/** Fields and sections that several documents share. */

import { RATING, SCORE, STEP } from '#contracts/limits.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { BUTTON_STYLES, type ButtonStyle } from '#contracts/vocabulary.ts'
import type { Field, FieldOf, FormSection, ListField, Option } from './form-types.ts'

const BUTTON_STYLE_LABELS: Record<ButtonStyle, string> = { primary: '主要', secondary: '次要', outline: '描边' }
export const BUTTON_STYLE_OPTIONS: readonly Option[] = BUTTON_STYLES.map((value) => ({
  value,
  label: BUTTON_STYLE_LABELS[value],
}))

const optionalHint = (hint: string | undefined) => (hint === undefined ? {} : { hint })

export const text = (key: string, label: string, hint?: string): Field => ({
  kind: 'text',
  key,
  label,
  ...optionalHint(hint),
})
export const paragraph = (key: string, label: string, hint?: string): Field => ({
  kind: 'paragraph',
  key,
  label,
  ...optionalHint(hint),
})
export const richText = (key: string, label: string): Field => ({ kind: 'rich-text', key, label })
export const link = (key: string, label: string, hint?: string): Field => ({
  kind: 'url',
  key,
  label,
  ...optionalHint(hint),
})
/** Returns a field for a date, or for free text such as 每月第二个周四. */
export const dayField = (key: string, label: string): Field => ({ kind: 'day', key, label })
export const switchField = (key: string, label: string): FieldOf<'switch'> => ({ kind: 'switch', key, label })
export const color: Field = { kind: 'color', key: 'color', label: '颜色' }
export const icon: Field = { kind: 'icon', key: 'icon', label: '图标' }
export const title = text('title', '标题')
export const subtitle = paragraph('subtitle', '副标题')
export const description = paragraph('description', '描述')

export const integer = (key: string, label: string, fallback: number, max: number): Field => ({
  kind: 'number',
  key,
  label,
  min: 0,
  max,
  step: 1,
  fallback,
})
/** Returns the field for the number of a process step. */
export const stepNumber = (key: string): Field => ({
  kind: 'number',
  key,
  label: '序号',
  min: STEP.first,
  max: STEP.last,
  step: 1,
  fallback: STEP.first,
})
export const score = (key: string, label: string): Field => integer(key, label, 0, SCORE.max)
export const percentage = (key: string, label: string): Field => ({
  kind: 'number',
  key,
  label,
  min: 0,
  max: 100,
  step: 1,
  fallback: 0,
})
export const rating = (key: string, label: string): Field => ({ kind: 'rating', key, label })
export const starCount = (key: string, label: string): Field => ({
  kind: 'number',
  key,
  label,
  min: 0,
  max: RATING.max,
  step: RATING.step,
  fallback: 5,
})
export const select = (key: string, label: string, options: readonly Option[]): FieldOf<'select'> => ({
  kind: 'select',
  key,
  label,
  options,
})
export const choice = (key: string, label: string, values: readonly string[]): Field =>
  select(
    key,
    label,
    values.map((value) => ({ value, label: value })),
  )
export const suggestField = (key: string, label: string, suggestions: FieldOf<'suggest'>['suggestions']): Field => ({
  kind: 'suggest',
  key,
  label,
  suggestions,
})
/** Returns a list of sentences, one per line. */
export const lines = (key: string, label: string, noun: string): Field => ({
  kind: 'texts',
  key,
  label,
  noun,
  isShort: false,
})
/** Returns a list of short texts, which can be typed separated by commas. */
export const tags = (key: string, label: string, noun: string): Field => ({
  kind: 'texts',
  key,
  label,
  noun,
  isShort: true,
})
export const group = (key: string, label: string, fields: readonly Field[]): Field => ({
  kind: 'group',
  key,
  label,
  fields,
})
export const list = (config: Omit<ListField, 'kind'>): Field => ({ kind: 'list', ...config })

export const buttons = (newButton: JsonObject = { text: '新按钮', link: '#', style: 'primary' }): Field =>
  list({
    key: 'buttons',
    label: '按钮',
    noun: '按钮',
    titleKeys: ['text'],
    fields: [text('text', '文字'), link('link', '链接'), select('style', '样式', BUTTON_STYLE_OPTIONS)],
    createItem: () => ({ ...newButton }),
  })

export const steps: Field = list({
  key: 'steps',
  label: '步骤',
  noun: '步骤',
  titleKeys: ['title'],
  fields: [stepNumber('stepNumber'), title, description, color],
  createItem: (count) => ({ stepNumber: count + 1, title: '新步骤', description: '', color: 'blue' }),
})

export const pageInfo: FormSection = { label: '页面信息', path: 'pageInfo', fields: [title, subtitle] }

export const callToAction: FormSection = {
  label: '行动号召',
  path: 'callToAction',
  fields: [title, description, buttons()],
}

export const statistics: Field = list({
  key: 'statistics',
  label: '统计数据',
  noun: '统计',
  titleKeys: ['value', 'label'],
  fields: [text('value', '数值'), text('label', '名称'), paragraph('description', '说明'), color],
  createItem: () => ({ value: '100+', label: '新统计', description: '', color: 'blue' }),
})
