/** The data of the robustness charts, and the effect of a changed weight. */
import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import {
  applyVeto,
  type CriterionShare,
  isCovered,
  isRated,
  listCriterionShares,
  listLeaders,
  rankCandidates,
} from '#contracts/rules/evaluation/scoring.ts'
import { describeLeaderChange, getCriterionValue } from '#contracts/rules/evaluation/weight-flips.ts'
import { getRecommendation, roundTotal } from '#contracts/rules/score.ts'
import type { Recommendation } from '#contracts/vocabulary.ts'

/** A segment of a stacked bar; `from` and `length` are percentages of the bar. */
export type Segment = { rank: number; probability: number; from: number; length: number }

/** Returns the segments of a rank acceptability bar, by rank, without ranks of probability 0. */
export function stackRanks(probabilities: readonly number[]): Segment[] {
  let from = 0
  return probabilities.flatMap((probability, index) => {
    const segment = { rank: index + 1, probability, from, length: probability * 100 }
    from += segment.length
    return probability > 0 ? [segment] : []
  })
}

type WeightInterval = Analysis['weightIntervals'][number]

/** Returns the weight intervals, the tightest first. */
export const sortIntervals = (intervals: readonly WeightInterval[]): WeightInterval[] =>
  intervals.toSorted((a, b) => getMargin(a) - getMargin(b))

/** Returns how far a share can change before another candidate wins; infinity if no other candidate ever wins. */
export function getMargin({ share, winner: { from, to } }: WeightInterval): number {
  return Math.min(from > 0 ? share - from : Number.POSITIVE_INFINITY, to < 1 ? to - share : Number.POSITIVE_INFINITY)
}

/** A group or criterion whose weight can be changed, with its current share. */
export type AdjustableItem = { key: string; title: string; share: number; kind: 'group' | 'criterion' }

/** Returns the groups and criteria whose share can be changed: those with some, but not all of the weight. */
export function listAdjustableItems({ groups }: Pick<ProjectSetup, 'groups'>): AdjustableItem[] {
  const criteria = listCriterionShares(groups)
  return [
    ...groups.map(({ key, title }) => ({
      key,
      title,
      share: criteria.reduce((sum, criterion) => (criterion.group === key ? sum + criterion.share : sum), 0),
      kind: 'group' as const,
    })),
    ...criteria.map(({ key, title, share }) => ({ key, title, share, kind: 'criterion' as const })),
  ].filter(({ share }) => share > 0 && share < 1)
}

/** The result of a candidate in a ranking. */
type Standing = { key: string; rank: number | null; total: number; recommendation: Recommendation | null }

/**
 * Returns the totals and verdicts, by rank, as they would be if a group or criterion had the given share (0 to 1) and
 * all others kept their proportions. Criteria without scores count as in the weight intervals.
 */
export function rankAtShare(setup: ProjectSetup, analysis: Analysis, item: AdjustableItem, share: number): Standing[] {
  const criteria = adjustShares(setup.groups, item, share)
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const standings = analysis.candidates.filter(isRated).map((candidate) => ({
    ...calculateStanding(candidate, criteria, setup),
    name: names.get(candidate.key) ?? candidate.key,
  }))
  return rankCandidates(standings).map(({ key, rank, total, recommendation }) => ({ key, rank, total, recommendation }))
}

type WeighedCriterion = CriterionShare & { key: string }

/** Returns the criteria with their shares, if a group or criterion had another share, and the others gave way to it. */
const adjustShares = (groups: ProjectSetup['groups'], item: AdjustableItem, share: number): WeighedCriterion[] =>
  listCriterionShares(groups).map((criterion) => {
    const key = item.kind === 'group' ? criterion.group : criterion.key
    const factor = key === item.key ? share / item.share : (1 - share) / (1 - item.share)
    return { ...criterion, share: criterion.share * factor }
  })

/** Returns a candidate's total and verdict with the given shares. */
function calculateStanding(
  candidate: Analysis['candidates'][number] & { total: number },
  criteria: readonly WeighedCriterion[],
  { thresholds }: ProjectSetup,
): Omit<Standing, 'rank'> {
  const total = sum(criteria.map((criterion) => criterion.share * getCriterionValue(candidate, criterion)))
  const scoredCriteria = criteria.filter(({ key }) => candidate.criteria[key])
  const coverage = sum(scoredCriteria.map(({ share }) => share))
  const verdict = applyVeto(getRecommendation(roundTotal(total), thresholds), candidate.vetoes.length > 0)
  return { key: candidate.key, total, recommendation: isCovered(coverage) ? verdict : null }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Describes the effect of a changed weight: a new winner first, then changed verdicts. */
export function describeWeightChange(
  current: readonly Standing[],
  changed: readonly Standing[],
  getName: (key: string) => string,
): string {
  const winners = listLeaders(current).map(({ key }) => key)
  const newWinners = listLeaders(changed).map(({ key }) => key)
  const verdicts = new Map(current.map(({ key, recommendation }) => [key, recommendation]))
  const verdictChanges = changed.flatMap(({ key, recommendation }) => {
    const verdict = verdicts.get(key) ?? null
    if (verdict === recommendation) return []
    return [`${getName(key)}由“${verdict ?? '证据不足'}”变为“${recommendation ?? '证据不足'}”`]
  })
  const hasSameWinners = newWinners.length === winners.length && newWinners.every((key) => winners.includes(key))
  const winnerChanges = hasSameWinners ? [] : [describeLeaderChange(winners, newWinners, getName)]
  const changes = [...winnerChanges, ...verdictChanges]
  return changes.length === 0 ? '第一名与各候选的结论都不变。' : `${changes.join('；')}。`
}
