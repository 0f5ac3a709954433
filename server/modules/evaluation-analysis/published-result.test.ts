import { describe, expect, it } from 'vitest'
import { type ProjectSetup, ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import { REPORT_FORMAT, type ReportData } from '#contracts/evaluation-projects/report.ts'
import { analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { createAnalysisRequest, listCountedScores } from '#contracts/rules/evaluation/analysis-request.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { findResult, listGroupDraws, summarizeResult } from './published-result.ts'

const SETUP: ProjectSetup = ProjectSetupSchema.parse({
  candidates: [
    { key: 'a', name: '甲', productId: 'p1', catalogue: 'agent' },
    { key: 'b', name: '乙' },
  ],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 60,
      criteria: [
        { key: 't1', title: '准确性', weight: 3 },
        { key: 't2', title: '安全', weight: 1, isRequired: true, minimum: 60 },
      ],
    },
    { key: 'market', title: '市场', weight: 40, criteria: [{ key: 'm1', title: '案例', weight: 1 }] },
  ],
  grades: DEFAULT_GRADES,
  thresholds: { strong: 90, recommend: 80, cautious: 70 },
})

type Row = [judge: string, candidate: string, criterion: string, score: number, grade: string, round?: 1 | 2]

function createReport(rows: readonly Row[]): ReportData {
  const judges = [
    { id: 'j1', name: '李评委' },
    { id: 'j2', name: '周评委' },
  ]
  const at = '2026-11-21T02:00:00.000Z'
  const scores = rows.map(([judge, candidate, criterion, score, grade, round = 1]) =>
    createProjectScore({ judge, candidate, criterion, score, grade, round }),
  )
  return {
    format: REPORT_FORMAT,
    id: 'report',
    project: { name: '选型', description: '', ownerName: '编辑' },
    methodVersion: 1,
    createdAt: at,
    lockedAt: at,
    lockHash: '',
    setup: SETUP,
    judges,
    scores,
    tasks: [],
    trials: [],
    steps: [],
    analysis: analyzeEvaluation(
      createAnalysisRequest(SETUP, { judges, scores: listCountedScores({ setup: SETUP, scores }), offers: [] }),
    ),
    trialAnalysis: null,
  }
}

const REPORT = createReport([
  ['j1', 'a', 't1', 90, 'verified'],
  ['j2', 'a', 't1', 90, 'demonstrated'],
  ['j1', 'a', 't2', 80, 'verified'],
  ['j1', 'a', 't2', 50, 'verified', 2],
  ['j1', 'a', 'm1', 80, 'verified'],
  ['j1', 'b', 't1', 80, 'verified'],
])

describe('the published result of a candidate', () => {
  const result = summarizeResult(REPORT, 'a', { tech: { low: 70, high: 80 } })

  it("contains the report's verdict, total, groups and vetoes", () => {
    expect(result).toMatchObject({
      recommendation: '暂不推荐',
      score: findResult(REPORT, 'a')?.score,
      total: findResult(REPORT, 'a')?.total,
      coverage: 1,
      judges: 2,
      candidates: 2,
    })
    expect(result?.groups.map(({ title, share, interval }) => [title, share, interval])).toEqual([
      ['技术', expect.closeTo(0.6), { low: 70, high: 80 }],
      ['市场', expect.closeTo(0.4), null],
    ])
    expect(result?.groups[0]?.criteria[1]).toMatchObject({ title: '安全', minimum: 60, isVetoed: true, score: 50 })
  })

  it("lists each criterion's grades of evidence with their judges, of the last round", () => {
    expect(result?.groups[0]?.criteria.map(({ grades, lowest, highest }) => [grades, lowest, highest])).toEqual([
      [
        [
          { title: '自行核实', cap: 100, judges: 1 },
          { title: '厂商演示', cap: 75, judges: 1 },
        ],
        75,
        90,
      ],
      [[{ title: '自行核实', cap: 100, judges: 1 }], 50, 50],
    ])
  })

  it('draws intervals from capped scores', () => {
    expect(listGroupDraws(REPORT, 'a')).toEqual([
      {
        key: 'tech',
        score: findResult(REPORT, 'a')?.groups.tech,
        criteria: [
          { weight: 3, scores: [90, 75] },
          { weight: 1, scores: [50] },
        ],
      },
      { key: 'market', score: 80, criteria: [{ weight: 1, scores: [80] }] },
    ])
  })

  it.each(['b', 'unknown'])('is undefined without a verdict (%s)', (candidate) => {
    expect(summarizeResult(REPORT, candidate, {})).toBeUndefined()
  })

  it('has no draws for a group without scores', () => {
    expect(listGroupDraws(REPORT, 'b').map(({ key }) => key)).toEqual(['tech'])
  })
})
