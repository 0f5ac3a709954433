import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertByName } from './name-order.ts'

const WORDS = ['审计', '采购', '助手', '助手2', '助手10', 'AI', 'ai', '银行', '重庆', '']
const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })

it('inserts products by name, in any order of insertion, and reads few names', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }), { minLength: 1, maxLength: 600 }),
      fc.integer({ min: 1, max: 600 }),
      async (parts, first) => {
        const products = parts.map((words, number) => ({ number, name: words.join('') }))
        const names = new Map(products.map(({ number, name }) => [number, name]))
        let mostNamesRead = 0
        const readNames = async (numbers: readonly number[]) => {
          mostNamesRead = Math.max(mostNamesRead, numbers.length)
          return names
        }
        const partialOrder = await insertByName(new Int32Array(0), products.slice(0, first), readNames)
        const order = await insertByName(partialOrder, products.slice(first), readNames)
        const expected = products.toSorted((a, b) => collator.compare(a.name, b.name) || a.number - b.number)
        expect([...order]).toEqual(expected.map(({ number }) => number))
        expect(mostNamesRead).toBeLessThanOrEqual(Math.max(256, products.length - first))
      },
    ),
    { numRuns: 60 },
  )
})

it('skips changed names, which no longer match the order', async () => {
  const order = Int32Array.from({ length: 1_000 }, (_, number) => number)
  const toName = (number: number) => `助手${number}`
  const readKnown = async (numbers: readonly number[]) =>
    new Map(numbers.filter((number) => number % 7 === 0).map((number) => [number, toName(number)]))
  const merged = await insertByName(order, [{ number: 5_000, name: '助手500.5' }], readKnown)
  const index = merged.indexOf(5_000)
  expect(index).toBeGreaterThan(497)
  expect(index).toBeLessThanOrEqual(504)
  expect([...merged.filter((number) => number !== 5_000)]).toEqual([...order])
  expect([...(await insertByName(order, [{ number: 5_000, name: '阿' }], async () => new Map()))]).toContain(5_000)
})
