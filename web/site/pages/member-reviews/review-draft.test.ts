import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createReviewDraft, EMPTY_REVIEW, parseDraft, type ReviewValues } from './review-draft.ts'

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

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

describe('the draft of a review', () => {
  const savedReview = { ...VALUES, proof: undefined }

  it('is kept while it differs from the saved review', () => {
    const draft = createReviewDraft('li', 'p1')
    draft.write(savedReview)
    expect(draft.readUnsent({ ...savedReview, cons: '提醒不够及时' })).toEqual(savedReview)
    draft.write(VALUES)
    expect(draft.readUnsent(savedReview)).toEqual(VALUES)
  })

  it('is deleted if the saved review is equal, as after a lost reply', () => {
    const draft = createReviewDraft('li', 'p1')
    draft.write({ ...savedReview, pros: ` ${savedReview.pros}\n` })
    expect(draft.readUnsent(savedReview)).toBeUndefined()
    expect(stored.size).toBe(0)
  })

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
