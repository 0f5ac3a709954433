/** Says how a price criterion is scored, and what is unusual about an offer. */
import type { PriceRule } from '../../evaluation-analysis/price-rule.ts'
import type { OfferLine } from '../../evaluation-projects/offer.ts'
import { formatAmount, formatNumber } from './format-figures.ts'
import { ALARM_LIMITS, PRICE_ALARMS, type PriceAlarm, scorePrices, TRIMMED_OFFERS_MIN } from './price-scores.ts'
import {
  listExcludedBy,
  listPriceCriteria,
  type PriceCriterion,
  type PricedProject,
  type PriceExclusion,
  scoreOffers,
} from './project-prices.ts'

type LineUsage = NonNullable<OfferLine['usage']>

export const PRICE_FORMULA_LABELS: Record<PriceRule['formula'], string> = {
  lowest: '低价优先',
  mean: '平均价为基准',
  trimmedMean: '去掉最高最低后的平均价为基准',
  linear: '下限到限价之间按直线',
  steps: '按档给分',
}
export const PRICE_BASIS_LABELS: Record<PriceCriterion['price']['basis'], string> = {
  offer: '报价',
  threeYears: '三年总成本',
}

export const formatYuan = (amount: number): string => `${amount.toLocaleString('zh-CN')}元`

/** Returns the sentence that says how offers are scored: `以报价评分：100 × 最低价 ÷ 报价。最高限价120万元……`. */
export function describePriceRule({ price: { basis, rule } }: Pick<PriceCriterion, 'price'>): string {
  const subject = PRICE_BASIS_LABELS[basis]
  const ceiling = rule.ceiling === undefined ? '' : `最高限价${formatYuan(rule.ceiling)}，超出的无效。`
  return `以${subject}评分：${describeFormula(rule, subject)}。${ceiling}${describeAlarmLimits(rule)}`
}

function describeFormula(rule: PriceRule, subject: string): string {
  switch (rule.formula) {
    case 'lowest':
      return `100 × 最低${subject} ÷ ${subject}`
    case 'mean':
      return `平均值得100分，${describeDeviation(rule.parameters)}`
    case 'trimmedMean':
      return `不少于${TRIMMED_OFFERS_MIN}家时去掉最高与最低各一家，余下的平均值得100分，${describeDeviation(rule.parameters)}`
    case 'linear':
      return `不高于${formatYuan(rule.parameters.floor)}得100分，到最高限价为0分，其间按直线递减`
    case 'steps':
      return `${rule.parameters.steps.map(({ atMost, score }) => `不高于${formatYuan(atMost)}得${formatNumber(score)}分`).join('，')}，更高的得0分`
  }
}

/** Says where the alarms are if they aren't the usual ones; without a ceiling, nothing can be low beside it. */
function describeAlarmLimits({ alarms, ceiling }: PriceRule): string {
  const shown = PRICE_ALARMS.filter((alarm) => alarm !== 'ceiling' || ceiling !== undefined)
  if (shown.every((alarm) => alarms[alarm] === ALARM_LIMITS[alarm])) return ''
  const limits = shown.filter((alarm) => alarms[alarm] > 0)
  if (limits.length === 0) return '不提示异常低价。'
  return `低于${limits.map((alarm) => `${ALARM_TEXTS[alarm]}的${formatNumber(alarms[alarm] * 100)}%`).join('、')}的提示异常低价。`
}

const describeDeviation = ({ above, below }: { above: number; below: number }): string =>
  `每高1%扣${formatAmount(above)}分，每低1%扣${formatAmount(below)}分`

const ALARM_TEXTS: Record<PriceAlarm, string> = {
  mean: '平均价',
  secondLowest: '次低价',
  ceiling: '最高限价',
}

/** Returns how the price of a line follows from a run: `按运行“首轮”的30次试次，每题输入1,200、输出300个Token……`. */
export const describeTokenUse = ({ run, trials, input, output, inputPrice, outputPrice }: LineUsage): string =>
  `按运行“${run.title || '未命名'}”的${trials}次试次，平均每题输入${formatTokens(input)}、输出${formatTokens(output)}个Token；每百万输入${formatYuan(inputPrice)}、输出${formatYuan(outputPrice)}`

const formatTokens = (count: number): string => Math.round(count).toLocaleString('zh-CN')

/** Returns why a candidate stands outside the order: `乙的报价1,300元高于最高限价1,200元，报价无效，不参加排名。` */
export function describePriceExclusion(exclusion: PriceExclusion, name: string): string {
  if (exclusion.reason !== 'aboveCeiling')
    return `${name}${exclusion.reason === 'noCost' ? '的报价' : ''}${EXCLUSION_TEXTS[exclusion.reason]}，没有价格分，也不参加排名。`
  const { criterion, price, ceiling } = exclusion
  const subject = PRICE_BASIS_LABELS[criterion.price.basis]
  return `${name}的${subject}${formatYuan(price)}，高于最高限价${formatYuan(ceiling)}，报价无效，不得分，也不参加排名。`
}

const EXCLUSION_TEXTS: Record<PriceExclusion['reason'], string> = {
  aboveCeiling: '高于最高限价，无效',
  noOffer: '未报价',
  noCost: '没有明细，算不出三年总成本',
}

/** Returns what a candidate's offer is found to be, for a table: `未报价`, `高于最高限价，无效`. */
export const describeExclusionReason = ({ reason }: PriceExclusion): string => EXCLUSION_TEXTS[reason]

/** Returns that a price criterion can't be counted yet. */
export function describeUnpriced({ title, price: { basis } }: Pick<PriceCriterion, 'title' | 'price'>): string {
  const missing = basis === 'offer' ? '报价' : '带明细的报价'
  return `“${title}”由报价计算，还没有候选填写${missing}，暂不能计分，名次没有算上价格。`
}

/**
 * Returns what to look at in the offers that a price criterion scores, by candidate: that one is missing, invalid, or
 * unusually low, which excludes nobody.
 */
export function describePriceRemarks(project: PricedProject, criterion: PriceCriterion): Map<string, string> {
  const subject = PRICE_BASIS_LABELS[criterion.price.basis]
  const prices = scoreOffers(project).find(({ criterion: key }) => key === criterion.key)?.prices ?? []
  return new Map([
    ...prices.flatMap(({ candidate, alarms }) =>
      alarms.length === 0 ? [] : [[candidate, describeAlarms(alarms, subject)] as const],
    ),
    ...listExcludedBy(criterion, project).map(
      (exclusion) => [exclusion.candidate, `${describeExclusionReason(exclusion)}，不参加排名`] as const,
    ),
  ])
}

const describeAlarms = (alarms: readonly PriceAlarm[], subject: string): string =>
  `${subject}${describeLow(alarms)}，应请厂商说明`

const describeLow = (alarms: readonly PriceAlarm[]): string =>
  `异常低（相对${alarms.map((alarm) => ALARM_TEXTS[alarm]).join('、')}）`

/**
 * Returns what has to be settled before a contract goes to those who come first: that an offer of theirs is unusually low,
 * one sentence for each price criterion.
 */
export function describeLowWinners(
  project: PricedProject,
  leaders: readonly string[],
  getName: (key: string) => string,
) {
  return listPriceCriteria(project.setup).flatMap((criterion) => {
    const subject = PRICE_BASIS_LABELS[criterion.price.basis]
    const prices = scoreOffers(project).find(({ criterion: key }) => key === criterion.key)?.prices ?? []
    return prices
      .filter(({ candidate, alarms }) => leaders.includes(candidate) && alarms.length > 0)
      .map(({ candidate, price, alarms }) => describeLowWinner({ name: getName(candidate), subject, price, alarms }))
  })
}

type LowWinner = { name: string; subject: string; price: number; alarms: readonly PriceAlarm[] }

const describeLowWinner = ({ name, subject, price, alarms }: LowWinner): string =>
  `居首的${name}的${subject}${formatYuan(price)}${describeLow(alarms)}。${EXPLANATION}`

/** An alarm excludes nobody, but a contract can fail by it. */
const EXPLANATION = '这不影响名次；授予之前，应请厂商书面说明能否按此履约，并存档。'

/**
 * Returns that the offer of a vendor who is selected is unusually low beside the others, by the limits that apply unless a
 * buyer sets others; `null` if it isn't. Without a project, there is no ceiling to compare with.
 */
export function describeLowSelection(
  offers: readonly { key: string; price: number }[],
  selected: string,
): string | null {
  const scored = scorePrices({ formula: 'lowest', weight: 100, offers: offers.filter(({ price }) => price > 0) })
  const alarms = scored.find(({ key }) => key === selected)?.alarms ?? []
  const price = offers.find(({ key }) => key === selected)?.price ?? 0
  return alarms.length === 0
    ? null
    : `报价${formatYuan(price)}${describeLow(alarms)}。告知入选之前，应请厂商书面说明能否按此履约，并存档。`
}
