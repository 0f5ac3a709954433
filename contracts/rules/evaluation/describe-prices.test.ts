import { expect, it } from 'vitest'
import { PriceRuleSchema } from '../../evaluation-analysis/price-rule.ts'
import { ProjectOffersSchema } from '../../evaluation-projects/offer.ts'
import { ProjectSetupSchema } from '../../evaluation-projects/project.ts'
import {
  describeLowSelection,
  describeLowWinners,
  describePriceRemarks,
  describePriceRule,
  describeUnpriced,
} from './describe-prices.ts'
import { listPriceCriteria } from './project-prices.ts'

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

/** Returns the remarks on offers, in a project whose price criterion has this rule. */
function describeRemarks(offers: object[], rule: object = {}, basis: 'offer' | 'threeYears' = 'offer') {
  const setup = ProjectSetupSchema.parse({
    candidates: ['a', 'b', 'c'].map((key) => ({ key, name: key })),
    groups: [
      {
        key: 'price',
        title: '价格',
        weight: 1,
        criteria: [{ key: 'p', title: '价格', weight: 1, price: { basis, rule: { formula: 'lowest', ...rule } } }],
      },
    ],
    grades: [{ key: 'own', title: '自行核实', description: '', cap: 100 }],
    thresholds: {},
  })
  const [criterion] = listPriceCriteria(setup)
  if (!criterion) throw new Error('The setup has a price criterion.')
  const remarks = describePriceRemarks({ setup, offers: ProjectOffersSchema.parse(offers) }, criterion)
  const winners = (...keys: string[]) =>
    describeLowWinners({ setup, offers: ProjectOffersSchema.parse(offers) }, keys, (key) => key.toUpperCase())
  return { winners, remarks: Object.fromEntries(remarks), unpriced: describeUnpriced(criterion) }
}

it('says what is unusual about an offer, and what keeps it out of the order', () => {
  const offers = [
    { candidate: 'a', price: 130 },
    { candidate: 'b', price: 100 },
    { candidate: 'c', price: 42 },
  ]
  expect(describeRemarks(offers, { ceiling: 120 }).remarks).toEqual({
    a: '高于最高限价，无效，不参加排名',
    c: '报价异常低（相对次低价、最高限价），应请厂商说明',
  })
  expect(describeRemarks(offers.slice(1)).remarks).toMatchObject({ a: '未报价，不参加排名' })
})

it('says what is missing where the cost over three years is scored', () => {
  const line = { title: '许可', unitPrice: 10, quantity: 3, isYearly: true }
  const offers = [
    { candidate: 'a', price: 90, lines: [line] },
    { candidate: 'b', price: 90 },
  ]
  expect(describeRemarks(offers, {}, 'threeYears').remarks).toEqual({
    b: '没有明细，算不出三年总成本，不参加排名',
    c: '未报价，不参加排名',
  })
})

it('finds nobody without an offer while there are none', () => {
  const { remarks, unpriced } = describeRemarks([])
  expect(remarks).toEqual({})
  expect(unpriced).toBe('“价格”由报价计算，还没有候选填写报价，暂不能计分，名次没有算上价格。')
  expect(describeRemarks([], {}, 'threeYears').unpriced).toContain('还没有候选填写带明细的报价')
})

it('says that the offer of who comes first is unusually low, and of nobody else', () => {
  const offers = [
    { candidate: 'a', price: 1_000_000 },
    { candidate: 'b', price: 950_000 },
    { candidate: 'c', price: 420_000 },
  ]
  const { winners } = describeRemarks(offers, { ceiling: 1_200_000 })
  expect(winners('a')).toEqual([])
  expect(winners('a', 'c')).toEqual([
    '居首的C的报价420,000元异常低（相对次低价、最高限价）。这不影响名次；授予之前，应请厂商书面说明能否按此履约，并存档。',
  ])
  const alarms = { mean: 0, secondLowest: 0, ceiling: 0 }
  expect(describeRemarks(offers, { ceiling: 1_200_000, alarms }).winners('c')).toEqual([])
})

it('says that the offer of who is selected is unusually low beside the others', () => {
  const offers = [
    { key: 'a', price: 100 },
    { key: 'b', price: 95 },
    { key: 'c', price: 42 },
    { key: 'free', price: 0 },
  ]
  expect(describeLowSelection(offers, 'c')).toBe(
    '报价42元异常低（相对次低价）。告知入选之前，应请厂商书面说明能否按此履约，并存档。',
  )
  for (const key of ['a', 'free', 'without an offer']) expect(describeLowSelection(offers, key)).toBeNull()
  expect(describeLowSelection([{ key: 'a', price: 1 }], 'a')).toBeNull()
})
