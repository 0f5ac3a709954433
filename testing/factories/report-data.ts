/** The data of a report with as many candidates, judges and criteria as a test needs. */
import { AnalysisRequestSchema } from '#contracts/evaluation-analysis/analysis.ts'
import type { PriceRule } from '#contracts/evaluation-analysis/price-rule.ts'
import { REPORT_FORMAT, type ReportData } from '#contracts/evaluation-projects/report.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { createAnalysisRequest, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import type { Aggregate } from '#contracts/rules/evaluation/scoring.ts'
import { createProjectScore } from './project-scores.ts'

const AT = '2026-11-21T02:00:00.000Z'

const criterion = (key: string, title: string, weight: number) => ({
  key,
  title,
  description: '',
  evidence: [],
  weight,
  isRequired: false,
  minimum: null,
})

type Sizes = {
  candidates?: number
  judges?: number
  /** How many criteria judges score, in two groups. */
  criteria?: number
  aggregate?: Aggregate
  rule?: PriceRule
  name?: string
  note?: string
  prices?: readonly number[]
}

const LOWEST: PriceRule = {
  formula: 'lowest',
  ceiling: 120,
  alarms: { mean: 0.5, secondLowest: 0.5, ceiling: 0.45 },
}

/** Returns the data of a report: one candidate isn't scored on one criterion, and scores are capped by their evidence. */
export function createReportData({
  candidates: candidateCount = 3,
  judges: judgeCount = 3,
  criteria = 4,
  aggregate = 'mean',
  rule = LOWEST,
  name = '客服智能体选型',
  note = '依据说明',
  prices = [100, 95, 42, 88],
}: Sizes = {}): ReportData {
  const keys = Array.from({ length: criteria }, (_, index) => `c${index}`)
  const half = Math.ceil(criteria / 2)
  const toCriteria = (own: readonly string[]) => own.map((key, index) => criterion(key, `准则${key}`, index + 1))
  const [first, ...others] = toCriteria(keys.slice(0, half))
  const setup: ReportData['setup'] = {
    candidates: Array.from({ length: candidateCount }, (_, index) => ({
      key: `k${index}`,
      name: `候选${index + 1}`,
      productId: null,
      catalogue: null,
    })),
    profile: null,
    groups: [
      {
        key: 'price',
        title: '价格',
        weight: 30,
        criteria: [{ ...criterion('offer', '报价', 30), price: { basis: 'offer', rule } }],
      },
      {
        key: 'tech',
        title: '技术',
        weight: 45,
        criteria: [...(first ? [{ ...first, isRequired: true, minimum: 60 }] : []), ...others],
      },
      { key: 'business', title: '商务', weight: 25, criteria: toCriteria(keys.slice(half)) },
    ],
    weightings: [],
    grades: [
      { key: 'claimed', title: '厂商自述', cap: 70, description: '' },
      { key: 'verified', title: '已核实', cap: 100, description: '' },
    ],
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
    aggregate,
    template: 'government-goods',
  }
  const judges = Array.from({ length: judgeCount }, (_, index) => ({
    id: `j${index}`,
    name: `评委${index + 1}`,
    submittedAt: AT,
    othersVisibleAt: null,
  }))
  const scores: ProjectScore[] = setup.candidates.flatMap((candidate, c) =>
    keys.flatMap((key, k) =>
      c === 1 && k === criteria - 1
        ? []
        : judges.map((judge, j) =>
            createProjectScore({
              judge: judge.id,
              candidate: candidate.key,
              criterion: key,
              score: 55 + ((c * 7 + k * 5 + j * 11) % 45),
              grade: (c + k + j) % 3 === 0 ? 'claimed' : 'verified',
              note,
            }),
          ),
    ),
  )
  const offers = setup.candidates.map(({ key }, index) => ({
    candidate: key,
    price: (prices[index % prices.length] ?? 1) + Math.floor(index / prices.length) / 100,
    deduction: index === 0 ? { rate: 0.2, reason: '小微企业' } : null,
    lines: [
      { title: '许可', unitPrice: 12.5, quantity: 2, isYearly: true },
      { title: '实施', unitPrice: 9.9, quantity: 1, isYearly: false },
    ],
    note: '',
  }))
  const request = createAnalysisRequest(setup, { judges, scores: listCountedScores({ setup, scores }), offers })
  const analysis = analyzeEvaluation(AnalysisRequestSchema.parse({ ...request, robustness: { draws: 100 } }))
  return {
    format: REPORT_FORMAT,
    id: 'report-1',
    project: { name, description: '二十个门店的客服', ownerName: '王主任' },
    methodVersion: 1,
    createdAt: AT,
    lockedAt: AT,
    lockHash: 'a'.repeat(64),
    setup,
    profile: null,
    judges,
    absentJudges: ['赵评委'],
    scores,
    offers,
    tasks: [],
    trials: [],
    steps: [
      { from: 'setup', to: 'scoring', at: AT, by: '王主任', reason: '' },
      { from: 'review', to: 'final', at: AT, by: '王主任', reason: '' },
    ],
    analysis,
    firstRound: null,
    trialAnalysis: null,
  }
}
