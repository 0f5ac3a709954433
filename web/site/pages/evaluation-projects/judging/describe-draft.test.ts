import { expect, it } from 'vitest'
import type { ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { describeDraft } from './describe-draft.ts'

const PROJECT = {
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 1,
      criteria: [
        { key: 't1', title: '准确', description: '', evidence: [], weight: 1, isRequired: false, minimum: null },
      ],
    },
  ],
  candidates: [{ key: 'k3f9a0', name: '自研方案', productId: null, catalogue: null }],
  grades: [{ key: 'demo', title: '厂商演示', cap: 75, description: '' }],
}
const DRAFT: ScoreSave = {
  candidate: 'k3f9a0',
  criterion: 't1',
  score: 80,
  grade: 'demo',
  note: '现场演示',
  links: ['https://example.com/demo'],
  reason: '复看了记录',
  version: 1,
}

it.each<[string, Partial<ScoreSave>, string]>([
  [
    'a complete draft',
    {},
    '准确，自研方案：80分；证据为厂商演示；依据：现场演示；https://example.com/demo；修改理由：复看了记录',
  ],
  ['a draft without a score', { score: null, grade: null, note: '', links: [], reason: '' }, '准确，自研方案：未打分'],
  ['a removed candidate', { candidate: 'gone', grade: null, note: '', links: [], reason: '' }, '准确，gone：80分'],
])('describes %s', (_, changes, expected) => {
  expect(describeDraft(PROJECT, { ...DRAFT, ...changes })).toBe(expected)
})
