import { describe, expect, it } from 'vitest'
import { type ProjectSetup, ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { deriveWeights } from './derived-weights.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'

const createSetup = (weightings: unknown[]): ProjectSetup =>
  ProjectSetupSchema.parse({
    candidates: [{ key: 'a', name: '甲' }],
    groups: [
      {
        key: 'tech',
        title: '技术',
        weight: 60,
        criteria: [
          { key: 't1', title: '准确性', weight: 30 },
          { key: 't2', title: '安全', weight: 30 },
        ],
      },
      { key: 'market', title: '市场', weight: 40, criteria: [{ key: 'm1', title: '案例', weight: 40 }] },
    ],
    weightings,
    grades: DEFAULT_GRADES,
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
    { case: 'numbers', weighting: { kind: 'numbers', scope: null } },
    { case: 'an order that lacks a group', weighting: { kind: 'order', scope: null, order: ['tech'] } },
    { case: 'an order of a removed group', weighting: { kind: 'order', scope: 'gone', order: ['t1', 't2'] } },
    {
      case: 'a matrix of another size',
      weighting: { kind: 'pairs', scope: 'tech', keys: ['t1', 't2'], matrix: [[1]] },
    },
  ])('stay as entered with $case', ({ weighting }) => {
    const setup = createSetup([weighting])
    expect(deriveWeights(setup)).toEqual({ ...setup, weightings: [] })
  })
})
