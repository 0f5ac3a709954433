import { expect, it } from 'vitest'
import { ProjectOffersSchema } from '#contracts/evaluation-projects/offer.ts'
import { ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import { listMissing, listWarnings } from './next-step.ts'

const SETUP_WITHOUT_CANDIDATES = ProjectSetupSchema.parse({
  candidates: [],
  groups: [{ key: 'tech', title: '技术', weight: 100, criteria: [{ key: 'accuracy', title: '准确', weight: 1 }] }],
  grades: [{ key: 'own', title: '自行核实', cap: 100, description: '' }],
  thresholds: {},
})
const createJudge = (name: string, status: 'invited' | 'submitted' | 'removed') => ({
  id: name,
  name,
  isMember: false,
  status,
  scored: 0,
  submittedAt: null,
  othersVisibleAt: null,
  linkExpiresAt: null,
})

it('requires a candidate and a judge that is not removed before scoring', () => {
  const judges = [createJudge('陈女士', 'removed')]
  expect(listMissing({ status: 'setup', setup: SETUP_WITHOUT_CANDIDATES, judges })).toEqual([
    '请至少添加一个候选',
    '请至少邀请一位评委',
  ])
})

it('requires submitted scores of a judge before the review', () => {
  const judges = [createJudge('周先生', 'invited')]
  expect(listMissing({ status: 'scoring', setup: SETUP_WITHOUT_CANDIDATES, judges })).toEqual(['还没有评委提交评分'])
})

it('requires no judges where all criteria are counted', () => {
  const setup = ProjectSetupSchema.parse({
    ...SETUP_WITHOUT_CANDIDATES,
    candidates: [{ key: 'a', name: '甲' }],
    groups: [
      {
        key: 'pilot',
        title: '试点',
        weight: 100,
        criteria: [
          {
            key: 'time',
            title: '时长',
            weight: 1,
            counted: { kind: 'measured', unit: '分钟', direction: 'atMost', mark: 10 },
          },
        ],
      },
    ],
  })
  expect(listMissing({ status: 'setup', setup, judges: [] })).toEqual([])
  expect(listMissing({ status: 'scoring', setup, judges: [] })).toEqual([])
})

it('warns of judges that have not submitted their scores, which does not prevent the review', () => {
  const judges = [createJudge('陈女士', 'submitted'), createJudge('周先生', 'invited')]
  const progress = { status: 'scoring' as const, setup: SETUP_WITHOUT_CANDIDATES, judges }
  expect(listMissing(progress)).toEqual([])
  expect(listWarnings(progress)).toEqual(['尚未提交：周先生。复议开始后不再计入'])
})

it('warns before 复议 of candidates that stand outside the order', () => {
  const setup = ProjectSetupSchema.parse({
    ...SETUP_WITHOUT_CANDIDATES,
    candidates: ['甲', '乙', '丙'].map((name) => ({ key: name, name })),
    groups: [
      {
        key: 'price',
        title: '价格',
        weight: 100,
        criteria: [{ key: 'p', title: '价格', weight: 1, price: { rule: { formula: 'lowest', ceiling: 120 } } }],
      },
    ],
  })
  const offers = ProjectOffersSchema.parse([
    { candidate: '甲', price: 100 },
    { candidate: '丙', price: 130 },
  ])
  expect(listWarnings({ status: 'scoring', setup, judges: [], offers })).toEqual([
    '不参加排名：乙（未报价）、丙（高于最高限价，无效）。复议开始后不能再改报价',
  ])
  expect(listWarnings({ status: 'setup', setup, judges: [], offers })).toEqual([])
  expect(listWarnings({ status: 'scoring', setup, judges: [], offers: [] })).toEqual([])
})
