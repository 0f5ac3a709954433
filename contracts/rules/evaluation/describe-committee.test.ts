import { expect, it } from 'vitest'
import { createReportData } from '#testing/factories/report-data.ts'
import { describeInterests } from './describe-committee.ts'

const AT = '2026-11-30T02:00:00.000Z'
const TRIAL = { task: 'q1', candidate: 'k0', isPassed: true, seconds: null, cost: null, note: '', createdAt: AT }

it('says how much of what was given before a conflict was declared does not count', () => {
  const data = createReportData()
  const conflict = { candidate: 'k0', name: '候选1', reason: '曾任顾问', declaredAt: AT, withdrawals: [] }
  const declaration = { judge: 'j0', name: '评委1', declaredAt: AT, isCurrent: true, conflicts: [conflict] }
  const interest = { statement: '本人声明', statementHash: 'c'.repeat(64), declarations: [declaration] }
  const trials = [
    { ...TRIAL, id: 't1', isSetAside: true },
    { ...TRIAL, id: 't2', isSetAside: false },
    // Earlier reports don't say.
    { ...TRIAL, id: 't3' },
  ]
  const count = data.scores.filter(({ judge, candidate }) => judge === 'j0' && candidate === 'k0').length
  expect(describeInterests({ ...data, interest, trials })).toContain(
    `利益冲突声明得晚，声明之前给出的${count}项评分、1次试次不再计入，留在记录中。`,
  )
  expect(describeInterests(data).join('')).not.toContain('声明得晚')
})
