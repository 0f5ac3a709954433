import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FactValue } from '#contracts/facts/fact-value.ts'
import { checkFactValue } from '#contracts/facts/fact-value.ts'
import { ATTRIBUTE_TYPES, type AttributeType, FACT_GRADES } from '#contracts/facts/vocabulary.ts'
import { parseFactValue } from '#contracts/rules/facts/value-text.ts'
import { formatFactCell, formatSourceLine, parseFactCell, parseSourceLines } from './fact-columns.ts'

const attribute = (type: AttributeType, choices: string[] = [], unit = '') => ({
  key: 'x',
  label: '等保',
  type,
  choices,
  unit,
})
const MODELS = ['通义千问', 'DeepSeek', 'OpenAI兼容接口']

describe('a cell', () => {
  type Column = ReturnType<typeof attribute>

  it.each<{ case: string; column: Column; raw: unknown; values: FactValue[] }>([
    { case: 'a word for support', column: attribute('yesNo'), raw: '是', values: ['yes'] },
    { case: 'a tick between spaces', column: attribute('yesNo'), raw: ' √ ', values: ['yes'] },
    { case: 'a boolean', column: attribute('yesNo'), raw: false, values: ['no'] },
    { case: 'a word in full width', column: attribute('yesNo'), raw: 'ＹＥＳ', values: ['yes'] },
    { case: 'an unknown level of support', column: attribute('yesNo'), raw: '未知', values: [] },
    {
      case: 'the values of two sources',
      column: attribute('yesNo'),
      raw: '支持\n另据：部分',
      values: ['yes', 'partial'],
    },
    {
      case: 'a choice in other letter case',
      column: attribute('choice', MODELS),
      raw: 'deepseek',
      values: ['DeepSeek'],
    },
    {
      case: 'choices in any order',
      column: attribute('choices', MODELS),
      raw: 'openai 兼容接口，通义千问',
      values: [['通义千问', 'OpenAI兼容接口']],
    },
    {
      case: 'choices on several lines',
      column: attribute('choices', MODELS),
      raw: '通义千问\nDeepSeek',
      values: [['通义千问', 'DeepSeek']],
    },
    { case: 'no choices', column: attribute('choices', MODELS), raw: '无', values: [[]] },
    { case: 'a number with its unit', column: attribute('number', [], 'GB'), raw: '16GB', values: [16] },
    { case: 'a number in full width', column: attribute('number', [], 'GB'), raw: '１６ ＧＢ', values: [16] },
    { case: 'thousands', column: attribute('number', [], '个'), raw: '12,345', values: [12_345] },
    { case: 'a numeric cell', column: attribute('number', [], '%'), raw: 99.9, values: [99.9] },
    { case: 'a day in Chinese', column: attribute('date'), raw: '2026年11月21日', values: ['2026-11-21'] },
    { case: 'a day with slashes', column: attribute('date'), raw: '2026/1/5', values: ['2026-01-05'] },
    { case: 'a month', column: attribute('date'), raw: '2026年1月', values: ['2026-01'] },
    { case: 'a text', column: attribute('text'), raw: '2核CPU、4GiB内存', values: ['2核CPU、4GiB内存'] },
    {
      case: 'the level of a certificate',
      column: attribute('certificate', ['三级']),
      raw: '三级',
      values: [{ name: '等保', level: '三级', number: '', issuer: '', validUntil: null }],
    },
    {
      case: 'the parts of a certificate, one of which contains a separator',
      column: attribute('certificate'),
      raw: '名称：ISO/IEC 27001；编号：甲；乙；有效期至：2027-01-31',
      values: [{ name: 'ISO/IEC 27001', level: '', number: '甲；乙', issuer: '', validUntil: '2027-01-31' }],
    },
    { case: 'no certificate', column: attribute('certificate'), raw: '无', values: ['none'] },
    { case: 'an unknown certificate', column: attribute('certificate'), raw: '—', values: [] },
  ])('parses $case: $raw', ({ column, raw, values }) => {
    expect(parseFactCell(column, raw)).toEqual({ values: values.map((value) => ({ value, isComplete: false })) })
  })

  it('parses a list of choices that is complete', () => {
    const column = attribute('choices', MODELS)
    const [first = '', second = ''] = MODELS
    expect(parseFactCell(column, `${first}、${second}(清单完整)\n另据：${first}`)).toEqual({
      values: [
        { value: [first, second], isComplete: true },
        { value: [first], isComplete: false },
      ],
    })
  })

  it.each<{ case: string; column: Column; raw: unknown; message: string }>([
    {
      case: 'another word for a level of support',
      column: attribute('yesNo'),
      raw: '大概',
      message: '只能是“支持”“部分支持”或“不支持”',
    },
    {
      case: 'an unknown choice',
      column: attribute('choices', MODELS),
      raw: '通义千问、文心',
      message: '只能从这些选项中选：通义千问、DeepSeek、OpenAI兼容接口',
    },
    {
      case: 'another unit',
      column: attribute('number', [], 'GB'),
      raw: '16 核',
      message: '应为数字，单位为GB',
    },
    { case: 'two decimal points', column: attribute('number'), raw: '1.2.3', message: '应为数字' },
    {
      case: 'a word for a day',
      column: attribute('date'),
      raw: '去年',
      message: '日期应为“2026-11-21”或“2026-11”，且真实存在',
    },
    {
      case: 'a day that does not exist',
      column: attribute('date'),
      raw: '2026-02-30',
      message: '日期应为“2026-11-21”或“2026-11”，且真实存在',
    },
    {
      case: 'an unknown level of a certificate',
      column: attribute('certificate', ['三级']),
      raw: '名称：等保；级别：九级',
      message: '只能是：三级',
    },
  ])('rejects $case: $raw', ({ column, raw, message }) => {
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
      fc.property(fc.array(values[type], { minLength: 1, maxLength: 3 }), fc.boolean(), (raws, isComplete) => {
        const checked = raws.flatMap((raw) => {
          const result = checkFactValue(column, raw)
          return 'value' in result ? [{ value: result.value, isComplete: isComplete && type === 'choices' }] : []
        })
        fc.pre(checked.length > 0)
        const read = parseFactCell(column, formatFactCell(column, checked))
        expect(JSON.stringify(read)).toBe(
          JSON.stringify({ values: checked.map((cell) => ({ ...cell, value: cell.value === 0 ? 0 : cell.value })) }),
        )
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
