import { expect, it } from 'vitest'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { type Analysis, analyzeEvaluation } from '#contracts/rules/evaluation/analysis.ts'
import { DEFAULT_GRADES } from '#contracts/rules/evaluation/evidence-grades.ts'
import { listCriterionFlips, listGroupFlips } from '#contracts/rules/evaluation/weight-flips.ts'
import { DEFAULT_THRESHOLDS } from '#contracts/rules/score.ts'
import {
  type AdjustableItem,
  describeWeightChange,
  getMargin,
  listAdjustableItems,
  rankAtShare,
  sortIntervals,
  stackRanks,
} from './robustness-data.ts'

const createCriterion = (key: string, weight: number) => ({
  key,
  title: key,
  description: '',
  evidence: [],
  weight,
  isRequired: false,
  minimum: null,
})

const SETUP: ProjectSetup = {
  candidates: [
    { key: 'dify', name: 'Dify', productId: null, catalogue: null },
    { key: 'coze', name: 'Coze', productId: null, catalogue: null },
  ],
  profile: null,
  groups: [
    {
      key: 'tech',
      title: '技术',
      weight: 40,
      criteria: [createCriterion('accuracy', 30), createCriterion('security', 10)],
    },
    { key: 'market', title: '市场', weight: 60, criteria: [createCriterion('references', 1)] },
  ],
  weightings: [],
  grades: DEFAULT_GRADES,
  thresholds: DEFAULT_THRESHOLDS,
  aggregate: 'mean',
}

/** Dify leads by its references, Coze by its accuracy, so that the winner depends on the weights. */
const POINTS = {
  dify: { accuracy: 60, security: 90, references: 95 },
  coze: { accuracy: 96, security: 70, references: 72 },
}

const ANALYSIS: Analysis = analyzeEvaluation({
  method: {
    groups: SETUP.groups.map(({ key, weight, criteria }) => ({
      key,
      weight,
      criteria: criteria.map((item) => ({ key: item.key, weight: item.weight })),
    })),
    grades: SETUP.grades,
    thresholds: SETUP.thresholds,
  },
  candidates: SETUP.candidates,
  judges: [{ key: 'judge' }],
  scores: Object.entries(POINTS).flatMap(([candidate, points]) =>
    Object.entries(points).map(([criterion, score]) => ({
      judge: 'judge',
      candidate,
      criterion,
      score,
      grade: 'verified',
    })),
  ),
  aggregate: 'mean',
})

const getItem = (key: string): AdjustableItem => {
  const item = listAdjustableItems(SETUP).find((adjustable) => adjustable.key === key)
  if (!item) throw new Error(`no item ${key}`)
  return item
}

it('returns the current totals and verdicts for the current share', () => {
  const standings = ANALYSIS.candidates.map(({ key, total, recommendation }) => ({ key, total, recommendation }))
  for (const item of listAdjustableItems(SETUP))
    for (const [index, standing] of rankAtShare(SETUP, ANALYSIS, item, item.share).entries()) {
      expect(standing).toMatchObject({ key: standings[index]?.key, recommendation: standings[index]?.recommendation })
      expect(standing.total).toBeCloseTo(standings[index]?.total ?? Number.NaN, 9)
    }
})

it('changes the winner exactly at the computed flips', () => {
  const flips = [...listGroupFlips(SETUP, ANALYSIS), ...listCriterionFlips(SETUP, ANALYSIS)]
  expect(flips.length).toBeGreaterThan(0)
  for (const { key, share, direction, winners, rivals } of flips) {
    const outwards = direction === 'above' ? 0.001 : -0.001
    expect(rankAtShare(SETUP, ANALYSIS, getItem(key), share - outwards)[0]?.key).toBe(winners[0])
    expect(rankAtShare(SETUP, ANALYSIS, getItem(key), share + outwards)[0]?.key).toBe(rivals[0])
  }
})

it('describes the effect of a changed weight', () => {
  const current = rankAtShare(SETUP, ANALYSIS, getItem('tech'), 0.4)
  const getName = (key: string) => SETUP.candidates.find((candidate) => candidate.key === key)?.name ?? key
  expect(describeWeightChange(current, current, getName)).toBe('第一名与各候选的结论都不变。')
  expect(describeWeightChange(current, rankAtShare(SETUP, ANALYSIS, getItem('tech'), 1), getName)).toBe(
    'Coze超过Dify；Coze由“谨慎推荐”变为“强烈推荐”；Dify由“推荐”变为“暂不推荐”。',
  )
})

it('describes who shares the first place, or no longer does', () => {
  const createStanding = (key: string, rank: number) => ({ key, rank, total: 80, recommendation: null })
  const shared = [createStanding('a', 1), createStanding('b', 1)]
  const alone = [createStanding('b', 1), createStanding('a', 2)]
  expect(describeWeightChange(shared, alone, String)).toBe('b单独居首。')
  expect(describeWeightChange(alone, shared, String)).toBe('a、b并列第一。')
  expect(describeWeightChange(shared, shared, String)).toBe('第一名与各候选的结论都不变。')
})

it('does not list a group or criterion that has the entire weight', () => {
  const [group] = SETUP.groups
  expect(listAdjustableItems({ groups: group ? [group] : [] }).map(({ key }) => key)).toEqual(['accuracy', 'security'])
})

it('sorts the tightest interval first', () => {
  const margins = sortIntervals(ANALYSIS.weightIntervals).map(getMargin)
  expect(margins).toEqual(margins.toSorted((a, b) => a - b))
  expect(margins[0]).toBeLessThan(1)
})

it('stacks ranks, omitting those of probability 0', () => {
  expect(stackRanks([0.75, 0, 0.25])).toEqual([
    { rank: 1, probability: 0.75, from: 0, length: 75 },
    { rank: 3, probability: 0.25, from: 75, length: 25 },
  ])
})
