import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addPostings, intersectPostings, type PostingLists, serializePostings } from './positional-postings.ts'

const TEXT_DISTANCE = 700

function buildPostings(texts: readonly string[]): ReadonlyMap<string, string> {
  const lists: PostingLists = new Map()
  for (const [index, text] of texts.entries()) addPostings(lists, index * TEXT_DISTANCE, text)
  return new Map(serializePostings(lists, 1).map(({ gram, places }) => [gram, places]))
}

const toTerm = (bigram: string) => [0, 1].map((at) => bigram.charCodeAt(at).toString(16).padStart(4, '0')).join('')

/** Searches for a phrase by all its bigrams; matches nothing if one has no postings. */
function search(stored: ReadonlyMap<string, string>, phrase: string) {
  const bigrams = Array.from({ length: phrase.length - 1 }, (_, offset) => phrase.slice(offset, offset + 2))
  const terms = bigrams.flatMap((bigram, offset) => {
    const postings = stored.get(toTerm(bigram))
    return postings === undefined ? [] : [{ postings, offset }]
  })
  return terms.length < bigrams.length ? { matching: [], uncertain: [] } : intersectPostings(terms)
}

it('matches texts that contain a phrase, and returns those with truncated positions as uncertain', () => {
  const generateText = (maxLength: number) => fc.string({ unit: fc.constantFrom('智', '能', 'a', '𠮷'), maxLength })
  fc.assert(
    fc.property(fc.array(generateText(60), { maxLength: 12 }), generateText(5), (texts, phrase) => {
      fc.pre(phrase.length >= 2)
      const { matching, uncertain } = search(buildPostings(texts), phrase)
      const containing = texts.flatMap((text, index) => (text.includes(phrase) ? [index * TEXT_DISTANCE] : []))
      expect(matching.filter((row) => !containing.includes(row))).toEqual([])
      expect(containing.filter((row) => !matching.includes(row) && !uncertain.includes(row))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('decides every text whose bigrams have few positions', () => {
  const stored = buildPostings(['智能客服', '客服智能', '能客智服', `${'。'.repeat(70_000)}智能客服`])
  expect(search(stored, '智能客服')).toEqual({ matching: [0, 3 * TEXT_DISTANCE], uncertain: [] })
  expect(search(stored, '能客')).toEqual({ matching: [0, 2 * TEXT_DISTANCE, 3 * TEXT_DISTANCE], uncertain: [] })
})

it('is uncertain if the deciding position may have been truncated', () => {
  const stored = buildPostings([`${'智能'.repeat(9)}智客`, '智客'])
  expect(search(stored, '能智客')).toEqual({ matching: [], uncertain: [0] })
})

it('omits bigrams that occur in few texts', () => {
  const lists: PostingLists = new Map()
  addPostings(lists, 1, '智能')
  addPostings(lists, 2, '智能客')
  expect(serializePostings(lists, 2).map(({ gram }) => gram)).toEqual([toTerm('智能')])
})
