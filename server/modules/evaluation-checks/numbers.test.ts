import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNumbers } from './numbers.ts'

describe('findNumbers', () => {
  it.each([
    { text: '共1,200元', values: [1_200] },
    { text: '约3.5万元', values: [35_000] },
    { text: '两亿', values: [2e8] },
    { text: '1.2万亿', values: [1.2e12] },
    { text: '3百万', values: [3e6] },
    { text: '一万亿零五', values: [1e12 + 5] },
    { text: '一百二十天', values: [120] },
    { text: '十二个', values: [12] },
    { text: '二〇二四年', values: [2024] },
    { text: '三万五千二百', values: [35_200] },
    { text: '一点五', values: [1.5] },
    { text: '负三', values: [-3] },
    { text: '-12.5', values: [-12.5] },
    { text: '12%', values: [12, 0.12] },
    { text: '１２．５％', values: [12.5, 0.125] },
    { text: '1e3', values: [1_000] },
    { text: '.5', values: [0.5] },
    { text: '10000千克', values: [10_000] },
    { text: '3千米', values: [3] },
    { text: '3百分点', values: [3] },
    { text: '3千', values: [3_000] },
  ])('reads $text as $values', ({ text, values }) => {
    const [number] = findNumbers(text)
    expect(number?.values).toHaveLength(values.length)
    for (const [index, value] of values.entries()) expect(number?.values[index]).toBeCloseTo(value, 9)
  })

  it.each(['万事如意', '千里之行', '没有数', ''])('reads no number in %s', (text) => {
    expect(findNumbers(text)).toEqual([])
  })

  it('finds several numbers with their texts and places', () => {
    expect(findNumbers('从3天到7天，2024-05-01起')).toMatchObject([
      { text: '3', offset: 1, values: [3] },
      { text: '7', offset: 4 },
      { text: '2024', values: [2024] },
      { text: '05', values: [5] },
      { text: '01' },
    ])
  })

  it('reads every numeral that is written out in units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (number) => {
        expect(findNumbers(writeOut(number))[0]?.values).toEqual([number])
      }),
    )
  })
})

/** Writes a number as Chinese is read aloud, with a zero for each gap. */
function writeOut(number: number): string {
  const group = (part: number): string =>
    ['千', '百', '十', '']
      .map((unit, index) => {
        const digit = Math.floor(part / 10 ** (3 - index)) % 10
        return digit === 0 ? '零' : `${'零一二三四五六七八九'[digit]}${unit}`
      })
      .join('')
  const groups = [Math.floor(number / 1e8), Math.floor(number / 1e4) % 1e4, number % 1e4]
  return groups
    .map((part, index) => (part === 0 ? '零' : `${group(part)}${['亿', '万', ''][index]}`))
    .join('')
    .replaceAll(/零+/g, '零')
    .replaceAll(/零(?=[万亿]|$)/g, '')
    .replace(/^零/, '')
}
