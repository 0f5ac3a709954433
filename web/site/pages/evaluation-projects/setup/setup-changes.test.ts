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

const createCriterion = (key: string, weight: number) => ({ key, title: key, weight })
const SETUP = ProjectSetupSchema.parse({
  candidates: [],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 100,
      criteria: [createCriterion('integration', 1), createCriterion('accuracy', 3), createCriterion('security', 2)],
    },
  ],
  grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
  thresholds: {},
})

it('adds a product and a name only once', () => {
  const product = toCandidate({ id: 'dify-id', name: 'Dify' }, 'ai')
  const candidates = addCandidate(addCandidate([], product), createCustomCandidate('Coze'))
  expect(addCandidate(addCandidate(candidates, product), createCustomCandidate('Coze'))).toBe(candidates)
})

it('creates another key for a custom candidate of the same name', () => {
  expect(createCustomCandidate('Coze').key).not.toBe(createCustomCandidate('Coze').key)
})

it('creates a ranking in the order of the current weights', () => {
  const criteria = SETUP.groups[0]?.criteria ?? []
  const rankedSetup = withWeighting(SETUP, createWeighting('order', 'tech', criteria))
  expect(findWeighting(rankedSetup, 'tech')).toMatchObject({
    kind: 'order',
    order: ['accuracy', 'security', 'integration'],
  })
  expect(listShares(rankedSetup.groups[0]?.criteria ?? [])).toEqual([11.1, 61.1, 27.8])
})

it('sets the ratio of a pair and its reciprocal', () => {
  const equalPair = [
    [1, 1],
    [1, 1],
  ]
  expect(withPair(equalPair, 0, 1, 4)).toEqual([
    [1, 4],
    [0.25, 1],
  ])
})

it('lists shares of zero if all weights are zero', () => {
  expect(listShares([{ key: 'accuracy', title: '准确', weight: 0 }])).toEqual([0])
})
