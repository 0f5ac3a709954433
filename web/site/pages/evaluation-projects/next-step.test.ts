import { expect, it } from 'vitest'
import { ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import { listMissing, listWarnings } from './next-step.ts'

const criterion = (key: string, weight: number) => ({ key, title: key, weight })
const setup = ProjectSetupSchema.parse({
  candidates: [],
  groups: [
    { key: 'g', title: '技术', weight: 40, criteria: [criterion('a', 1), criterion('b', 3), criterion('c', 2)] },
  ],
  grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
  thresholds: {},
})
const judge = (name: string, status: 'invited' | 'submitted' | 'removed') => ({
  id: name,
  name,
  isMember: false,
  status,
  scored: 0,
  submittedAt: null,
  linkExpiresAt: null,
})

it('lists what is missing for the next step', () => {
  expect(listMissing({ status: 'setup', setup, judges: [judge('甲', 'removed')] })).toEqual([
    '请至少添加一个候选',
    '请至少邀请一位评委',
  ])
  const scoring = { status: 'scoring', setup, judges: [judge('甲', 'submitted'), judge('乙', 'invited')] } as const
  expect(listMissing({ ...scoring, judges: [...scoring.judges] })).toEqual([])
  expect(listWarnings({ ...scoring, judges: [...scoring.judges] })).toEqual(['尚未提交：乙。复议开始后不再计入'])
  expect(listMissing({ status: 'scoring', setup, judges: [judge('乙', 'invited')] })).toEqual(['还没有评委提交评分'])
})
