/** Generates the sentences of a report from its figures by rules: the same figures yield the same sentences. */
import type { Analysis } from '../../evaluation-analysis/analysis.ts'
import type { TrialsReply } from '../../evaluation-analysis/trials.ts'
import type { ProjectSetup } from '../../evaluation-projects/project.ts'
import type { ReportData } from '../../evaluation-projects/report.ts'
import type { Recommendation } from '../../vocabulary.ts'
import { itemAt } from '../item-at.ts'
import { EQUALITY_TOLERANCE } from '../score.ts'
import { classifyAgreement, DISPUTED_SPREAD } from './agreement.ts'
import { describeChanges, describeReasons } from './comparison-sentences.ts'
import { listJudgedGroups } from './counted-criteria.ts'
import { describeIndependence } from './describe-independence.ts'
import { describeLowWinners, describePriceExclusion, describeUnpriced } from './describe-prices.ts'
import { describeReview, type ReviewedScores } from './describe-review.ts'
import { formatNumber, formatPercent, formatPoints, formatTotal } from './format-figures.ts'
import { listPriceExclusions, listUnpricedCriteria, type PriceExclusion } from './project-prices.ts'
import { ACCEPTABILITY, classifyRobustness, DEFAULT_DRAWS, DEFAULT_SPREAD } from './robustness.ts'
import { COVERAGE_MIN, isCovered, isFullyCovered, isRated, isTied, listLeaders } from './scoring.ts'
import {
  createNameLookup,
  createTitleLookup,
  type Lookup,
  MAX_ITEMS,
  type SentenceContext,
} from './sentence-context.ts'
import type { RatedCandidate } from './weight-flips.ts'

/** The project to be described, finished or still being scored. */
type Evaluation = ReviewedScores & {
  setup: ProjectSetup
  /** Earlier reports don't include them. */
  offers?: ReportData['offers']
  judges: readonly ReportData['judges'][number][]
  analysis: Analysis | null
  trialAnalysis: TrialsReply | null
  /** Earlier reports and unfinished projects don't include it. */
  record?: ReportData['record']
}

export type ReportSentences = {
  verdict: string
  order: string[]
  /** Who stands outside the order, and why. */
  excluded: string[]
  /** Which price criteria the order doesn't count, as nobody has offered a price. */
  unpriced: string[]
  /** Which offers of those who come first are unusually low. */
  lowOffers: string[]
  /** Why the first candidate ranks before the second. */
  reasons: string[]
  /** What would change the order or the verdict. */
  changes: string[]
  agreement: string
  /** Whether the judges scored without knowing one another's scores. */
  independence: string[]
  disputes: string[]
  /** What the revisions of the second round changed. */
  review: string[]
  robustness: string
  vetoes: string[]
  coverage: string[]
  trials: string[]
}

/** Returns the verdict of the first place; `null` if those that share it have different ones. */
export function findSharedVerdict({ candidates }: Pick<Analysis, 'candidates'>): Recommendation | null {
  const verdicts = new Set(listLeaders(candidates).map(({ recommendation }) => recommendation))
  return verdicts.size === 1 ? ([...verdicts][0] ?? null) : null
}

/** Returns the sentences that describe the figures of an evaluation. */
export function describeEvaluation({
  setup,
  offers = [],
  judges,
  scores,
  analysis,
  firstRound,
  trialAnalysis,
  record,
}: Evaluation): ReportSentences {
  const trials = trialAnalysis ? describeTrials(setup, trialAnalysis) : []
  const getName = createNameLookup(setup.candidates)
  const excluded = listExcluded({ setup, offers }, analysis).map((exclusion) =>
    describePriceExclusion(exclusion, getName(exclusion.candidate)),
  )
  if (!analysis?.candidates.some(isRated)) return { ...NOTHING, excluded, trials }
  const context: SentenceContext = {
    setup,
    analysis,
    getName,
    getTitle: createTitleLookup(setup),
  }
  return {
    verdict: describeVerdict(context),
    order: describeOrder(context),
    excluded,
    unpriced: listUnpricedCriteria({ setup, offers }).map(describeUnpriced),
    lowOffers: describeLowWinners(
      { setup, offers },
      listLeaders(analysis.candidates).map(({ key }) => key),
      getName,
    ),
    reasons: describeReasons(context),
    changes: describeChanges(context),
    agreement: listJudgedGroups(setup).length === 0 ? NOTHING_JUDGED : describeAgreement(analysis),
    independence: describeIndependence(judges, record),
    disputes: describeDisputes(context),
    review: describeReview({ scores, firstRound }, context),
    robustness: describeRobustness(context),
    vetoes: describeVetoes(context),
    coverage: describeCoverage(context),
    trials,
  }
}

const NOTHING_JUDGED = '全部准则由数据计算，没有评委打分。'

/** Lists who stands outside the order; in earlier reports, these were ranked. */
const listExcluded = (
  project: Parameters<typeof listPriceExclusions>[0],
  analysis: Analysis | null,
): PriceExclusion[] =>
  listPriceExclusions(project).filter(({ candidate }) => !analysis?.candidates.some(({ key }) => key === candidate))

const NOTHING: ReportSentences = {
  verdict: '还没有计入的评分，无法得出结论。',
  order: [],
  excluded: [],
  unpriced: [],
  lowOffers: [],
  reasons: [],
  changes: [],
  agreement: '还没有评分，无法比较评委的一致性。',
  independence: [],
  disputes: [],
  review: [],
  robustness: '还没有评分，无法判断结果是否稳健。',
  vetoes: [],
  coverage: [],
  trials: [],
}

type Result = Analysis['candidates'][number]

const getVerdict = ({ recommendation }: Result) => (recommendation ? `结论为“${recommendation}”` : '证据不足，不下结论')

function describeVerdict(context: SentenceContext): string {
  const { analysis, getName } = context
  const rated = analysis.candidates.filter(isRated)
  const leaders = listLeaders(rated)
  const [first] = leaders
  if (!first) return NOTHING.verdict
  const total = `总分${formatTotal(first.total)}`
  const standings = leaders.map((leader) => describeStanding(leader, context))
  const [standing = ''] = standings
  const best = describeBest(rated, leaders, getName)
  if (standings.every((other) => other === standing)) {
    const names = joinNames(leaders, getName)
    const contrast = isEligible(first) ? '' : '但'
    return `${names}${describeFirstPlace(rated, leaders)}${total}，${contrast}${standing}。${best}`
  }
  const details = leaders.map(
    ({ key, recommendation }, index) => `${getName(key)}${recommendation === null ? '' : '的'}${standings[index]}`,
  )
  return `${joinNames(leaders, getName)}并列第一，${total}。${details.join('；')}。${best}`
}

/** Describes that the first place is taken, alone or together; '' if there is no other candidate. */
function describeFirstPlace(rated: readonly RatedCandidate[], leaders: readonly RatedCandidate[]): string {
  if (rated.length === 1) return ''
  const isCertain = leaders.every(({ recommendation }) => recommendation !== null)
  if (leaders.length > 1) return isCertain ? '并列第一，' : '暂时并列第一，'
  return isCertain ? '排名第一，' : '暂列第一，'
}

/** Describes a candidate's verdict, with the reason if it has none or is vetoed. */
function describeStanding(candidate: RatedCandidate, { getTitle }: SentenceContext): string {
  const { recommendation, coverage, vetoes } = candidate
  if (recommendation === null) return `只有${formatPercent(coverage, [COVERAGE_MIN])}的权重有评分，证据不足，不下结论`
  if (vetoes.length === 0) return getVerdict(candidate)
  return `${vetoes.map(({ criterion }) => getTitle(criterion)).join('、')}低于最低分，${getVerdict(candidate)}`
}

/** Describes who is first with enough scores and without a veto, unless a first candidate is. */
function describeBest(rated: readonly RatedCandidate[], leaders: readonly RatedCandidate[], getName: Lookup): string {
  if (leaders.some(isEligible)) return ''
  const hasUncovered = leaders.some(({ recommendation }) => recommendation === null)
  const eligible = rated.filter(hasUncovered ? isEligible : ({ vetoes }) => vetoes.length === 0)
  const [first] = eligible
  if (!first) return !hasUncovered && rated.length > 1 ? '所有候选都触及一票否决。' : ''
  const best = eligible.filter(({ total }) => isTied(total, first.total))
  const place = best.length > 1 ? '并列居首' : '居首'
  const condition = hasUncovered ? '评分充分且未触及一票否决' : '未触及一票否决'
  return `${condition}的候选中，${joinNames(best, getName)}${place}，总分${formatTotal(first.total)}，${getVerdict(first)}。`
}

const isEligible = ({ recommendation, vetoes }: RatedCandidate): boolean =>
  recommendation !== null && vetoes.length === 0

/** Joins names as in 甲、乙与丙. */
function joinNames(candidates: readonly { key: string }[], getName: Lookup): string {
  const names = candidates.map(({ key }) => getName(key))
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join('、')}与${names.at(-1)}`
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

function describeDisputes({ analysis, getName, getTitle }: SentenceContext): string[] {
  const { disputed } = analysis.agreement
  if (disputed.length === 0) return []
  const largest = disputed
    .slice(0, MAX_ITEMS)
    .map(
      ({ candidate, criterion, spread }) =>
        `${getName(candidate)}的${getTitle(criterion)}（相差${formatNumber(spread)}分）`,
    )
  const isCut = disputed.length > MAX_ITEMS && disputed[MAX_ITEMS]?.spread === disputed[MAX_ITEMS - 1]?.spread
  return [`${disputed.length}项评分相差超过${DISPUTED_SPREAD}分，最大的是${largest.join('、')}${isCut ? '等' : ''}。`]
}

function describeRobustness({ analysis, getName }: SentenceContext): string {
  const rated = analysis.candidates.filter(isRated)
  const acceptabilities = analysis.robustness?.rankAcceptability
  if (!acceptabilities || rated.length === 0) return NOTHING.robustness
  if (rated.length === 1) return '只有一个候选有评分，没有名次可言。'
  const getChance = ({ key }: Result) => itemAt(acceptabilities[key] ?? [], 0)
  const leaders = listLeaders(rated)
  // Two that share the first place are at most as robust as the less likely one.
  const chance = Math.min(...leaders.map(getChance))
  const favourites = listFavourites(rated, getChance)
  const describeChance = (candidate: Result) =>
    `${getName(candidate.key)}有${formatPercent(getChance(candidate), Object.values(ACCEPTABILITY))}`
  return [
    `各项权重在±${formatPercent(DEFAULT_SPREAD)}内变动、分数从各评委中抽取，`,
    `${DEFAULT_DRAWS.toLocaleString('en-US')}次模拟中`,
    `${leaders.map(describeChance).join('、')}居首，`,
    `排名${classifyRobustness(chance)}。`,
    favourites.some((favourite) => leaders.includes(favourite))
      ? ''
      : `居首更多的是${favourites.map((favourite) => `${getName(favourite.key)}（${formatPercent(getChance(favourite))}）`).join('、')}。`,
    ...leaders.map((leader) => describeMissingScores(leader, getName)),
  ].join('')
}

/** Returns the candidates that are most often first; several if their chances are equal. */
function listFavourites<C extends Result>(candidates: readonly C[], getChance: (candidate: C) => number): C[] {
  const greatest = Math.max(...candidates.map(getChance))
  return candidates.filter((candidate) => isTied(getChance(candidate), greatest))
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
    ...differences.map(({ of: first, than: second, difference, interval }) => {
      const [better, worse] = difference >= 0 ? [first, second] : [second, first]
      const isSignificant = interval !== null && (interval[0] > 0 || interval[1] < 0)
      if (Math.abs(difference) < EQUALITY_TOLERANCE)
        return `${getName(better)}与${getName(worse)}在共同任务上的通过率相同。`
      const points = formatNumber(Math.abs(difference) * 100)
      return `${getName(better)}在共同任务上的通过率比${getName(worse)}高${points}个百分点，${isSignificant ? '差别明确' : '任务太少，还不足以断定'}。`
    }),
  ]
}
