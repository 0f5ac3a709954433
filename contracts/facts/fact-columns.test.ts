import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFactValue } from '../rules/facts/value-text.ts'
import { formatFactCell, formatSourceLine, parseFactCell, parseSourceLines } from './fact-columns.ts'
import type { FactValue } from './fact-value.ts'
import { checkFactValue } from './fact-value.ts'
import { ATTRIBUTE_TYPES, type AttributeType, FACT_GRADES } from './vocabulary.ts'

const attribute = (type: AttributeType, choices: string[] = [], unit = '') => ({
  key: 'x',
  label: '等保',
  type,
  choices,
  unit,
})
const MODELS = ['通义千问', 'DeepSeek', 'OpenAI兼容接口']

describe('a cell', () => {
  it.each<[ReturnType<typeof attribute>, unknown, FactValue[]]>([
    [attribute('yesNo'), '是', ['yes']],
    [attribute('yesNo'), ' √ ', ['yes']],
    [attribute('yesNo'), false, ['no']],
    [attribute('yesNo'), 'ＹＥＳ', ['yes']],
    [attribute('yesNo'), '未知', []],
    [attribute('yesNo'), '支持\n另据：部分', ['yes', 'partial']],
    [attribute('choice', MODELS), 'deepseek', ['DeepSeek']],
    [attribute('choices', MODELS), 'openai 兼容接口，通义千问', [['通义千问', 'OpenAI兼容接口']]],
    [attribute('choices', MODELS), '通义千问\nDeepSeek', [['通义千问', 'DeepSeek']]],
    [attribute('choices', MODELS), '无', [[]]],
    [attribute('number', [], 'GB'), '16GB', [16]],
    [attribute('number', [], 'GB'), '１６ ＧＢ', [16]],
    [attribute('number', [], '个'), '12,345', [12_345]],
    [attribute('number', [], '%'), 99.9, [99.9]],
    [attribute('date'), '2026年11月21日', ['2026-11-21']],
    [attribute('date'), '2026/1/5', ['2026-01-05']],
    [attribute('date'), '2026年1月', ['2026-01']],
    [attribute('text'), '2核CPU、4GiB内存', ['2核CPU、4GiB内存']],
    [
      attribute('certificate', ['三级']),
      '三级',
      [{ name: '等保', level: '三级', number: '', issuer: '', validUntil: null }],
    ],
    [
      attribute('certificate'),
      '名称：ISO/IEC 27001；编号：甲；乙；有效期至：2027-01-31',
      [{ name: 'ISO/IEC 27001', level: '', number: '甲；乙', issuer: '', validUntil: '2027-01-31' }],
    ],
    [attribute('certificate'), '无', ['none']],
    [attribute('certificate'), '—', []],
  ])('given the attribute %j, parses the cell %j as %j', (column, raw, values) => {
    expect(parseFactCell(column, raw)).toEqual({ values })
  })

  it.each<[ReturnType<typeof attribute>, unknown, string]>([
    [attribute('yesNo'), '大概', '只能是“支持”“部分支持”或“不支持”'],
    [attribute('choices', MODELS), '通义千问、文心', '只能从这些选项中选：通义千问、DeepSeek、OpenAI兼容接口'],
    [attribute('number', [], 'GB'), '16 核', '应为数字，单位为GB'],
    [attribute('number'), '1.2.3', '应为数字'],
    [attribute('date'), '去年', '日期应为“2026-11-21”或“2026-11”，且真实存在'],
    [attribute('date'), '2026-02-30', '日期应为“2026-11-21”或“2026-11”，且真实存在'],
    [attribute('certificate', ['三级']), '名称：等保；级别：九级', '只能是：三级'],
  ])('given the attribute %j, rejects the cell %j', (column, raw, message) => {
    expect(parseFactCell(column, raw)).toMatchObject({ errors: [{ message }] })
  })

  const words = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('；', '：', '另据', '\n', '名称', '无', '-', '"', '[', '级') }),
  )
  const values: Record<AttributeType, fc.Arbitrary<unknown>> = {
    yesNo: fc.constantFrom('yes', 'partial', 'no'),
    choice: fc.constantFrom(...MODELS),
    choices: fc.subarray(MODELS),
    number: fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
    text: words,
    date: fc.constantFrom('2026-11-21', '2024-02', '0001-01-01'),
    certificate: fc.oneof(
      fc.constant('none'),
      fc.record({
        name: words,
        level: fc.constant(''),
        number: words,
        issuer: words,
        validUntil: fc.constantFrom(null, '2027-01-31'),
      }),
    ),
  }

  it.each(ATTRIBUTE_TYPES)('is read back unchanged for the type %s', (type) => {
    const column = attribute(type, type === 'certificate' ? [] : MODELS, type === 'number' ? 'GB' : '')
    fc.assert(
      fc.property(fc.array(values[type], { minLength: 1, maxLength: 3 }), (raws) => {
        const checked = raws.flatMap((raw) => {
          const result = checkFactValue(column, raw)
          return 'value' in result ? [result.value] : []
        })
        fc.pre(checked.length > 0)
        const read = parseFactCell(column, formatFactCell(column, checked))
        expect(JSON.stringify(read)).toBe(JSON.stringify({ values: checked.map((value) => (value === 0 ? 0 : value)) }))
      }),
    )
  })

  it('is read as unknown if it is blank, not as "no"', () => {
    for (const raw of ['', '  ', null, undefined, '未提供', 'N/A', '?'])
      expect(parseFactValue(attribute('yesNo'), raw)).toBeUndefined()
  })
})

describe('a line of sources', () => {
  it('is read back unchanged for any note', () => {
    fc.assert(
      fc.property(
        fc.record({
          grade: fc.constantFrom(...FACT_GRADES),
          sourceUrl: fc.constantFrom('', 'https://example.com/a｜b\\'),
          readAt: fc.constantFrom(null, '2026-11-21'),
          note: fc.string({ unit: fc.constantFrom('｜', '\\', '|', '备', ' ') }).map((note) => note.trim()),
        }),
        (source) => {
          const { lines, unreadable } = parseSourceLines(formatSourceLine('许可证｜', source))
          expect({ lines, unreadable }).toEqual({ lines: [{ label: '许可证｜', ...source }], unreadable: [] })
        },
      ),
    )
  })

  it('may be separated by ASCII bars, and may apply to the entire row', () => {
    expect(parseSourceLines('全部|公开资料|2026-11-21|https://example.com\n\n胡写一行')).toEqual({
      lines: [{ label: null, grade: 'public', readAt: '2026-11-21', sourceUrl: 'https://example.com', note: '' }],
      unreadable: ['胡写一行'],
    })
  })
})
