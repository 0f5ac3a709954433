/** Generates the sentences of a report from its figures by rules: the same figures yield the same sentences. */
import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { TrialsReply } from '../../evaluation-analysis/trials.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ReportData } from '../../evaluation-projects/report.ts'
import { itemAt } from '../item-at.ts'
import { EQUALITY_TOLERANCE } from '../score.ts'
import { ALPHA, DISPUTED_SPREAD } from './agreement.ts'
import { describeChanges, describeReasons } from './comparison-sentences.ts'
import { describeIndependence } from './describe-independence.ts'
import { formatNumber, formatPercent, formatPoints, formatTotal } from './format-figures.ts'
import { ACCEPTABILITY, classifyRobustness, DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'
import { COVERAGE_MIN, isCovered, isFullyCovered, isRated } from './scoring.ts'
import {
  createNameLookup,
  createTitleLookup,
  type Lookup,
  MAX_ITEMS,
  type SentenceContext,
} from './sentence-context.ts'
import type { RatedCandidate } from './weight-flips.ts'

/** The project to be described, finished or still being scored. */
export type Evaluation = {
  setup: ProjectSetup
  judges: readonly ReportData['judges'][number][]
  analysis: Analysis | null
  trialAnalysis: TrialsReply | null
}

export type ReportSentences = {
  verdict: string
  order: string[]
  /** Why the first candidate ranks before the second. */
  reasons: string[]
  /** What would change the order or the verdict. */
  changes: string[]
  agreement: string
  /** Whether the judges scored without knowing one another's scores. */
  independence: string[]
  disputes: string[]
  robustness: string
  vetoes: string[]
  coverage: string[]
  trials: string[]
}

/** Returns the sentences that describe the figures of an evaluation. */
export function describeEvaluation({ setup, judges, analysis, trialAnalysis }: Evaluation): ReportSentences {
  const trials = trialAnalysis ? describeTrials(setup, trialAnalysis) : []
  if (!analysis?.candidates.some(isRated)) return { ...NOTHING, trials }
  const context: SentenceContext = {
    setup,
    analysis,
    getName: createNameLookup(setup.candidates),
    getTitle: createTitleLookup(setup),
  }
  return {
    verdict: describeVerdict(context),
    order: describeOrder(context),
    reasons: describeReasons(context),
    changes: describeChanges(context),
    agreement: describeAgreement(analysis),
    independence: describeIndependence(judges),
    disputes: describeDisputes(context),
    robustness: describeRobustness(context),
    vetoes: describeVetoes(context),
    coverage: describeCoverage(context),
    trials,
  }
}

const NOTHING: ReportSentences = {
  verdict: '还没有计入的评分，无法得出结论。',
  order: [],
  reasons: [],
  changes: [],
  agreement: '还没有评分，无法比较评委的一致性。',
  independence: [],
  disputes: [],
  robustness: '还没有评分，无法判断结果是否稳健。',
  vetoes: [],
  coverage: [],
  trials: [],
}

type Result = Analysis['candidates'][number]

const getVerdict = ({ recommendation }: Result) => (recommendation ? `结论为“${recommendation}”` : '证据不足，不下结论')

function describeVerdict(context: SentenceContext): string {
  const rated = context.analysis.candidates.filter(isRated)
  const [first, second] = rated
  if (!first) return NOTHING.verdict
  if (first.recommendation === null) return describeUncovered(rated, first, context)
  if (first.vetoes.length > 0) return describeVetoed(rated, first, context)
  const { getName } = context
  return `${getName(first.key)}${describeFirstPlace(first, second, getName)}总分${formatTotal(first.total)}，${getVerdict(first)}。`
}

/** Describes a first candidate with too few scores, and the first one with enough of them and no veto. */
function describeUncovered(
  rated: readonly RatedCandidate[],
  first: RatedCandidate,
  { getName }: SentenceContext,
): string {
  const place = rated.length > 1 ? '暂列第一，' : ''
  const coverage = formatPercent(first.coverage, [COVERAGE_MIN])
  const sentence = `${getName(first.key)}${place}总分${formatTotal(first.total)}，但只有${coverage}的权重有评分，证据不足，不下结论。`
  const best = rated.find(({ recommendation, vetoes }) => recommendation !== null && vetoes.length === 0)
  return best ? `${sentence}评分充分且${describeFirstWithoutVeto(best, getName)}` : sentence
}

/** Describes a vetoed first candidate, and the first one without a veto. */
function describeVetoed(
  rated: readonly RatedCandidate[],
  first: RatedCandidate,
  { getName, getTitle }: SentenceContext,
): string {
  const place = describeFirstPlace(first, rated[1], getName)
  const criteria = first.vetoes.map(({ criterion }) => getTitle(criterion)).join('、')
  const sentence = `${getName(first.key)}${place}总分${formatTotal(first.total)}，但${criteria}低于最低分，${getVerdict(first)}。`
  const best = rated.find(({ vetoes }) => vetoes.length === 0)
  if (best) return `${sentence}${describeFirstWithoutVeto(best, getName)}`
  return rated.length > 1 ? `${sentence}所有候选都触及一票否决。` : sentence
}

const describeFirstWithoutVeto = (best: RatedCandidate, getName: Lookup): string =>
  `未触及一票否决的候选中，${getName(best.key)}居首，总分${formatTotal(best.total)}，${getVerdict(best)}。`

/** Describes that a candidate is first, alone or tied with the second one; '' if there is no second one. */
function describeFirstPlace(first: RatedCandidate, second: RatedCandidate | undefined, getName: Lookup): string {
  if (!second) return ''
  const isTied = Math.abs(first.total - second.total) < EQUALITY_TOLERANCE
  return isTied ? `与${getName(second.key)}并列第一，` : '排名第一，'
}

const describeOrder = ({ analysis, getName }: SentenceContext): string[] =>
  analysis.candidates.map((candidate) =>
    candidate.total === null
      ? `${getName(candidate.key)}：没有评分`
      : `${describeRank(candidate, analysis)}　${getName(candidate.key)}：${formatTotal(candidate.total)}分，${candidate.recommendation ?? '证据不足'}`,
  )

const describeRank = ({ rank }: Result, { candidates }: Analysis): string =>
  `${candidates.filter((candidate) => candidate.rank === rank).length > 1 ? '并列' : ''}第${rank}名`

function describeAgreement({ agreement: { alpha, reason, units } }: Analysis): string {
  if (reason === 'noPairs') return '没有两位评委评过同一项，无法比较一致性。'
  if (alpha === null) return `${units}项有两位以上评委评分，所有分数相同，无法计算一致性系数。`
  // Rounded down, so that 0.7996 isn't shown as 0.8, from which on the judges agree.
  const roundedAlpha = formatNumber(Math.floor(alpha * 1000) / 1000, 3)
  return `评委的一致性系数α为${roundedAlpha}，${classifyAgreement(alpha)}（${units}项有两位以上评委评分）。`
}

function classifyAgreement(alpha: number): string {
  if (alpha >= ALPHA.good) return '一致'
  return alpha >= ALPHA.tolerable ? '勉强一致' : '分歧较大'
}

function describeDisputes({ analysis, getName, getTitle }: SentenceContext): string[] {
  const { disputed } = analysis.agreement
  if (disputed.length === 0) return []
  const largest = disputed
    .slice(0, MAX_ITEMS)
    .map(
      ({ candidate, criterion, spread }) =>
        `${getName(candidate)}的${getTitle(criterion)}（相差${formatNumber(spread)}分）`,
    )
  return [`${disputed.length}项评分相差超过${DISPUTED_SPREAD}分，最大的是${largest.join('、')}。`]
}

function describeRobustness({ analysis, getName }: SentenceContext): string {
  const rated = analysis.candidates.filter(isRated)
  const acceptabilities = analysis.robustness?.rankAcceptability
  if (!acceptabilities || rated.length === 0) return NOTHING.robustness
  if (rated.length === 1) return '只有一个候选有评分，没有名次可言。'
  const chances = rated.map((candidate) => ({ candidate, chance: itemAt(acceptabilities[candidate.key] ?? [], 0) }))
  const first = itemAt(chances, 0)
  const favourite = chances.reduce((best, other) => (other.chance > best.chance ? other : best))
  const name = getName(first.candidate.key)
  return [
    `各项权重在±${formatPercent(DEFAULT_SPREAD)}内变动、分数从各评委中抽取，`,
    `${DEFAULT_DRAWS.toLocaleString('en-US')}次模拟中`,
    `${name}有${formatPercent(first.chance, Object.values(ACCEPTABILITY))}居首，`,
    `排名${classifyRobustness(first.chance)}。`,
    favourite === first
      ? ''
      : `居首更多的是${getName(favourite.candidate.key)}（${formatPercent(favourite.chance)}）。`,
    describeMissingScores(first.candidate, getName),
  ].join('')
}

/** Warns that the simulation doesn't vary scores that are missing. */
const describeMissingScores = ({ key, coverage }: Result, getName: Lookup): string =>
  isCovered(coverage) ? '' : `但${getName(key)}的评分不足，补齐后排名可能改变。`

const describeVetoes = ({ analysis, getName, getTitle }: SentenceContext): string[] =>
  analysis.candidates.flatMap(({ key, vetoes }) =>
    vetoes.map(
      ({ criterion, mean, minimum }) =>
        `${getName(key)}的${getTitle(criterion)}为${formatPoints(mean, [minimum])}分，低于最低分${minimum}，一票否决。`,
    ),
  )

function describeCoverage({ analysis, getName }: SentenceContext): string[] {
  const partial = analysis.candidates.filter(({ coverage }) => !isFullyCovered(coverage))
  if (partial.length === 0) return ['所有候选的全部准则都有评分。']
  return partial.map(({ key, coverage }) =>
    !isCovered(coverage)
      ? `${getName(key)}只有${formatPercent(coverage, [COVERAGE_MIN])}的权重有评分，不足${formatPercent(COVERAGE_MIN)}，不下结论。`
      : `${getName(key)}有${formatPercent(coverage)}的权重有评分，未评的准则按同组得分计。`,
  )
}

function describeTrials({ candidates: named }: ProjectSetup, { candidates, differences }: TrialsReply): string[] {
  const getName = createNameLookup(named)
  return [
    ...candidates.map(({ key, passed, trials, passRate, interval: [low, high], passHat }) => {
      const lasting = passHat.at(-1)
      const repeated =
        passHat.length > 1 && lasting !== undefined
          ? `；每题连试${passHat.length}次都通过的概率为${formatPercent(lasting)}`
          : ''
      return `${getName(key)}通过${passed}/${trials}次（${formatPercent(passRate)}，95%区间${formatPercent(low)}至${formatPercent(high)}）${repeated}。`
    }),
    ...differences.map(({ of: key, than, difference, interval }) => {
      const [better, worse] = difference >= 0 ? [key, than] : [than, key]
      const isSignificant = interval !== null && (interval[0] > 0 || interval[1] < 0)
      if (Math.abs(difference) < EQUALITY_TOLERANCE)
        return `${getName(better)}与${getName(worse)}在共同任务上的通过率相同。`
      const points = formatNumber(Math.abs(difference) * 100)
      return `${getName(better)}在共同任务上的通过率比${getName(worse)}高${points}个百分点，${isSignificant ? '差别明确' : '任务太少，还不足以断定'}。`
    }),
  ]
}
