import { expect, it } from 'vitest'
import { PriceRuleSchema } from '../../evaluation-analysis/price-rule.ts'
import { describePriceAlarms, describePriceRule } from './describe-prices.ts'

const describe = (rule: object, basis: 'offer' | 'threeYears' = 'offer') =>
  describePriceRule({ price: { basis, rule: PriceRuleSchema.parse(rule) } })

it('says how each formula scores', () => {
  expect(describe({ formula: 'lowest', ceiling: 1_200_000 })).toBe(
    '以报价评分：100 × 最低报价 ÷ 报价。最高限价1,200,000元，超出的无效。',
  )
  expect(describe({ formula: 'mean', parameters: { above: 1, below: 0.5 } }, 'threeYears')).toBe(
    '以三年总成本评分：平均值得100分，每高1%扣1分，每低1%扣0.5分。',
  )
  expect(describe({ formula: 'trimmedMean', parameters: { above: 1, below: 0 } })).toContain('不少于5家时')
  expect(describe({ formula: 'linear', ceiling: 200, parameters: { floor: 100 } })).toBe(
    '以报价评分：不高于100元得100分，到最高限价为0分，其间按直线递减。最高限价200元，超出的无效。',
  )
  expect(describe({ formula: 'steps', parameters: { steps: [{ atMost: 50, score: 100 }] } })).toBe(
    '以报价评分：不高于50元得100分，更高的得0分。',
  )
})

const OFFER = { basis: 'offer' } as const

it('says what is unusual about an offer', () => {
  expect(describePriceAlarms({ isValid: false, alarms: [] }, OFFER)).toBe('报价高于最高限价，无效，不参加排名')
  expect(describePriceAlarms({ isValid: true, alarms: [] }, OFFER)).toBe('')
  expect(describePriceAlarms({ isValid: true, alarms: ['secondLowest', 'ceiling'] }, OFFER)).toBe(
    '报价异常低（相对次低价、最高限价），应请厂商说明',
  )
  expect(describePriceAlarms({ isValid: true, alarms: ['mean'] }, { basis: 'threeYears' })).toBe(
    '三年总成本异常低（相对平均价），应请厂商说明',
  )
})
