import { describe, expect, it } from 'vitest'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { withoutDirectionControls } from '../rules/single-line.ts'
import { checkFactValue, type ValueRules } from './fact-value.ts'
import { ATTRIBUTE_TYPES } from './vocabulary.ts'

const rules = (type: ValueRules['type'], choices: string[] = [], unit = ''): ValueRules => ({ type, choices, unit })
const LEVELS = rules('certificate', ['二级', '三级'])
const CERTIFICATE = { name: '等保', level: '三级', number: '', issuer: '', validUntil: '2027-01-31' }

describe('checkFactValue', () => {
  it.each<[string, ValueRules, unknown, unknown]>([
    ['partial support', rules('yesNo'), 'partial', 'partial'],
    ['a choice', rules('choice', ['开源', '商业']), '商业', '商业'],
    ['choices, and puts them in order', rules('choices', ['甲', '乙', '丙']), ['丙', '甲'], ['甲', '丙']],
    ['no choices', rules('choices', ['甲']), [], []],
    ['a number', rules('number', [], 'GB'), 0.5, 0.5],
    ['a text, and trims it', rules('text'), '  一行 ', '一行'],
    ['a day', rules('date'), '2024-02-29', '2024-02-29'],
    ['a month', rules('date'), '2024-02', '2024-02'],
    ['a certificate', LEVELS, CERTIFICATE, CERTIFICATE],
    [
      'a certificate of which only the name is known',
      LEVELS,
      { name: ' 等保 ' },
      { name: '等保', level: '', number: '', issuer: '', validUntil: null },
    ],
    ['that there is no certificate', LEVELS, 'none', 'none'],
  ])('accepts %s', (_, type, raw, value) => {
    expect(checkFactValue(type, raw)).toEqual({ value })
  })

  it.each<[string, ValueRules, unknown, string, string]>([
    ['a boolean for a level of support', rules('yesNo'), true, '', '只能是“支持”“部分支持”或“不支持”'],
    ['a label for a level of support', rules('yesNo'), '支持', '', '只能是“支持”“部分支持”或“不支持”'],
    ['an unknown choice', rules('choice', ['开源', '商业']), '闭源', '', '只能是：开源、商业'],
    ['a list for a single choice', rules('choice', ['开源']), ['开源'], '', '只能是：开源'],
    ['a text for several choices', rules('choices', ['甲']), '甲', '', '只能从这些选项中选：甲'],
    ['an unknown choice among several', rules('choices', ['甲']), ['甲', '丁'], '1', '只能从这些选项中选：甲'],
    ['the same choice twice', rules('choices', ['甲']), ['甲', '甲'], '', '同一选项只能选一次'],
    ['digits for a number', rules('number', [], 'GB'), '16', '', '应为数字，单位为GB'],
    ['NaN', rules('number'), Number.NaN, '', '应为数字'],
    ['infinity', rules('number'), Number.POSITIVE_INFINITY, '', '应为数字'],
    ['a number that is too large', rules('number'), 1e16, '', '数字过大'],
    ['a blank text', rules('text'), ' ', '', '应为一行文本'],
    ['a text of two lines', rules('text'), '两\n行', '', '应为一行文本'],
    ['NUL in a text', rules('text'), '空\u0000字', '', '包含无法保存的字符，请删除后重试'],
    ['a day that does not exist', rules('date'), '2026-02-30', '', '日期应为“2026-11-21”或“2026-11”，且真实存在'],
    ['a month that does not exist', rules('date'), '2026-13', '', '日期应为“2026-11-21”或“2026-11”，且真实存在'],
    ['a number for a day', rules('date'), 20261121, '', '日期应为“2026-11-21”或“2026-11”，且真实存在'],
    ['a text for a certificate', LEVELS, '三级', '', '应为证书：名称、级别、编号、发证机构与有效期至'],
    ['a certificate of an unknown level', LEVELS, { ...CERTIFICATE, level: '五级' }, 'level', '只能是：二级、三级'],
    [
      'a certificate until a day that does not exist',
      LEVELS,
      { ...CERTIFICATE, validUntil: '2027-02-29' },
      'validUntil',
      '有效期应为“2026-11-21”这样的日期',
    ],
    ['a certificate without a name', LEVELS, { ...CERTIFICATE, name: '' }, 'name', '请输入证书名称'],
  ])('rejects %s', (_, type, raw, path, message) => {
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
