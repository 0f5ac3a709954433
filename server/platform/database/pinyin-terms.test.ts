import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildSearchText, listFullSpellings, matchesPinyinInput } from '#contracts/rules/search-text.ts'
import { getSpelling, isSpellingExact, joinPinyin, splitPinyin, toPinyinTerms } from './pinyin-terms.ts'

const UNITS = ['zhi', 'z', 'neng', 'n', 'a', 'an', 'xi', 'xian', '78', '7', 'rag']
const texts = fc
  .array(fc.constantFrom('智', '能', '安', '西', '先', '78', 'rag', ' ', '，', '𠀀'), { maxLength: 8 })
  .map((list) => list.join(''))
const typed = fc
  .array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 5 })
  .map((units) => units.join(''))
  .filter((letters) => letters.length > 1)

it('has an index term for every match of a search, and only for matches if the spelling is exact', () => {
  fc.assert(
    fc.property(texts, typed, (text, letters) => {
      const forms = buildSearchText([text])
      const terms = toPinyinTerms(joinPinyin(forms))
      const isCandidate = terms.some((term) => term.startsWith(getSpelling(letters)))
      const isMatch = matchesPinyinInput(forms, letters)
      if (isSpellingExact(letters)) expect(isCandidate).toBe(isMatch)
      else if (isMatch) expect(isCandidate).toBe(true)
      const isFullSpelling = listFullSpellings(letters).some((spelling) => forms.syllables.includes(spelling))
      if (isFullSpelling) expect(isMatch).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('splits joined pinyin into the original forms', () => {
  const { initials, syllables } = buildSearchText(['智能客服 AI'])
  expect(splitPinyin(joinPinyin({ initials, syllables }))).toEqual({ initials, syllables })
})
