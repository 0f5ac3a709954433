import { expect, it } from 'vitest'
import { toNfc, toNfkc } from './normalize-text.ts'

it('composes characters, and replaces those for compatibility only in NFKC', () => {
  expect({ nfc: toNfc('e\u0301Ａ'), nfkc: toNfkc('e\u0301Ａ') }).toEqual({ nfc: '\u00e9Ａ', nfkc: '\u00e9A' })
})

it('leaves up to 30 marks of a character together', () => {
  const text = `q${'\u0301'.repeat(30)}`
  expect(toNfc(text)).toBe(text)
})

it.each([
  { case: 'accents above and below', marks: '\u0301\u0316' },
  { case: 'accents that decompose', marks: '\u0344\u0316' },
  { case: 'voicing marks of half width', marks: '\uff9e\u0301' },
  { case: 'Thai vowels', marks: '\u0e33\u0316' },
])('normalizes many $case in linear time', ({ marks }) => {
  const measure = (count: number) => {
    const text = `q${marks.repeat(count)}`
    const begin = performance.now()
    toNfc(text)
    toNfkc(text)
    return performance.now() - begin
  }
  measure(1_000)
  expect(measure(50_000)).toBeLessThan(1_500)
})
