/** The offers of a project as sheets: how each price criterion scores them, and what they consist of. */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import {
  describePriceAlarms,
  describePriceRule,
  describeTokenUse,
  PRICE_BASIS_LABELS,
} from '#contracts/rules/evaluation/describe-prices.ts'
import { listPriceCriteria, type PriceCriterion, scoreOffers } from '#contracts/rules/evaluation/project-prices.ts'
import { calculateThreeYearCost } from '#contracts/rules/evaluation/three-year-cost.ts'
import type { Sheet } from '#server/platform/tables/xlsx.ts'

type PricedProject = Pick<ReportData, 'setup' | 'offers'>

/** Returns a sheet a price criterion, and one with the lines of the offers; none without price criteria. */
export function listPriceSheets({ setup, offers = [] }: PricedProject): Sheet[] {
  const criteria = listPriceCriteria(setup)
  if (criteria.length === 0) return []
  const sheets = criteria.map((criterion, index) => ({
    ...createPrices({ setup, offers }, criterion),
    name: criteria.length === 1 ? '价格评审' : `价格评审${index + 1}`,
  }))
  return [...sheets, createLines({ setup, offers })]
}

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))

function createPrices({ setup, offers }: Required<PricedProject>, criterion: PriceCriterion): Omit<Sheet, 'name'> {
  const prices = scoreOffers({ setup, offers }).find((scored) => scored.criterion === criterion.key)?.prices ?? []
  return {
    columns: [
      ...createColumns(
        ['候选', 22],
        [`${PRICE_BASIS_LABELS[criterion.price.basis]}（元）`, 16],
        ['扣除比例', 10],
        ['扣除原因', 20],
        ['评审价（元）', 16],
      ),
      { title: '得分', width: 10, format: 'points' },
      ...createColumns(['三年总成本（元）', 18], ['说明', 40]),
    ],
    rows: [
      ...setup.candidates.map(({ key, name }) => {
        const offer = offers.find(({ candidate }) => candidate === key)
        const price = prices.find(({ candidate }) => candidate === key)
        return [
          name,
          price?.price ?? null,
          offer?.deduction?.rate ?? null,
          offer?.deduction?.reason ?? '',
          price?.evaluated ?? null,
          price?.score ?? (prices.length > 0 ? 0 : null),
          offer ? calculateThreeYearCost(offer.lines) : null,
          [price ? describePriceAlarms(price, criterion.price) : '没有报价', offer?.note ?? '']
            .filter(Boolean)
            .join('\n'),
        ]
      }),
      ['评分办法', null, null, '', null, null, null, `“${criterion.title}”${describePriceRule(criterion)}`],
    ],
  }
}

const createLines = ({ setup, offers }: Required<PricedProject>): Sheet => ({
  name: '报价明细',
  columns: createColumns(['候选', 22], ['名称', 30], ['单价（元）', 14], ['数量', 10], ['每年支付', 10], ['由来', 60]),
  rows: setup.candidates.flatMap(({ key, name }) =>
    (offers.find(({ candidate }) => candidate === key)?.lines ?? []).map(
      ({ title, unitPrice, quantity, isYearly, usage }) => [
        name,
        title,
        unitPrice,
        quantity,
        isYearly,
        usage ? describeTokenUse(usage) : '',
      ],
    ),
  ),
})
