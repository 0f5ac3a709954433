import { expect, it } from 'vitest'
import { describeWeightings } from './describe-weightings.ts'

const SETUP = {
  groups: [{ key: 'tech', title: '技术', weight: 60, criteria: [] }],
  weightings: [
    { kind: 'order' as const, scope: null, order: ['tech'] },
    { kind: 'pairs' as const, scope: 'tech', keys: ['t1'], matrix: [[1]] },
  ],
}

it.each([
  ['of a use case', '客户服务', '以场景“客户服务”的权重为起点；分组：按重要程度排序；技术：两两比较（AHP）'],
  ['of the method', null, '分组：按重要程度排序；技术：两两比较（AHP）'],
  ['of an earlier report', undefined, '分组：按重要程度排序；技术：两两比较（AHP）'],
])('describes the weights %s', (_, profile, text) => {
  expect(describeWeightings({ profile, setup: SETUP })).toBe(text)
})
