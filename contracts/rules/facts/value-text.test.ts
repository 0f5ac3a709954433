import { describe, expect, it } from 'vitest'
import type { FactValue } from '../../facts/fact-value.ts'
import type { AttributeType } from '../../facts/vocabulary.ts'
import { describeFactValue, formatFactValue, parseEnteredValue, parseFactValue } from './value-text.ts'

const NAME_ONLY = { name: '网络安全等级保护', level: '', number: '', issuer: '', validUntil: null }
const WITH_LEVEL = { ...NAME_ONLY, level: '三级' }
const COMPLETE = { ...WITH_LEVEL, number: '甲-1', issuer: '乙局', validUntil: '2027-01-31' }

type Formatted = { case: string; type: AttributeType; value: FactValue; text: string }

/** Values that read the same on a page and in a table. */
const FORMATTED_ALIKE: Formatted[] = [
  { case: 'full support', type: 'yesNo', value: 'yes', text: '支持' },
  { case: 'partial support', type: 'yesNo', value: 'partial', text: '部分支持' },
  { case: 'no support', type: 'yesNo', value: 'no', text: '不支持' },
  { case: 'a choice', type: 'choice', value: '开源', text: '开源' },
  { case: 'several choices', type: 'choices', value: ['通义千问', 'DeepSeek'], text: '通义千问、DeepSeek' },
  { case: 'no choices', type: 'choices', value: [], text: '无' },
  { case: 'a text', type: 'text', value: '按量计费', text: '按量计费' },
  { case: 'no certificate', type: 'certificate', value: 'none', text: '无' },
]

describe('describeFactValue', () => {
  it.each<Formatted>([
    ...FORMATTED_ALIKE,
    { case: 'a day', type: 'date', value: '2026-11-21', text: '2026年11月21日' },
    { case: 'a month', type: 'date', value: '2026-11', text: '2026年11月' },
    { case: 'the name of a certificate', type: 'certificate', value: NAME_ONLY, text: '网络安全等级保护' },
    { case: 'the level of a certificate', type: 'certificate', value: WITH_LEVEL, text: '网络安全等级保护，三级' },
    {
      case: 'all parts of a certificate',
      type: 'certificate',
      value: COMPLETE,
      text: '网络安全等级保护，三级；编号：甲-1；发证机构：乙局；有效期至：2027年1月31日',
    },
  ])('describes $case as $text', ({ type, value, text }) => {
    expect(describeFactValue({ type, unit: '' }, value)).toBe(text)
  })

  it.each([
    { case: 'with its level', certificate: WITH_LEVEL, text: '三级' },
    { case: 'with its number', certificate: { ...NAME_ONLY, number: '甲-1' }, text: '编号：甲-1' },
    { case: 'without anything else', certificate: NAME_ONLY, text: '已取得' },
  ])('does not repeat the label of a certificate $case', ({ certificate, text }) => {
    expect(describeFactValue({ type: 'certificate', unit: '', label: NAME_ONLY.name }, certificate)).toBe(text)
  })

  it.each([
    { case: 'a space before a unit', unit: 'GB', text: '16 GB' },
    { case: 'no space before a percent sign', unit: '%', text: '16%' },
    { case: 'nothing without a unit', unit: '', text: '16' },
  ])('adds $case to a number: $text', ({ unit, text }) => {
    expect(describeFactValue({ type: 'number', unit }, 16)).toBe(text)
  })
})

describe('formatFactValue', () => {
  it.each<Formatted>([
    ...FORMATTED_ALIKE,
    { case: 'a day', type: 'date', value: '2026-11-21', text: '2026-11-21' },
    {
      case: 'all parts of a certificate',
      type: 'certificate',
      value: COMPLETE,
      text: '名称：网络安全等级保护；级别：三级；编号：甲-1；发证机构：乙局；有效期至：2027-01-31',
    },
  ])('formats $case as $text, which is parsed as the same value', ({ type, value, text }) => {
    const rules = { type, unit: '', choices: [], label: '等保' }
    expect(formatFactValue(rules, value)).toBe(text)
    const parsed = parseFactValue(rules, text)
    expect(parsed).toMatchObject({ value: typeof value === 'object' && !Array.isArray(value) ? { ...value } : value })
  })
})

describe('parseFactValue', () => {
  const createRules = (
    type: AttributeType,
    { choices = [], unit = '' }: { choices?: string[]; unit?: string } = {},
  ) => ({
    type,
    choices,
    unit,
    label: '等保',
  })

  it.each(['', '  ', '未知', '不详', 'N/A', '—', '？', null, undefined])(
    'returns nothing for %j, which says nothing',
    (raw) => {
      expect(parseFactValue(createRules('text'), raw)).toBeUndefined()
    },
  )

  it.each([
    { case: 'an English word', raw: 'Yes', value: 'yes' },
    { case: 'a boolean of a table', raw: true, value: 'yes' },
    { case: 'a tick', raw: '√', value: 'yes' },
    { case: 'full-width letters', raw: 'ＮＯ', value: 'no' },
    { case: 'a Chinese word', raw: '部分', value: 'partial' },
  ])('parses $case for a level of support', ({ raw, value }) => {
    expect(parseFactValue(createRules('yesNo'), raw)).toEqual({ value })
  })

  it.each([
    { case: 'a number with its unit', raw: '16 GB', value: 16 },
    { case: 'a unit in other letters', raw: '16gb', value: 16 },
    { case: 'full-width digits', raw: '１６', value: 16 },
    { case: 'thousands', raw: '1,000', value: 1000 },
    { case: 'a fraction', raw: '0.5GB', value: 0.5 },
    { case: 'a number of a table', raw: 16, value: 16 },
  ])('parses $case', ({ raw, value }) => {
    expect(parseFactValue(createRules('number', { unit: 'GB' }), raw)).toEqual({ value })
  })

  it.each([
    { case: 'another unit', raw: '16 MB' },
    { case: 'a word', raw: '很多' },
  ])('reports $case for a number', ({ raw }) => {
    expect(parseFactValue(createRules('number', { unit: 'GB' }), raw)).toEqual({ problem: '应为数字，单位为GB' })
  })

  it.each([
    { raw: '2026年11月2日', value: '2026-11-02' },
    { raw: '2026/11/2', value: '2026-11-02' },
    { raw: '2026.11', value: '2026-11' },
    { raw: '2026年11月', value: '2026-11' },
  ])('parses the date $raw', ({ raw, value }) => {
    expect(parseFactValue(createRules('date'), raw)).toEqual({ value })
  })

  it.each([
    { case: 'choices between any separators', raw: '通义千问，DeepSeek; 通义千问', value: ['通义千问', 'DeepSeek'] },
    { case: 'a choice in other letters', raw: 'deepseek', value: ['DeepSeek'] },
    { case: 'an unknown choice as entered', raw: '别的', value: ['别的'] },
    { case: 'a choice that contains a separator', raw: '读、写', value: ['读、写'] },
  ])('parses $case', ({ raw, value }) => {
    const choices = ['通义千问', 'DeepSeek', '读、写']
    expect(parseFactValue(createRules('choices', { choices }), raw)).toEqual({ value })
  })

  it.each([
    { case: 'a level alone', raw: '三级', value: { name: '等保', level: '三级' } },
    { case: 'a name alone', raw: 'ISO 27001', value: { name: 'ISO 27001' } },
    { case: 'labelled parts', raw: '级别：三级；编号：甲-1', value: { name: '等保', level: '三级', number: '甲-1' } },
    { case: 'none', raw: '无', value: 'none' },
  ])('parses a certificate: $case', ({ raw, value }) => {
    expect(parseFactValue(createRules('certificate', { choices: ['三级'] }), raw)).toEqual({ value })
  })

  it('parses JSON', () => {
    expect(parseFactValue(createRules('choices'), '["甲"]')).toEqual({ value: ['甲'] })
  })

  it('joins the lines of a text', () => {
    expect(parseFactValue(createRules('text'), '一\r\n二')).toEqual({ value: '一 二' })
  })
})

describe('parseEnteredValue', () => {
  it('parses a number with its unit', () => {
    expect(parseEnteredValue({ type: 'number', choices: [], unit: 'GB', label: '内存' }, '16 GB')).toBe(16)
  })

  it('returns invalid input unchanged', () => {
    expect(parseEnteredValue({ type: 'number', choices: [], unit: 'GB', label: '内存' }, '很多')).toBe('很多')
  })

  it('returns texts of other types unchanged', () => {
    expect(parseEnteredValue({ type: 'text', choices: [], unit: '', label: '备注' }, '未知')).toBe('未知')
  })
})
