import { expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { listRevisions } from './list-revisions.ts'

const AT = '2026-11-21T00:00:00.000Z'

it('returns the first score and every revision of it', () => {
  const first = createProjectScore({ score: 40 })
  const earlier = { score: 58, grade: 'verified', reason: '漏看附件', at: AT }
  const last = createProjectScore({ round: 2, score: 60, reason: '复测通过', revisions: [earlier] })
  expect(listRevisions([first, createProjectScore({ criterion: 't2' }), last])).toEqual([
    {
      judge: 'j1',
      candidate: 'a',
      criterion: 't1',
      first,
      revisions: [earlier, { score: 60, grade: 'verified', reason: '复测通过', at: AT }],
    },
  ])
})

it('has no first score if the judge only scored in the second round', () => {
  expect(listRevisions([createProjectScore({ round: 2 })])).toMatchObject([{ first: null, revisions: [{ score: 80 }] }])
})
