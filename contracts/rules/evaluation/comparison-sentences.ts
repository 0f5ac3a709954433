/** Sentences that compare the first candidate with the second, and its total with the verdicts above and below. */

import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import { EQUALITY_TOLERANCE, listVerdictRanges, type VerdictRange } from '../score.ts'
import { formatDifference, formatNumber, formatPercent } from './format-figures.ts'
import { isRated, isTied, listCriterionShares, listLeaders } from './scoring.ts'
import { MAX_ITEMS, type SentenceContext } from './sentence-context.ts'
import {
  describeLeaderChange,
  getCriterionValue,
  listCriterionFlips,
  listGroupFlips,
  type RatedCandidate,
  type WeightFlip,
} from './weight-flips.ts'

/**
 * Returns the first candidate's lead over the second, by group and by criterion; the leads add up to it. Candidates that
 * share the first place, or the one after it, are all compared.
 */
export function describeReasons(context: SentenceContext): string[] {
  const rated = context.analysis.candidates.filter(isRated)
  const [leader, ...others] = rated
  const [next] = others
  if (!leader || !next) return []
  return others
    .filter(({ total }) => isTied(total, next.total))
    .flatMap((other) => describeLead(leader, other, context))
}

/** Returns the lead of a candidate over another one. */
function describeLead(
  leader: RatedCandidate,
  other: RatedCandidate,
  { setup, getName, getTitle }: SentenceContext,
): string[] {
  const leads = listLeads(setup, leader, other)
  const groups = setup.groups.map(({ key, title }) => {
    const groupLead = leads.filter(({ group }) => group === key).reduce((sum, { lead }) => sum + lead, 0)
    return `${title}${formatDifference(groupLead)}`
  })
  const [leaderName, otherName] = [getName(leader.key), getName(other.key)]
  const totalLead = leader.total - other.total
  const describeLargest = (sortedLeads: readonly CriterionLead[]) =>
    sortedLeads
      .slice(0, MAX_ITEMS)
      .map(({ criterion, lead }) => `${getTitle(criterion)}（${formatLead(Math.abs(lead))}）`)
      .join('、')
  const ahead = leads.filter(({ lead }) => lead > EQUALITY_TOLERANCE).sort((a, b) => b.lead - a.lead)
  const behind = leads.filter(({ lead }) => lead < -EQUALITY_TOLERANCE).sort((a, b) => a.lead - b.lead)
  return [
    isTied(leader.total, other.total)
      ? `${leaderName}与${otherName}总分相同：${groups.join('，')}。`
      : `${leaderName}比${otherName}高${formatNumber(totalLead)}分：${groups.join('，')}。`,
    ...(ahead.length > 0 ? [`${leaderName}领先最多的是${describeLargest(ahead)}。`] : []),
    ...(behind.length > 0 ? [`${otherName}领先的是${describeLargest(behind)}。`] : []),
  ]
}

/** What a criterion contributes to the lead of one candidate over another, in points of the total. */
type CriterionLead = { criterion: string; group: string; lead: number }

const listLeads = ({ groups }: ProjectSetup, leader: RatedCandidate, other: RatedCandidate): CriterionLead[] =>
  listCriterionShares(groups).map((criterion) => ({
    criterion: criterion.key,
    group: criterion.group,
    lead: criterion.share * (getCriterionValue(leader, criterion) - getCriterionValue(other, criterion)),
  }))

/** A lead is above zero, so that it isn't rounded to zero. */
function formatLead(lead: number): string {
  const text = formatNumber(lead)
  return text === '0' ? '不足0.1' : text
}

/** Returns the changes of weights or points that would change the order or the verdict. */
export function describeChanges(context: SentenceContext): string[] {
  const { setup, analysis, getName } = context
  const describeFlip = (subject: string, { direction, share, rivals, winners }: WeightFlip) =>
    `${subject}${direction === 'above' ? '高于' : '低于'}${formatPercent(share)}时，${describeLeaderChange(winners, rivals, getName)}。`
  const groupFlips = listGroupFlips(setup, analysis).slice(0, MAX_ITEMS)
  const criterionFlips = listCriterionFlips(setup, analysis).slice(0, MAX_ITEMS)
  const flips = [
    ...groupFlips.map((flip) => describeFlip(`${flip.title}权重`, flip)),
    ...criterionFlips.map((flip) => describeFlip(`“${flip.title}”的占比`, flip)),
  ]
  const hasOtherScoredCandidate = analysis.candidates.filter(({ total }) => total !== null).length > 1
  return [
    ...flips,
    ...(flips.length === 0 && hasOtherScoredCandidate ? ['任何一组或一条准则的权重单独变动，都不会改变第一名。'] : []),
    ...describeDistance(context),
  ]
}

/** Returns the distance of the first candidates' total from the verdicts above and below their own. */
function describeDistance({ setup, analysis, getName }: SentenceContext): string[] {
  const leaders = listLeaders(analysis.candidates).filter(
    ({ recommendation, vetoes }) => recommendation !== null && vetoes.length === 0,
  )
  const [first] = leaders
  if (!first) return []
  const { total, recommendation } = first
  const ranges = listVerdictRanges(setup.thresholds)
  const position = ranges.findIndex((range) => range.recommendation === recommendation)
  const [better, own, worse] = [ranges[position - 1], ranges[position], ranges[position + 1]]
  const name = leaders.map(({ key }) => getName(key)).join('、')
  return [
    ...(better
      ? [`${name}的总分${describeGap('高', getLowestTotal(better) - total)}，结论升为“${better.recommendation}”。`]
      : []),
    ...(own && worse
      ? [`${name}的总分${describeGap('低', total - getLowestTotal(own))}，结论降为“${worse.recommendation}”。`]
      : []),
  ]
}

/** Returns the lowest total with a verdict: a total is rounded half up before it is compared. */
const getLowestTotal = ({ from }: VerdictRange): number => from - 0.5

const describeGap = (direction: '高' | '低', points: number): string =>
  points < 0.005
    ? `稍${direction}一点`
    : `再${direction}${formatNumber(roundUp(points), 2)}分${direction === '低' ? '以上' : ''}`

/** Rounds up to two decimals, so that the points suffice. */
const roundUp = (points: number): number => Math.ceil(points * 100 - EQUALITY_TOLERANCE) / 100
