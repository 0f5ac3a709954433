/** Sentences on what changed between the two rounds of scores. */
import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { ProjectScore } from '../../evaluation-projects/score.ts'
import { DISPUTED_SPREAD } from './agreement.ts'
import type { DeclaredInterest } from './conflicts.ts'
import { formatPoints, formatTotal } from './format-figures.ts'
import { listDisputes } from './list-disputes.ts'
import { listRevisions } from './list-revisions.ts'
import { isRated, listLeaders } from './scoring.ts'
import type { SentenceContext } from './sentence-context.ts'

type Result = Analysis['candidates'][number]

/** What the review is described from; `firstRound` and `interest` are missing in earlier reports. */
export type ReviewedScores = {
  scores: readonly ProjectScore[]
  interest?: DeclaredInterest
  firstRound?: Analysis | null | undefined
}

/** Returns what the revisions of scores changed: first place, verdicts, vetoes, disputes; nothing without revisions. */
export function describeReview({ scores, interest, firstRound }: ReviewedScores, context: SentenceContext): string[] {
  const revised = listRevisions(scores)
  if (revised.length === 0) return []
  const judges = new Set(revised.map(({ judge }) => judge)).size
  const count = revised.reduce((sum, { revisions }) => sum + revisions.length, 0)
  return [
    `复议中，${judges}位评委修改了${revised.length}项评分，共${count}次。`,
    ...(firstRound ? describeResults(firstRound, context) : []),
    describeDisputeChange({ scores, interest }, context),
  ]
}

function describeResults(firstRound: Analysis, context: SentenceContext): string[] {
  const { analysis } = context
  const earlier = new Map(firstRound.candidates.map((result) => [result.key, result]))
  const changes = analysis.candidates.flatMap((result) => {
    const before = earlier.get(result.key)
    return before
      ? [...describeVerdictChange(before, result, context), ...describeVetoChanges(before, result, context)]
      : []
  })
  const sentences = [...describeLeaderChange(firstRound, context), ...changes]
  return sentences.length > 0 ? sentences : ['第一名、各候选的结论与一票否决都没有因此改变。']
}

function describeLeaderChange(firstRound: Analysis, { analysis, getName }: SentenceContext): string[] {
  const [before, after] = [firstRound, analysis].map(({ candidates }) => listLeaders(candidates).map(({ key }) => key))
  if (!before?.length || !after || [...before].sort().join() === [...after].sort().join()) return []
  const describe = (keys: readonly string[]) => `${keys.map(getName).join('、')}${keys.length > 1 ? '并列' : ''}`
  return [`第一名由${describe(before)}变为${describe(after)}。`]
}

function describeVerdictChange(before: Result, after: Result, { getName }: SentenceContext): string[] {
  if (before.recommendation === after.recommendation) return []
  const describe = ({ recommendation }: Result) => `“${recommendation ?? '证据不足'}”`
  const totals =
    isRated(before) && isRated(after) ? `（总分${formatTotal(before.total)}→${formatTotal(after.total)}）` : ''
  return [`${getName(after.key)}的结论由${describe(before)}变为${describe(after)}${totals}。`]
}

function describeVetoChanges(before: Result, after: Result, { getName, getTitle }: SentenceContext): string[] {
  const describe = (criterion: string, minimum: number, outcome: string) => {
    const [from, to] = [before, after].map(({ criteria }) => criteria[criterion]?.mean)
    const describePoints = (mean: number | undefined) =>
      mean === undefined ? '未评' : `${formatPoints(mean, [minimum])}分`
    return `${getName(after.key)}的${getTitle(criterion)}由${describePoints(from)}变为${describePoints(to)}，${outcome}。`
  }
  const hasVeto = ({ vetoes }: Result, criterion: string) => vetoes.some((veto) => veto.criterion === criterion)
  return [
    ...before.vetoes
      .filter(({ criterion }) => !hasVeto(after, criterion))
      .map(({ criterion, minimum }) => describe(criterion, minimum, '不再触及一票否决')),
    ...after.vetoes
      .filter(({ criterion }) => !hasVeto(before, criterion))
      .map(({ criterion, minimum }) => describe(criterion, minimum, '触及一票否决')),
  ]
}

/** Describes how many scores were disputed in the first round, and are after it. */
function describeDisputeChange(
  { scores, interest }: Pick<ReviewedScores, 'scores' | 'interest'>,
  { setup, analysis }: SentenceContext,
): string {
  const firstScores = scores.filter(({ round }) => round === 1)
  const firstCount = listDisputes({ setup, scores: firstScores, interest }).length
  const describe = (count: number) =>
    count === 0 ? `没有相差超过${DISPUTED_SPREAD}分的评分` : `有${count}项评分相差超过${DISPUTED_SPREAD}分`
  const lastCount = analysis.agreement.disputed.length
  if (firstCount === 0 && lastCount === 0) return `两轮都${describe(0)}。`
  return `第一轮${describe(firstCount)}，复议后${describe(lastCount)}。`
}
