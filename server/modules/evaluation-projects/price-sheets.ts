/**
 * The offers of a project as sheets whose figures are formulas: how each price criterion scores them, and what they
 * consist of. The stored values are those that count.
 */
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import {
  describePriceRemarks,
  describePriceRule,
  describeTokenUse,
  PRICE_BASIS_LABELS,
} from '#contracts/rules/evaluation/describe-prices.ts'
import { TRIMMED_OFFERS_MIN } from '#contracts/rules/evaluation/price-scores.ts'
import {
  listPriceCriteria,
  type PriceCriterion,
  type ScoredPrice,
  scoreOffers,
} from '#contracts/rules/evaluation/project-prices.ts'
import { listCriterionShares } from '#contracts/rules/evaluation/scoring.ts'
import { COST_YEARS, calculateThreeYearCost } from '#contracts/rules/evaluation/three-year-cost.ts'
import { getCellName, getFirstRow, getFixedCellName, type Sheet, type SheetCell } from '#server/platform/tables/xlsx.ts'

type Setup = ReportData['setup']
type PricedProject = { setup: Setup; offers: NonNullable<ReportData['offers']> }

const LINES = '报价明细'
const COLUMNS = { price: 1, deduction: 2, evaluated: 4, valid: 5, score: 6, share: 7, points: 8, cost: 9 } as const
const CAPTION = ['价格评审表', '金额单位：元。评审价＝报价×（1－扣除比例）；折算分＝得分×分值÷100；成交价仍是报价。']
const FIRST = getFirstRow({ caption: CAPTION })

const getSheetName = (setup: Setup, criterion: string): string => {
  const keys = listPriceCriteria(setup).map(({ key }) => key)
  return keys.length === 1 ? '价格评审表' : `价格评审表${keys.indexOf(criterion) + 1}`
}

/** Returns the cell with a candidate's score by a price criterion, for formulas of other sheets. */
export const getPriceScoreCell = (setup: Setup, criterion: string, candidate: string): string =>
  `'${getSheetName(setup, criterion)}'!${getCellName(COLUMNS.score, FIRST + setup.candidates.findIndex(({ key }) => key === candidate))}`

/** Returns a sheet a price criterion, and one with the lines of the offers; none without price criteria. */
export function listPriceSheets({ setup, offers = [] }: Pick<ReportData, 'setup' | 'offers'>): Sheet[] {
  const criteria = listPriceCriteria(setup)
  if (criteria.length === 0) return []
  return [...criteria.map((criterion) => createPrices({ setup, offers }, criterion)), createLines({ setup, offers })]
}

const createColumns = (...titles: readonly (readonly [title: string, width: number])[]) =>
  titles.map(([title, width]) => ({ title, width }))
const yuan = (title: string) => ({ title, width: 17, format: 'yuan' as const })

function createPrices({ setup, offers }: PricedProject, criterion: PriceCriterion): Sheet {
  const prices = scoreOffers({ setup, offers }).find((scored) => scored.criterion === criterion.key)?.prices ?? []
  const share = listCriterionShares(setup.groups).find(({ key }) => key === criterion.key)?.share ?? 0
  const parameters = listParameters(setup, criterion, prices)
  const findParameter = createParameterLookup(setup, parameters)
  const remarks = describePriceRemarks({ setup, offers }, criterion)
  return {
    name: getSheetName(setup, criterion.key),
    caption: CAPTION,
    frozenColumns: 1,
    columns: [
      ...createColumns(['候选', 24]),
      yuan(PRICE_BASIS_LABELS[criterion.price.basis]),
      { title: '扣除比例', width: 10, format: 'percent' },
      ...createColumns(['扣除原因', 18]),
      yuan('评审价'),
      yuan('有效评审价'),
      { title: '得分', width: 10, format: 'points' },
      { title: '分值', width: 8, format: 'points' },
      { title: '折算分', width: 10, format: 'points' },
      yuan('三年总成本'),
      ...createColumns(['说明', 36]),
    ],
    rows: [
      ...setup.candidates.map(({ key, name }, index): SheetCell[] => {
        const offer = offers.find(({ candidate }) => candidate === key)
        const price = prices.find(({ candidate }) => candidate === key)
        const cost = createCostCell({ setup, offers }, key)
        const cells = price
          ? createOfferCells(criterion, { price, cost, offer, row: FIRST + index, share, findParameter })
          : [null, null, '', null, null, null, share * 100, null]
        const texts = [price || prices.length > 0 ? (remarks.get(key) ?? '') : '还没有报价', offer?.note ?? '']
        return [name, ...cells, cost, texts.filter(Boolean).join('\n')]
      }),
      ...parameters.map(({ label, cell }): SheetCell[] => [label, cell]),
    ],
    notes: [`“${criterion.title}”${describePriceRule(criterion)}`],
  }
}

type OfferRow = {
  price: ScoredPrice
  cost: SheetCell
  offer: PricedProject['offers'][number] | undefined
  row: number
  share: number
  findParameter: ParameterLookup
}

/** Returns the cells from the price to the weighted points. */
function createOfferCells(criterion: PriceCriterion, context: OfferRow): SheetCell[] {
  const { price, cost, offer, row, share, findParameter } = context
  const cell = (column: number) => getCellName(column, row)
  const ceiling = findParameter('ceiling')
  const valid = cell(COLUMNS.valid)
  return [
    criterion.price.basis === 'threeYears' && cost !== null
      ? { formula: cell(COLUMNS.cost), value: price.price }
      : price.price,
    offer?.deduction?.rate ?? 0,
    offer?.deduction?.reason ?? '',
    { formula: `${cell(COLUMNS.price)}*(1-${cell(COLUMNS.deduction)})`, value: price.evaluated },
    {
      formula:
        ceiling === null
          ? cell(COLUMNS.evaluated)
          : `IF(${cell(COLUMNS.price)}<=${ceiling},${cell(COLUMNS.evaluated)},"无效")`,
      value: price.isValid ? price.evaluated : '无效',
    },
    { formula: `IF(ISNUMBER(${valid}),${createScoreFormula(criterion, valid, findParameter)},0)`, value: price.score },
    share * 100,
    { formula: `${cell(COLUMNS.score)}*${cell(COLUMNS.share)}/100`, value: price.score * share },
  ]
}

/** A figure below the offers on which their scores depend. */
type Parameter = { id: 'ceiling' | 'base' | 'above' | 'below' | 'floor'; label: string; cell: SheetCell }
type ParameterLookup = (id: Parameter['id']) => string | null

/** Returns the function that finds the cell of a parameter; `null` if the rule has none. */
const createParameterLookup =
  ({ candidates }: Setup, parameters: readonly Parameter[]): ParameterLookup =>
  (id) => {
    const index = parameters.findIndex((parameter) => parameter.id === id)
    return index === -1 ? null : getFixedCellName(COLUMNS.price, FIRST + candidates.length + index)
  }

function listParameters({ candidates }: Setup, { price: { rule } }: PriceCriterion, prices: readonly ScoredPrice[]) {
  const column = `${getFixedCellName(COLUMNS.valid, FIRST)}:${getFixedCellName(COLUMNS.valid, FIRST + candidates.length - 1)}`
  const valid = prices.filter(({ isValid }) => isValid).map(({ evaluated }) => evaluated)
  const parameters: Parameter[] =
    rule.ceiling === undefined ? [] : [{ id: 'ceiling', label: '最高限价', cell: rule.ceiling }]
  if (rule.formula === 'linear')
    return [...parameters, { id: 'floor', label: '得满分的下限', cell: rule.parameters.floor } as const]
  if (rule.formula === 'steps' || valid.length === 0) return parameters
  if (rule.formula === 'lowest') {
    const cell = { formula: `MIN(${column})`, value: Math.min(...valid) }
    return [...parameters, { id: 'base', label: '最低的有效评审价', cell } as const]
  }
  const { above, below } = rule.parameters
  return [
    ...parameters,
    { id: 'base', label: '基准价', cell: createBase(rule.formula, column, valid) } as const,
    { id: 'above', label: '每高1%扣的分', cell: above } as const,
    { id: 'below', label: '每低1%扣的分', cell: below } as const,
  ]
}

const getMean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Returns the mean, without the highest and the lowest if there are enough offers for that. */
function createBase(formula: 'mean' | 'trimmedMean', column: string, valid: readonly number[]): SheetCell {
  if (formula === 'mean') return { formula: `AVERAGE(${column})`, value: getMean(valid) }
  const trimmed = `(SUM(${column})-MAX(${column})-MIN(${column}))/(COUNT(${column})-2)`
  return {
    formula: `IF(COUNT(${column})>=${TRIMMED_OFFERS_MIN},${trimmed},AVERAGE(${column}))`,
    value: getMean(valid.length >= TRIMMED_OFFERS_MIN ? valid.toSorted((a, b) => a - b).slice(1, -1) : valid),
  }
}

const limit = (formula: string): string => `MAX(0,MIN(100,${formula}))`

/** Returns the formula of a valid offer's score: that of `scorePrices`. */
function createScoreFormula({ price: { rule } }: PriceCriterion, price: string, find: ParameterLookup): string {
  const [base, ceiling, floor] = [find('base'), find('ceiling'), find('floor')]
  switch (rule.formula) {
    case 'lowest':
      return `100*${base}/${price}`
    case 'mean':
    case 'trimmedMean': {
      const percent = `100*(${price}-${base})/${base}`
      return limit(`100-IF(${price}>${base},${find('above')}*${percent},-${find('below')}*${percent})`)
    }
    case 'linear':
      return limit(`100*(${ceiling}-${price})/(${ceiling}-${floor})`)
    case 'steps':
      return createStepFormula(rule.parameters.steps, price)
  }
}

/** Counts the steps whose limit the price exceeds: so many are skipped. */
function createStepFormula(steps: readonly { atMost: number; score: number }[], price: string): string {
  const limits = steps.map(({ atMost }) => `(${price}>${atMost})`).join('+')
  return `CHOOSE(1+${limits},${[...steps.map(({ score }) => score), 0].join(',')})`
}

/** Returns the cost over three years: the sum of the lines of an offer. */
function createCostCell({ setup, offers }: PricedProject, candidate: string): SheetCell {
  const listed = listLines({ setup, offers })
  const first = listed.findIndex((line) => line.candidate === candidate)
  const cost = calculateThreeYearCost(offers.find((offer) => offer.candidate === candidate)?.lines ?? [])
  if (first === -1 || cost === null) return null
  const last = listed.findLastIndex((line) => line.candidate === candidate)
  const toRow = (index: number) => getCellName(LINE_COLUMNS.cost, getFirstRow({}) + index)
  return { formula: `ROUND(SUM('${LINES}'!${toRow(first)}:${toRow(last)}),2)`, value: cost }
}

const listLines = ({ setup, offers }: PricedProject) =>
  setup.candidates.flatMap(({ key, name }) =>
    (offers.find(({ candidate }) => candidate === key)?.lines ?? []).map((line) => ({ candidate: key, name, line })),
  )

const LINE_COLUMNS = { unitPrice: 2, quantity: 3, isYearly: 4, cost: 5 } as const

const createLines = (project: PricedProject): Sheet => ({
  name: LINES,
  frozenColumns: 2,
  columns: [
    ...createColumns(['候选', 22], ['名称', 30]),
    yuan('单价（元）'),
    ...createColumns(['数量', 10], ['每年支付', 10]),
    yuan('三年金额（元）'),
    ...createColumns(['由来', 60]),
  ],
  rows: listLines(project).map(({ name, line }, index): SheetCell[] => {
    const cell = (column: number) => getCellName(column, getFirstRow({}) + index)
    const { title, unitPrice, quantity, isYearly, usage } = line
    return [
      name,
      title,
      unitPrice,
      quantity,
      isYearly,
      {
        formula: `${cell(LINE_COLUMNS.unitPrice)}*${cell(LINE_COLUMNS.quantity)}*IF(${cell(LINE_COLUMNS.isYearly)}="是",${COST_YEARS},1)`,
        value: unitPrice * quantity * (isYearly ? COST_YEARS : 1),
      },
      usage ? describeTokenUse(usage) : '',
    ]
  }),
})
