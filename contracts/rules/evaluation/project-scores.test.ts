import { describe, expect, it } from 'vitest'
import { AnalysisRequestSchema } from '../../evaluation-analysis/analysis.ts'
import { type ProjectSetup, ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import type { ProjectTrial } from '../../evaluation-projects/trial.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { createAnalysisRequest, deriveWeights, listCountedScores, suggestScores } from './project-scores.ts'

const createSetup = (weightings: unknown[] = []): ProjectSetup =>
  ProjectSetupSchema.parse({
    candidates: [{ key: 'a', name: '甲' }],
    groups: [
      {
        key: 'tech',
        title: '技术',
        weight: 60,
        criteria: [
          { key: 't1', title: '准确性', weight: 30 },
          { key: 't2', title: '安全', weight: 30, isRequired: true, minimum: 60 },
        ],
      },
      { key: 'market', title: '市场', weight: 40, criteria: [{ key: 'm1', title: '案例', weight: 40 }] },
    ],
    weightings,
    grades: DEFAULT_GRADES,
  })

const createScore = (score: Partial<ProjectScore>): ProjectScore => ({
  judge: 'j1',
  candidate: 'a',
  criterion: 't1',
  round: 1,
  score: 80,
  grade: 'verified',
  note: '',
  links: [],
  reason: '',
  version: 1,
  files: [],
  updatedAt: '2026-11-21T00:00:00.000Z',
  ...score,
})

describe('the scores that count', () => {
  it('belong to the last round, and have points and evidence', () => {
    const scores = [
      createScore({ score: 60 }),
      createScore({ score: 70, round: 2 }),
      createScore({ criterion: 't2', score: null }),
      createScore({ criterion: 'm1', grade: null }),
      createScore({ judge: 'j2', score: 50 }),
    ]
    expect(listCountedScores(scores).map(({ judge, score }) => [judge, score])).toEqual([
      ['j1', 70],
      ['j2', 50],
    ])
  })
})

describe('the request of an analysis', () => {
  it('is valid for the public call', () => {
    const request = createAnalysisRequest(createSetup(), [{ id: 'j1' }], [createScore({})])
    expect(AnalysisRequestSchema.parse(request)).toEqual(AnalysisRequestSchema.parse(structuredClone(request)))
    expect(request.scores).toHaveLength(1)
  })

  it('omits scores of removed criteria and candidates', () => {
    const orphans = [createScore({ criterion: 'gone' }), createScore({ candidate: 'gone' })]
    expect(createAnalysisRequest(createSetup(), [{ id: 'j1' }], orphans).scores).toEqual([])
  })
})

describe('a suggested score', () => {
  const task = (key: string, weight: number, criterion: string | null = 't1') => ({
    key,
    title: key,
    acceptance: '',
    weight,
    criterion,
  })
  const trial = (taskKey: string, isPassed: boolean, candidate = 'a'): ProjectTrial => ({
    id: crypto.randomUUID(),
    task: taskKey,
    candidate,
    isPassed,
    seconds: null,
    cost: null,
    note: '',
    runner: '',
    createdAt: '2026-11-21T00:00:00.000Z',
  })

  it("is the pass rate of the criterion's tasks, weighted by task", () => {
    // (3 × 1/2 + 1 × 1) / 4 = 0.625
    const trials = [trial('q1', true), trial('q1', false), trial('q2', true), trial('q3', false)]
    expect(suggestScores([task('q1', 3), task('q2', 1), task('q3', 1, null)], trials)).toEqual([
      { candidate: 'a', criterion: 't1', score: 63, passed: 2, trials: 3 },
    ])
  })

  it('ignores tasks that the candidate has not tried, and criteria without tasks', () => {
    const trials = [trial('q1', true), trial('q2', false, 'b')]
    expect(
      suggestScores([task('q1', 1), task('q2', 1)], trials).map(({ candidate, score }) => [candidate, score]),
    ).toEqual([
      ['a', 100],
      ['b', 0],
    ])
    expect(suggestScores([], trials)).toEqual([])
  })
})

describe('weights', () => {
  it('follow from a ranking and from pairwise comparisons', () => {
    const { groups } = deriveWeights(
      createSetup([
        { kind: 'order', scope: null, order: ['market', 'tech'] },
        {
          kind: 'pairs',
          scope: 'tech',
          keys: ['t1', 't2'],
          matrix: [
            [1, 3],
            [0.333, 1],
          ],
        },
      ]),
    )
    expect(groups.map(({ weight }) => weight)).toEqual([25, 75])
    expect(groups[0]?.criteria.map(({ weight }) => weight)).toEqual([expect.closeTo(75), expect.closeTo(25)])
  })

  it.each([
    ['numbers', { kind: 'numbers', scope: null }],
    ['an order that lacks a group', { kind: 'order', scope: null, order: ['tech'] }],
    ['an order of a removed group', { kind: 'order', scope: 'gone', order: ['t1', 't2'] }],
    ['a matrix of another size', { kind: 'pairs', scope: 'tech', keys: ['t1', 't2'], matrix: [[1]] }],
  ])('stay as entered with %s', (_, weighting) => {
    const setup = createSetup([weighting])
    expect(deriveWeights(setup)).toEqual({ ...setup, weightings: [] })
  })
})
