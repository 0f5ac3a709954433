import { groupCalls, POST } from '../call.ts'
import { ANALYSIS_LIMIT_GROUP, BODY, CALLS_PER_MINUTE } from '../limits.ts'
import { AnalysisRequestSchema, AnalysisSchema } from './analysis.ts'
import { JudgeValidityReplySchema, JudgeValidityRequestSchema } from './judge-validity.ts'
import { PairsReplySchema, PairsRequestSchema } from './pairs.ts'
import { PriceScoresReplySchema, PriceScoresRequestSchema } from './price-scores.ts'
import { ReliabilityReplySchema, ReliabilityRequestSchema } from './reliability.ts'
import { TrialsReplySchema, TrialsRequestSchema } from './trials.ts'
import { WeightsReplySchema, WeightsRequestSchema } from './weights.ts'

const OPEN = {
  access: 'public',
  callsPerMinute: CALLS_PER_MINUTE.analysis,
  limitGroup: ANALYSIS_LIMIT_GROUP,
  bodyLimit: BODY.form,
} as const

export const evaluationAnalysisCalls = groupCalls(
  '评估计算',
  '专业评估所用的计算，供任何人的工具调用：不登录、不保存任何数据。每个公式都注明出处，结果除总分外均不取整。',
  {
    analyze: POST('/api/evaluation/analysis', {
      ...OPEN,
      body: AnalysisRequestSchema,
      example: {
        method: {
          groups: [{ key: 'tech', weight: 40, criteria: [{ key: 't1', weight: 12, isRequired: true, minimum: 60 }] }],
          grades: [{ key: 'own', cap: 100 }],
          thresholds: { strong: 90, recommend: 80, cautious: 70 },
        },
        candidates: [{ key: 'a', name: '甲' }],
        judges: [{ key: 'j1' }],
        scores: [{ judge: 'j1', candidate: 'a', criterion: 't1', score: 80, grade: 'own' }],
        aggregate: 'mean',
        robustness: { draws: 10_000, seed: 1, weights: 'near', spread: 0.25 },
      },
      reply: AnalysisSchema,
      summary: '计算总分、结论、评委一致性、权重区间与稳健性',
    }),
    weigh: POST('/api/evaluation/weights', {
      ...OPEN,
      body: WeightsRequestSchema,
      example: {
        method: 'pairs',
        matrix: [
          [1, 3],
          [0.333, 1],
        ],
      },
      reply: WeightsReplySchema,
      summary: '由两两比较（AHP）或重要程度排序得出权重',
    }),
    summarizeTrials: POST('/api/evaluation/trials', {
      ...OPEN,
      body: TrialsRequestSchema,
      example: { trials: [{ task: 'q1', candidate: 'a', isPassed: true, seconds: 3.2, cost: 0.1 }], seed: 1 },
      reply: TrialsReplySchema,
      summary: '统计测试的通过率、pass^k、耗时、成本与候选之差',
    }),
    calculateReliability: POST('/api/evaluation/reliability', {
      ...OPEN,
      body: ReliabilityRequestSchema,
      example: {
        trials: [
          { task: 'q1', candidate: 'a', isPassed: true, seconds: 3.2, steps: ['search', 'answer'] },
          { task: 'q1', candidate: 'a', isPassed: true, seconds: 3.4, steps: ['search', 'answer'] },
        ],
      },
      reply: ReliabilityReplySchema,
      summary: '由重复测试得出各候选的一致性、稳健性与安全性',
    }),
    calculateJudgeValidity: POST('/api/evaluation/judge-validity', {
      ...OPEN,
      body: JudgeValidityRequestSchema,
      example: { human: [true, true, false], judge: [true, false, false], others: { passed: 320, total: 400 } },
      reply: JudgeValidityReplySchema,
      summary: '检验裁判模型：与人的判定相比认出多少，并校正其通过率',
    }),
    comparePairs: POST('/api/evaluation/pairs', {
      ...OPEN,
      body: PairsRequestSchema,
      example: {
        judgements: [
          { a: 'x', b: 'y', winner: 'a' },
          { a: 'x', b: 'y', winner: 'tie' },
        ],
      },
      reply: PairsReplySchema,
      summary: '由两两比较得出各候选的胜率与强度',
    }),
    scorePrices: POST('/api/evaluation/price-scores', {
      ...OPEN,
      body: PriceScoresRequestSchema,
      example: {
        formula: 'lowest',
        weight: 30,
        offers: [
          { key: 'x', price: 100, deduction: 0.2 },
          { key: 'y', price: 90 },
        ],
        ceiling: 120,
      },
      reply: PriceScoresReplySchema,
      summary: '按公式由报价得出价格分，并提示异常低价',
    }),
  },
)
