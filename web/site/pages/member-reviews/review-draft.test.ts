import { describe, expect, it } from 'vitest'
import { EMPTY_REVIEW, parseDraft, type ReviewValues } from './review-draft.ts'

const VALUES: ReviewValues = {
  ...EMPTY_REVIEW,
  ratings: { ability: 4, usability: 5, integration: 0, service: 3, value: 2 },
  pros: '写到一半',
  role: 'it-lead',
  monthsOfUse: '8',
  affiliation: 'partner',
  isAnonymous: false,
  proof: { key: 'screenshot-key', name: '截图.png', size: 2_048 },
}

describe('the draft of a review', () => {
  it('returns the stored values of the form', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(VALUES)))).toEqual(VALUES)
    expect(parseDraft(JSON.parse(JSON.stringify({ ...VALUES, proof: null })))?.proof).toBeNull()
  })

  it.each([undefined, null, 'text', 7])('is undefined if %j is stored', (stored) => {
    expect(parseDraft(stored)).toBeUndefined()
  })

  it('ignores invalid values', () => {
    const invalidValues = {
      ratings: { ability: 9, usability: '5' },
      pros: 7,
      role: 'unknown-role',
      affiliation: 'unknown-affiliation',
      proof: { key: 1 },
    }
    expect(parseDraft(invalidValues)).toEqual(EMPTY_REVIEW)
  })
})
