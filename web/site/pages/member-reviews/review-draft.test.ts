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
  proof: { key: 'k', name: '截图.png', size: 12 },
}

describe('the draft of a review', () => {
  it('round-trips the form’s values', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(VALUES)))).toEqual(VALUES)
    expect(parseDraft(JSON.parse(JSON.stringify({ ...VALUES, proof: null })))?.proof).toBeNull()
  })

  it.each([undefined, null, 'text', 7])('is undefined if %j is stored', (stored) => {
    expect(parseDraft(stored)).toBeUndefined()
  })

  it('ignores invalid values', () => {
    const broken = {
      ratings: { ability: 9, usability: '5' },
      pros: 7,
      role: 'king',
      affiliation: 'x',
      proof: { key: 1 },
    }
    expect(parseDraft(broken)).toEqual(EMPTY_REVIEW)
  })
})
