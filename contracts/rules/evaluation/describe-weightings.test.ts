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
  {
    case: 'of a use case',
    profile: '客户服务',
    text: '以场景“客户服务”的权重为起点；分组：按重要程度排序；技术：两两比较（AHP）',
  },
  { case: 'of the method', profile: null, text: '分组：按重要程度排序；技术：两两比较（AHP）' },
  { case: 'of an earlier report', profile: undefined, text: '分组：按重要程度排序；技术：两两比较（AHP）' },
])('describes the weights $case', ({ profile, text }) => {
  expect(describeWeightings({ profile, setup: SETUP })).toBe(text)
})
