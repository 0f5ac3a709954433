import { expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { listDisputes } from './list-disputes.ts'

const GRADES = [
  { key: 'verified', cap: 100 },
  { key: 'claimed', cap: 50 },
]

const createScore = (
  judge: string,
  criterion: string,
  score: number | null,
  { round = 1, grade = 'verified' }: { round?: 1 | 2; grade?: string } = {},
) => createProjectScore({ judge, criterion, score, grade, round })

it('lists scores that differ by more than 15 points, the largest difference first', () => {
  const scores = [
    createScore('j1', 't1', 80),
    createScore('j2', 't1', 64),
    createScore('j1', 't2', 90),
    createScore('j2', 't2', 40),
    createScore('j1', 't3', 80),
    createScore('j2', 't3', 65),
  ]
  expect(listDisputes(scores, GRADES)).toEqual([
    { candidate: 'a', criterion: 't2', min: 40, max: 90, spread: 50 },
    { candidate: 'a', criterion: 't1', min: 64, max: 80, spread: 16 },
  ])
})

it('compares what scores count for, after revisions', () => {
  const scores = [
    createScore('j1', 't1', 90, { grade: 'claimed' }),
    createScore('j2', 't1', 60),
    createScore('j1', 't2', 90),
    createScore('j2', 't2', 40),
    createScore('j2', 't2', 85, { round: 2 }),
    createScore('j3', 't2', null),
  ]
  expect(listDisputes(scores, GRADES)).toEqual([])
})
