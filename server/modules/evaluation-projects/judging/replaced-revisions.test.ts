import { expect, it } from 'vitest'
import { listReplacedRevisions } from './replaced-revisions.ts'

const AT = '2026-11-21T02:00:00.000Z'
const SOON = '2026-11-21T02:00:02.000Z'
const LATER = '2026-11-21T02:01:00.000Z'
const STORED = { score: 58, grade: 'verified', reason: '漏看附件', revisionsJson: [], updatedAt: AT }
const REVISION = { score: 58, grade: 'verified', reason: '漏看附件', at: AT }

it.each([
  { case: 'another score', next: { ...STORED, score: 60 }, at: SOON },
  { case: 'another grade', next: { ...STORED, grade: 'claimed' }, at: SOON },
  { case: 'no score', next: { ...STORED, score: null }, at: SOON },
  { case: 'a longer number, later', next: { ...STORED, score: 5 }, at: LATER },
])('keeps a score that is replaced by $case', ({ next, at }) => {
  expect(listReplacedRevisions(STORED, next, at)).toEqual([REVISION])
})

it('keeps earlier revisions, oldest first', () => {
  const earlier = { ...REVISION, score: 55 }
  expect(listReplacedRevisions({ ...STORED, revisionsJson: [earlier] }, { ...STORED, score: 60 }, SOON)).toEqual([
    earlier,
    REVISION,
  ])
})

it('omits a score whose reason alone is changed', () => {
  expect(listReplacedRevisions(STORED, { ...STORED, reason: '漏看了附件' }, LATER)).toEqual([])
})

it('omits the beginning of a number that is being typed', () => {
  expect(listReplacedRevisions({ ...STORED, score: 5 }, STORED, SOON)).toEqual([])
  expect(listReplacedRevisions({ ...STORED, score: 5 }, STORED, LATER)).toHaveLength(1)
  expect(listReplacedRevisions({ ...STORED, score: 5 }, { ...STORED, reason: '复测' }, SOON)).toHaveLength(1)
})
