import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addText, findTogether, type GramLists, toStoredLists } from './gram-lists.ts'

const ROWS_APART = 700

function build(texts: readonly string[]): ReadonlyMap<string, string> {
  const lists: GramLists = new Map()
  for (const [index, text] of texts.entries()) addText(lists, index * ROWS_APART, text)
  return new Map(toStoredLists(lists, 1).map(({ gram, places }) => [gram, places]))
}

const toGram = (pair: string) => [0, 1].map((at) => pair.charCodeAt(at).toString(16).padStart(4, '0')).join('')

/** Finds by every pair of a part; none, if a pair is in no list. */
function find(stored: ReadonlyMap<string, string>, part: string) {
  const pairs = Array.from({ length: part.length - 1 }, (_, offset) => part.slice(offset, offset + 2))
  const lists = pairs.flatMap((pair, offset) => {
    const places = stored.get(toGram(pair))
    return places === undefined ? [] : [{ places, offset }]
  })
  return lists.length < pairs.length ? { certain: [], doubtful: [] } : findTogether(lists)
}

it('finds the texts that hold a part, and leaves open what has more places than are kept', () => {
  const word = (most: number) => fc.string({ unit: fc.constantFrom('智', '能', 'a', '𠮷'), maxLength: most })
  fc.assert(
    fc.property(fc.array(word(60), { maxLength: 12 }), word(5), (texts, part) => {
      fc.pre(part.length >= 2)
      const { certain, doubtful } = find(build(texts), part)
      const holding = texts.flatMap((text, index) => (text.includes(part) ? [index * ROWS_APART] : []))
      expect(certain.filter((row) => !holding.includes(row))).toEqual([])
      expect(holding.filter((row) => !certain.includes(row) && !doubtful.includes(row))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('is sure of every text whose pairs stand in few places', () => {
  const stored = build(['智能客服', '客服智能', '能客智服', `${'。'.repeat(70_000)}智能客服`])
  expect(find(stored, '智能客服')).toEqual({ certain: [0, 3 * ROWS_APART], doubtful: [] })
  expect(find(stored, '能客')).toEqual({ certain: [0, 2 * ROWS_APART, 3 * ROWS_APART], doubtful: [] })
})

it('is in doubt where the place that counts may be one too many', () => {
  const stored = build([`${'智能'.repeat(9)}智客`, '智客'])
  expect(find(stored, '能智客')).toEqual({ certain: [], doubtful: [0] })
})

it('leaves out pairs that few texts have', () => {
  const lists: GramLists = new Map()
  addText(lists, 1, '智能')
  addText(lists, 2, '智能客')
  expect(toStoredLists(lists, 2).map(({ gram }) => gram)).toEqual([toGram('智能')])
})
