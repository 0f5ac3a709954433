import { describe, expect, it } from 'vitest'
import { createProjectScore } from '#testing/factories/project-scores.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { analyzeEvaluation } from './analysis.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import { describeReview } from './describe-review.ts'
import { DEFAULT_GRADES } from './evidence-grades.ts'
import { createNameLookup, createTitleLookup } from './sentence-context.ts'

const SETUP = ProjectSetupSchema.parse({
  candidates: [
    { key: 'a', name: '甲' },
    { key: 'b', name: '乙' },
  ],
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 1,
      criteria: [{ key: 't', title: '安全', weight: 1, isRequired: true, minimum: 60 }],
    },
  ],
  grades: DEFAULT_GRADES,
  thresholds: { strong: 90, recommend: 80, cautious: 60 },
})

const analyze = (scores: readonly ProjectScore[]) =>
  analyzeEvaluation({
    ...createAnalysisRequest(SETUP, {
      judges: [{ id: 'j1' }, { id: 'j2' }],
      scores: listCountedScores({ setup: SETUP, scores }),
      offers: [],
    }),
    robustness: undefined,
  })

function describeScores(scores: readonly ProjectScore[], isEarlierReport = false) {
  const analysis = analyze(scores)
  const firstRound = isEarlierReport ? undefined : analyze(scores.filter(({ round }) => round === 1))
  const context = {
    setup: SETUP,
    analysis,
    getName: createNameLookup(SETUP.candidates),
    getTitle: createTitleLookup(SETUP),
  }
  return describeReview({ scores, firstRound }, context)
}

const score = (judge: string, candidate: string, points: number, fields: Partial<ProjectScore> = {}) =>
  createProjectScore({ judge, candidate, criterion: 't', score: points, ...fields })

const FIRST = [score('j1', 'a', 66), score('j2', 'a', 40), score('j1', 'b', 62), score('j2', 'b', 58)]
const REVISED = score('j2', 'a', 60, {
  round: 2,
  reason: '复测通过',
  revisions: [{ score: 58, grade: 'verified', reason: '漏看附件', at: '2026-11-21T00:00:00.000Z' }],
})

describe('describeReview', () => {
  it('states what the revisions changed', () => {
    expect(describeScores([...FIRST, REVISED])).toEqual([
      '复议中，1位评委修改了1项评分，共2次。',
      '第一名由乙变为甲。',
      '甲的结论由“暂不推荐”变为“谨慎推荐”（总分53→63）。',
      '甲的“安全”由53分变为63分，不再触及一票否决。',
      '第一轮有1项评分相差超过15分，复议后没有相差超过15分的评分。',
    ])
  })

  it('states a new veto', () => {
    expect(describeScores([...FIRST, score('j1', 'b', 40, { round: 2, reason: '复测未过' })])).toContain(
      '乙的“安全”由60分变为49分，触及一票否决。',
    )
  })

  it('states that nothing followed from a revision', () => {
    expect(describeScores([...FIRST, score('j1', 'b', 63, { round: 2, reason: '算错' })])).toContain(
      '第一名、各候选的结论与一票否决都没有因此改变。',
    )
  })

  it('states the disputes of both rounds of an earlier report, which has no analysis of the first', () => {
    expect(describeScores([...FIRST, REVISED], true)).toEqual([
      '复议中，1位评委修改了1项评分，共2次。',
      '第一轮有1项评分相差超过15分，复议后没有相差超过15分的评分。',
    ])
  })

  it('states nothing without revisions', () => {
    expect(describeScores(FIRST)).toEqual([])
  })
})
