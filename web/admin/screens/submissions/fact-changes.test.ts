import { expect, it } from 'vitest'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { listFactChanges } from './fact-changes.ts'

const SUBMITTED: SubmissionRecord['facts'][number] = {
  attribute: 'sla',
  label: 'SLA',
  group: '商业',
  type: 'text',
  unit: '',
  value: '99.9%',
  isComplete: false,
  sourceUrl: '',
  note: '',
  problem: '',
}
const EXISTING = {
  attribute: 'sla',
  type: 'text',
  value: '99%',
  isComplete: false,
  unit: '',
  grade: 'claimed',
} as const

it.each([
  ['a new fact', SUBMITTED, [], { before: '', after: '99.9%（厂商自述）' }],
  [
    'an earlier claim, which is replaced',
    SUBMITTED,
    [EXISTING],
    { before: '99%（厂商自述）', after: '99.9%（厂商自述）' },
  ],
  [
    'a fact from another source, which stays',
    SUBMITTED,
    [{ ...EXISTING, grade: 'verified' as const }],
    { before: '99%（平台核实）', after: '99.9%（厂商自述）\n99%（平台核实）' },
  ],
  [
    'an equal claim, which is confirmed',
    { ...SUBMITTED, value: '99%' },
    [EXISTING],
    { before: '99%（厂商自述）', after: '99%（厂商自述），没有变化，确认至提交之日' },
  ],
])('compares a submitted fact with %s', (_, submitted, existing, expected) => {
  expect(listFactChanges([submitted], existing)).toEqual([{ label: 'SLA', ...expected }])
})

it('leaves out facts that an approval skips', () => {
  expect(listFactChanges([{ ...SUBMITTED, problem: '属性不存在' }], [])).toEqual([])
})
