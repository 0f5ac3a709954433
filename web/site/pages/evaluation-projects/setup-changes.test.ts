import { expect, it } from 'vitest'
import { ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import { addCandidate, createWeighting, findWeighting, listShares, withPair, withWeighting } from './setup-changes.ts'

const criterion = (key: string, weight: number) => ({ key, title: key, weight })
const setup = ProjectSetupSchema.parse({
  candidates: [],
  groups: [
    { key: 'g', title: '技术', weight: 40, criteria: [criterion('a', 1), criterion('b', 3), criterion('c', 2)] },
  ],
  grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
  thresholds: {},
})
it('gives a new candidate a free key, and a name only once', () => {
  const two = addCandidate(addCandidate([], '甲', 'p1'), '乙', null)
  const others = addCandidate(two.slice(1), '丙', null)
  expect(others.map(({ key }) => key)).toEqual(['candidate-2', 'candidate-3'])
  expect(addCandidate(others, '丙', null)).toHaveLength(2)
})

it('weighs by an order that begins with today’s weights', () => {
  const parts = setup.groups[0]?.criteria ?? []
  const ordered = withWeighting(setup, createWeighting('order', 'g', parts))
  expect(findWeighting(ordered, 'g')).toMatchObject({ kind: 'order', order: ['b', 'c', 'a'] })
  expect(listShares(ordered.groups[0]?.criteria ?? [])).toEqual([11.1, 61.1, 27.8])
})

it('records a pair with its reverse', () => {
  expect(
    withPair(
      [
        [1, 1],
        [1, 1],
      ],
      0,
      1,
      4,
    ),
  ).toEqual([
    [1, 4],
    [0.25, 1],
  ])
  expect(listShares([{ key: 'a', title: '', weight: 0 }])).toEqual([0])
})
