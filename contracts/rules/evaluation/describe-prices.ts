/** Says how a price criterion is scored, and what is unusual about an offer. */
import type { PriceRule } from '../../evaluation-analysis/price-rule.ts'
import { formatAmount, formatNumber } from './format-figures.ts'
import { type PriceAlarm, TRIMMED_OFFERS_MIN } from './price-scores.ts'
import type { PriceCriterion, ScoredPrice } from './project-prices.ts'

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
  return `以${subject}评分：${describeFormula(rule, subject)}。${ceiling}`
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

const describeDeviation = ({ above, below }: { above: number; below: number }): string =>
  `每高1%扣${formatAmount(above)}分，每低1%扣${formatAmount(below)}分`

const ALARM_TEXTS: Record<PriceAlarm, string> = {
  mean: '平均价',
  secondLowest: '次低价',
  ceiling: '最高限价',
}

/** Returns what to look at in an offer: that it is invalid, or unusually low, which excludes nobody. */
export function describePriceAlarms({ isValid, alarms }: Pick<ScoredPrice, 'isValid' | 'alarms'>): string {
  if (!isValid) return '高于最高限价，无效'
  if (alarms.length === 0) return ''
  return `报价异常低（相对${alarms.map((alarm) => ALARM_TEXTS[alarm]).join('、')}），应请厂商说明`
}
