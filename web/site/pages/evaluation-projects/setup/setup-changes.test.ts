import { expect, it } from 'vitest'
import { ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import { toCandidate } from '#contracts/rules/evaluation/candidates.ts'
import {
  addCandidate,
  createCustomCandidate,
  createWeighting,
  findWeighting,
  listShares,
  withPair,
  withWeighting,
} from './setup-changes.ts'

const criterion = (key: string, weight: number) => ({ key, title: key, weight })
const setup = ProjectSetupSchema.parse({
  candidates: [],
  groups: [
    { key: 'g', title: '技术', weight: 40, criteria: [criterion('a', 1), criterion('b', 3), criterion('c', 2)] },
  ],
  grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
  thresholds: {},
})
it('adds a product and a name only once, and never reuses a key', () => {
  const product = toCandidate({ id: 'p1', name: '甲' }, 'ai')
  const two = addCandidate(addCandidate([], product), createCustomCandidate('乙'))
  expect(addCandidate(addCandidate(two, product), createCustomCandidate('乙'))).toBe(two)
  expect(createCustomCandidate('乙').key).not.toBe(two[1]?.key)
})

it('creates a ranking in the order of the current weights', () => {
  const parts = setup.groups[0]?.criteria ?? []
  const ordered = withWeighting(setup, createWeighting('order', 'g', parts))
  expect(findWeighting(ordered, 'g')).toMatchObject({ kind: 'order', order: ['b', 'c', 'a'] })
  expect(listShares(ordered.groups[0]?.criteria ?? [])).toEqual([11.1, 61.1, 27.8])
})

it('sets a pair and its reciprocal', () => {
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
