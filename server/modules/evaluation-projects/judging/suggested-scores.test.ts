import { describe, expect, it } from 'vitest'
import type { ProjectTrial } from '#contracts/evaluation-projects/trial.ts'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { countByTask, suggestScores } from './suggested-scores.ts'

describe('a suggested score', () => {
  const createWeightedTask = (key: string, weight: number, criterion: string | null = 't1') =>
    createTask({ key, title: key, weight, criterion })
  const createTrial = (taskKey: string, isPassed: boolean, candidate = 'a'): ProjectTrial => ({
    id: crypto.randomUUID(),
    task: taskKey,
    candidate,
    isPassed,
    seconds: null,
    cost: null,
    note: '',
    runner: '',
    isSetAside: false,
    createdAt: '2026-11-21T00:00:00.000Z',
  })

  it("is the pass rate of the criterion's tasks, weighted by task", () => {
    // (3 × 1/2 + 1 × 1) / 4 = 0.625
    const trials = [
      createTrial('q1', true),
      createTrial('q1', false),
      createTrial('q2', true),
      createTrial('q3', false),
    ]
    expect(
      suggestScores(
        [createWeightedTask('q1', 3), createWeightedTask('q2', 1), createWeightedTask('q3', 1, null)],
        countByTask(trials),
      ),
    ).toEqual([{ candidate: 'a', criterion: 't1', score: 63, passed: 2, trials: 3 }])
  })

  it('rounds half a point up, also where its binary fraction is below one half', () => {
    const trials = Array.from({ length: 40 }, (_, index) => createTrial('q1', index < 23))
    // 23/40 = 57.5 %
    expect(suggestScores([createWeightedTask('q1', 1)], countByTask(trials))).toMatchObject([{ score: 58 }])
  })

  it('ignores tasks that the candidate has not tried, and criteria without tasks', () => {
    const trials = [createTrial('q1', true), createTrial('q2', false, 'b')]
    expect(
      suggestScores([createWeightedTask('q1', 1), createWeightedTask('q2', 1)], countByTask(trials)).map(
        ({ candidate, score }) => [candidate, score],
      ),
    ).toEqual([
      ['a', 100],
      ['b', 0],
    ])
    expect(suggestScores([], countByTask(trials))).toEqual([])
  })

  it('ignores tasks without a decided trial', () => {
    const results = [
      { candidate: 'a', task: 'q1', trials: 0, passed: 0 },
      { candidate: 'a', task: 'q2', trials: 4, passed: 1 },
    ]
    expect(suggestScores([createWeightedTask('q1', 1), createWeightedTask('q2', 1)], results)).toEqual([
      { candidate: 'a', criterion: 't1', score: 25, passed: 1, trials: 4 },
    ])
  })
})
