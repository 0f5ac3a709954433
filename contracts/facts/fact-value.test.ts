import { describe, expect, it } from 'vitest'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { withoutDirectionControls } from '../rules/single-line.ts'
import { checkFactValue, type ValueRules } from './fact-value.ts'
import { ATTRIBUTE_TYPES } from './vocabulary.ts'

const rules = (type: ValueRules['type'], choices: string[] = [], unit = ''): ValueRules => ({ type, choices, unit })
const LEVELS = rules('certificate', ['二级', '三级'])
const CERTIFICATE = { name: '等保', level: '三级', number: '', issuer: '', validUntil: '2027-01-31' }

describe('checkFactValue', () => {
  it.each<{ case: string; type: ValueRules; raw: unknown; value: unknown }>([
    { case: 'partial support', type: rules('yesNo'), raw: 'partial', value: 'partial' },
    { case: 'a choice', type: rules('choice', ['开源', '商业']), raw: '商业', value: '商业' },
    {
      case: 'choices, and puts them in order',
      type: rules('choices', ['甲', '乙', '丙']),
      raw: ['丙', '甲'],
      value: ['甲', '丙'],
    },
    { case: 'no choices', type: rules('choices', ['甲']), raw: [], value: [] },
    { case: 'a number', type: rules('number', [], 'GB'), raw: 0.5, value: 0.5 },
    { case: 'zero', type: rules('number', [], '周'), raw: 0, value: 0 },
    { case: 'a negative temperature', type: rules('number', [], '℃'), raw: -20, value: -20 },
    { case: 'a text, and trims it', type: rules('text'), raw: '  一行 ', value: '一行' },
    { case: 'a day', type: rules('date'), raw: '2024-02-29', value: '2024-02-29' },
    { case: 'a month', type: rules('date'), raw: '2024-02', value: '2024-02' },
    { case: 'a certificate', type: LEVELS, raw: CERTIFICATE, value: CERTIFICATE },
    {
      case: 'a certificate of which only the name is known',
      type: LEVELS,
      raw: { name: ' 等保 ' },
      value: { name: '等保', level: '', number: '', issuer: '', validUntil: null },
    },
    { case: 'that there is no certificate', type: LEVELS, raw: 'none', value: 'none' },
  ])('accepts $case', ({ type, raw, value }) => {
    expect(checkFactValue(type, raw)).toEqual({ value })
  })

  it.each<{ case: string; type: ValueRules; raw: unknown; path: string; message: string }>([
    {
      case: 'a negative duration',
      type: rules('number', [], '周'),
      raw: -3,
      path: '',
      message: '不能是负数，单位为周',
    },
    { case: 'a negative number', type: rules('number'), raw: -0.5, path: '', message: '不能是负数' },
    {
      case: 'a boolean for a level of support',
      type: rules('yesNo'),
      raw: true,
      path: '',
      message: '只能是“支持”“部分支持”或“不支持”',
    },
    {
      case: 'a label for a level of support',
      type: rules('yesNo'),
      raw: '支持',
      path: '',
      message: '只能是“支持”“部分支持”或“不支持”',
    },
    {
      case: 'an unknown choice',
      type: rules('choice', ['开源', '商业']),
      raw: '闭源',
      path: '',
      message: '只能是：开源、商业',
    },
    {
      case: 'a list for a single choice',
      type: rules('choice', ['开源']),
      raw: ['开源'],
      path: '',
      message: '只能是：开源',
    },
    {
      case: 'a text for several choices',
      type: rules('choices', ['甲']),
      raw: '甲',
      path: '',
      message: '只能从这些选项中选：甲',
    },
    {
      case: 'an unknown choice among several',
      type: rules('choices', ['甲']),
      raw: ['甲', '丁'],
      path: '1',
      message: '只能从这些选项中选：甲',
    },
    {
      case: 'the same choice twice',
      type: rules('choices', ['甲']),
      raw: ['甲', '甲'],
      path: '',
      message: '同一选项只能选一次',
    },
    {
      case: 'digits for a number',
      type: rules('number', [], 'GB'),
      raw: '16',
      path: '',
      message: '应为数字，单位为GB',
    },
    { case: 'NaN', type: rules('number'), raw: Number.NaN, path: '', message: '应为数字' },
    { case: 'infinity', type: rules('number'), raw: Number.POSITIVE_INFINITY, path: '', message: '应为数字' },
    { case: 'a number that is too large', type: rules('number'), raw: 1e16, path: '', message: '数字过大' },
    { case: 'a blank text', type: rules('text'), raw: ' ', path: '', message: '应为一行文本' },
    { case: 'a text of two lines', type: rules('text'), raw: '两\n行', path: '', message: '应为一行文本' },
    {
      case: 'NUL in a text',
      type: rules('text'),
      raw: '空\u0000字',
      path: '',
      message: '包含无法保存的字符，请删除后重试',
    },
    {
      case: 'a day that does not exist',
      type: rules('date'),
      raw: '2026-02-30',
      path: '',
      message: '日期应为“2026-11-21”或“2026-11”，且真实存在',
    },
    {
      case: 'a month that does not exist',
      type: rules('date'),
      raw: '2026-13',
      path: '',
      message: '日期应为“2026-11-21”或“2026-11”，且真实存在',
    },
    {
      case: 'a number for a day',
      type: rules('date'),
      raw: 20261121,
      path: '',
      message: '日期应为“2026-11-21”或“2026-11”，且真实存在',
    },
    {
      case: 'a text for a certificate',
      type: LEVELS,
      raw: '三级',
      path: '',
      message: '应为证书：名称、级别、编号、发证机构与有效期至',
    },
    {
      case: 'a certificate of an unknown level',
      type: LEVELS,
      raw: { ...CERTIFICATE, level: '五级' },
      path: 'level',
      message: '只能是：二级、三级',
    },
    {
      case: 'a certificate until a day that does not exist',
      type: LEVELS,
      raw: { ...CERTIFICATE, validUntil: '2027-02-29' },
      path: 'validUntil',
      message: '有效期应为“2026-11-21”这样的日期',
    },
    {
      case: 'a certificate without a name',
      type: LEVELS,
      raw: { ...CERTIFICATE, name: '' },
      path: 'name',
      message: '请输入证书名称',
    },
  ])('rejects $case', ({ type, raw, path, message }) => {
    expect(checkFactValue(type, raw)).toEqual({ errors: [{ path, message }] })
  })

  it('reports every invalid part of a certificate', () => {
    const checked = checkFactValue(LEVELS, { name: '', level: 7, validUntil: 'soon' })
    expect('errors' in checked && checked.errors.map(({ path }) => path)).toEqual(['name', 'level', 'validUntil'])
  })

  it('accepts hostile strings only as text, unchanged except for direction controls', () => {
    for (const raw of NAUGHTY_STRINGS)
      for (const type of ATTRIBUTE_TYPES) {
        const checked = checkFactValue(rules(type, ['甲']), raw)
        if (type === 'text' && 'value' in checked) expect(checked.value).toBe(withoutDirectionControls(raw).trim())
        else if (type !== 'text') expect(checked, `${type} ${raw}`).toHaveProperty('errors')
      }
  })
})
