import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import type { Interest } from '../../evaluation-projects/interest.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import { analyzeEvaluation } from './analysis.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import { listWithoutJudges } from './conflicts.ts'
import { describeCommittee } from './describe-committee.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { createFinalTable } from './final-table.ts'
import { listDisputes } from './list-disputes.ts'

const AT = '2026-11-30T02:00:00.000Z'
const SETUP = ProjectSetupSchema.parse({
  candidates: [
    { key: 'a', name: '甲' },
    { key: 'b', name: '乙' },
  ],
  groups: [
    {
      key: 'all',
      title: '全部',
      weight: 100,
      criteria: [
        { key: 'x', title: '功能', weight: 60 },
        { key: 'y', title: '服务', weight: 40 },
      ],
    },
  ],
  grades: DEFAULT_GRADES,
  thresholds: { strong: 90, recommend: 80, cautious: 70 },
})
const JUDGES = ['j1', 'j2', 'j3'].map((id) => ({ id, name: id }))
/** The third judge is barred from 甲, which they scored before they said so. */
const POINTS = {
  a: { x: [80, 90, 0], y: [70, 60, 0] },
  b: { x: [60, 70, 95], y: [80, 80, 50] },
}
const SCORES = Object.entries(POINTS).flatMap(([candidate, criteria]) =>
  Object.entries(criteria).flatMap(([criterion, points]) =>
    points.map((score, index) => createProjectScore({ judge: `j${index + 1}`, candidate, criterion, score })),
  ),
)
const CONFLICT = { candidate: 'a', name: '甲', reason: '任职', declaredAt: AT, withdrawals: [] }
const createInterest = (barred: readonly string[] = ['j3']): Interest => ({
  statement: '',
  statementHash: '',
  declarations: JUDGES.map(({ id, name }) => ({
    judge: id,
    name,
    declaredAt: AT,
    isCurrent: true,
    conflicts: barred.includes(id) ? [CONFLICT] : [],
  })),
})

const analyze = (interest: Interest, spread = 0) => {
  const scores = listCountedScores({ setup: SETUP, scores: SCORES, interest })
  const request = createAnalysisRequest(SETUP, { judges: JUDGES, scores, offers: [] })
  return analyzeEvaluation({ ...request, robustness: { draws: 40_000, seed: 1, weights: 'near', spread } })
}

/** The chance that 甲 ranks before 乙 if each score is that of a judge drawn evenly: by all combinations. */
function countWins(): number {
  let wins = 0
  let combinations = 0
  for (const ax of [80, 90])
    for (const ay of [70, 60])
      for (const bx of POINTS.b.x)
        for (const by of POINTS.b.y) {
          const lead = 0.6 * ax + 0.4 * ay - (0.6 * bx + 0.4 * by)
          wins += Math.abs(lead) < 1e-9 ? 0.5 : Number(lead > 0)
          combinations++
        }
  return wins / combinations
}

describe('an evaluation with unequal judges', () => {
  it('has the means, minima and totals that one computes by hand', () => {
    const [first, second] = analyze(createInterest()).candidates
    // 甲: (80 + 90) / 2 × 0.6 + (70 + 60) / 2 × 0.4; 乙: (60 + 70 + 95) / 3 × 0.6 + (80 + 80 + 50) / 3 × 0.4.
    expect(first).toMatchObject({ key: 'a', rank: 1, total: expect.closeTo(77, 9), coverage: 1 })
    expect(first?.criteria).toEqual({
      x: { mean: 85, min: 80, max: 90, judges: 2 },
      y: { mean: 65, min: 60, max: 70, judges: 2 },
    })
    expect(second).toMatchObject({ key: 'b', rank: 2, total: expect.closeTo(73, 9), criteria: { x: { judges: 3 } } })
  })

  it('would be turned around by the scores of the judge who is barred', () => {
    expect(analyze(createInterest([])).candidates[0]).toMatchObject({ key: 'b' })
  })

  it('has Krippendorff’s α of units with two and three scores', () => {
    // n = 10, mean 73.5, Σ(x − mean)² = 1802.5: expected 2 × 1802.5 / 9. Observed (200 + 200 + 1950 + 1800) / 10.
    const { alpha, units } = analyze(createInterest()).agreement
    expect(units).toBe(4)
    expect(alpha).toBeCloseTo(1 - 415 / ((2 * 1802.5) / 9), 12)
  })

  it('is drawn from the judges of each candidate, as all combinations of them say', () => {
    const { robustness } = analyze(createInterest())
    expect(robustness?.pairwise.a?.b).toBeCloseTo(countWins(), 2)
    expect(robustness?.rankAcceptability.a?.[0]).toBeCloseTo(countWins(), 2)
  })

  it('disputes nothing that doesn’t count', () => {
    const dispute = listDisputes({ setup: SETUP, scores: SCORES, interest: createInterest() })
    expect(dispute.map(({ candidate }) => candidate)).toEqual(['b', 'b'])
  })

  it('has a candidate without judges once all are barred from it', () => {
    expect(listWithoutJudges(SETUP.candidates, JUDGES, createInterest())).toEqual([])
    expect(listWithoutJudges(SETUP.candidates, JUDGES, createInterest(['j1', 'j2', 'j3']))).toMatchObject([
      { key: 'a' },
    ])
  })

  it('counts a judge again whose withdrawal an owner has confirmed, and not before', () => {
    const withDecision = (isConfirmed: boolean | null): Interest => ({
      ...createInterest([]),
      declarations: [
        {
          judge: 'j3',
          name: 'j3',
          declaredAt: AT,
          isCurrent: true,
          conflicts: [
            {
              ...CONFLICT,
              withdrawals: [
                {
                  reason: '误填',
                  requestedAt: AT,
                  decision:
                    isConfirmed === null ? null : { isConfirmed, reason: '已核对', by: '负责人', decidedAt: AT },
                },
              ],
            },
          ],
        },
      ],
    })
    const count = (interest: Interest) => listCountedScores({ setup: SETUP, scores: SCORES, interest }).length
    expect([null, false, true].map(withDecision).map(count)).toEqual([10, 10, 12])
  })

  it('says how many judges are left, and when nothing is trimmed', () => {
    const sentences = describeCommittee({ setup: SETUP, judges: JUDGES, interest: createInterest() })
    expect(sentences).toEqual(['计入的评委都作了利益冲突声明。', 'j3对甲回避，甲由其余2位评委评分。'])
    const allBarred = createInterest(['j1', 'j2', 'j3'])
    expect(describeCommittee({ setup: SETUP, judges: JUDGES, interest: allBarred })).toContain(
      'j1、j2、j3对甲回避，没有其他评委为它评分。',
    )
    expect(describeCommittee({ setup: SETUP, judges: JUDGES })).toEqual([
      '评委未声明利益冲突：评估时平台还没有这项声明。',
    ])
    const judges = ['j1', 'j2', 'j3', 'j4', 'j5'].map((id) => ({ id, name: id }))
    expect(
      describeCommittee({ setup: { ...SETUP, aggregate: 'trimmedMean' }, judges, interest: createInterest() }),
    ).toContain('甲的评委不足5位，不去掉最高分与最低分。')
  })
})

describe('the final table', () => {
  const parts = { setup: SETUP, lockHash: 'h', judges: JUDGES, scores: SCORES, steps: [{ to: 'review', at: AT }] }

  it('has the order and the scores that count, whatever the order of the rows', () => {
    const table = createFinalTable({ ...parts, interest: createInterest() })
    expect(table).toMatchObject({
      reviewedAt: AT,
      conflicts: [{ judge: 'j3', candidate: 'a' }],
      scores: { length: 10 },
      order: [
        { key: 'a', rank: 1 },
        { key: 'b', rank: 2 },
      ],
    })
    expect(createFinalTable({ ...parts, scores: SCORES.toReversed(), interest: createInterest() })).toEqual(table)
  })
})
