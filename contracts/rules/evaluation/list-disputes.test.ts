import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { listDisputes } from './list-disputes.ts'

const SETUP = ProjectSetupSchema.parse({
  candidates: [{ key: 'a', name: '甲' }],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 1,
      criteria: ['t1', 't2', 't3'].map((key) => ({ key, title: key, weight: 1 })),
    },
  ],
  grades: DEFAULT_GRADES,
})

const createScore = (
  judge: string,
  criterion: string,
  score: number | null,
  { round = 1, grade = 'verified' }: { round?: 1 | 2; grade?: string } = {},
) => createProjectScore({ judge, criterion, score, grade, round })

describe('listDisputes', () => {
  it('lists scores that differ by more than 15 points, the largest difference first', () => {
    const scores = [
      createScore('j1', 't1', 80),
      createScore('j2', 't1', 64),
      createScore('j1', 't2', 90),
      createScore('j2', 't2', 40),
      createScore('j1', 't3', 80),
      createScore('j2', 't3', 65),
    ]
    expect(listDisputes({ setup: SETUP, scores })).toEqual([
      { candidate: 'a', criterion: 't2', min: 40, max: 90, spread: 50 },
      { candidate: 'a', criterion: 't1', min: 64, max: 80, spread: 16 },
    ])
  })

  it('compares the points that scores count for', () => {
    const scores = [createScore('j1', 't1', 90, { grade: 'claimed' }), createScore('j2', 't1', 60)]
    expect(listDisputes({ setup: SETUP, scores })).toEqual([])
  })

  it('compares the revised scores', () => {
    const scores = [
      createScore('j1', 't2', 90),
      createScore('j2', 't2', 40),
      createScore('j2', 't2', 85, { round: 2 }),
      createScore('j3', 't2', null),
    ]
    expect(listDisputes({ setup: SETUP, scores })).toEqual([])
  })

  it('ignores a score whose grade the setup no longer has', () => {
    const scores = [createScore('j1', 't1', 90, { grade: 'gone' }), createScore('j2', 't1', 40)]
    expect(listDisputes({ setup: SETUP, scores })).toEqual([])
  })
})
