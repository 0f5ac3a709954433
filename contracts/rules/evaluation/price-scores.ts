/** Prices as arithmetic: nobody judges them, they are scored by a published formula. All amounts are in yuan. */

/** How the scores of prices are calculated, with what each formula needs. Scores are 0 to 100. */
export type PriceFormula =
  /**
   * 100 × the lowest price / the price: 政府采购货物和服务招标投标管理办法 (财政部令第87号), article 55, 低价优先法.
   */
  | { formula: 'lowest' }
  /**
   * 100 at the mean price, less `above` points for each percent above it and `below` for each percent below.
   * `trimmedMean` leaves out the highest and the lowest price if there are at least `TRIMMED_OFFERS_MIN`.
   */
  | { formula: 'mean' | 'trimmedMean'; parameters: Deviation }
  /** 100 at the floor and below it, 0 at the ceiling, and on a straight line between them. */
  | { formula: 'linear'; ceiling: number; parameters: { floor: number } }
  /** The score of the first step that reaches the price, 0 above the last. Steps ascend. */
  | { formula: 'steps'; parameters: { steps: readonly { atMost: number; score: number }[] } }
type Deviation = { above: number; below: number }

/** From this number of valid offers on, the highest and the lowest may be left out of the mean. */
export const TRIMMED_OFFERS_MIN = 5

export type Offer = {
  key: string
  /** What is offered, and would be paid. */
  price: number
  /** The part of the price that is deducted before scoring, such as 0.2 for products of small firms. */
  deduction?: number | undefined
}

/** An offer below these parts of the mean price, the second-lowest price or the ceiling is alarming. */
type AlarmLimits = { mean: number; secondLowest: number; ceiling: number }
/** The defaults of the alarm; a buyer may set others. */
export const ALARM_LIMITS: AlarmLimits = { mean: 0.5, secondLowest: 0.5, ceiling: 0.45 }
export const PRICE_ALARMS = ['mean', 'secondLowest', 'ceiling'] as const
export type PriceAlarm = (typeof PRICE_ALARMS)[number]

export type ScoredOffer = {
  key: string
  /** The price less the deduction, which is what is scored. */
  evaluated: number
  /** 0 to 100; 0 if the offer is invalid. */
  score: number
  /** Score × weight / 100. */
  points: number
  /** Whether the price is at most the ceiling; others are left out of all means. */
  isValid: boolean
  /** Why the price is unusually low. An alarm asks for an explanation, and excludes nobody. */
  alarms: PriceAlarm[]
}

type PriceScoring = PriceFormula & {
  /** The points of a score of 100. */
  weight: number
  offers: readonly Offer[]
  /** The highest price that is valid. */
  ceiling?: number | undefined
  alarms?: AlarmLimits | undefined
}

/** Returns the scores of offers, in their order and unrounded. Offered prices are compared with the ceiling and alarmed of. */
export function scorePrices(scoring: PriceScoring): ScoredOffer[] {
  const { weight, offers, ceiling, alarms = ALARM_LIMITS } = scoring
  const isValid = ({ price }: Offer) => ceiling === undefined || price <= ceiling
  const valid = offers.filter(isValid)
  const calculateScore = createScore(scoring, valid.map(getEvaluated))
  const listAlarms = createAlarm(
    valid.map(({ price }) => price),
    { limits: alarms, ceiling },
  )
  return offers.map((offer) => {
    const evaluated = getEvaluated(offer)
    if (!isValid(offer)) return { key: offer.key, evaluated, score: 0, points: 0, isValid: false, alarms: [] }
    const score = calculateScore(evaluated)
    return {
      key: offer.key,
      evaluated,
      score,
      points: (score * weight) / 100,
      isValid: true,
      alarms: listAlarms(offer.price),
    }
  })
}

const getEvaluated = ({ price, deduction = 0 }: Offer): number => price * (1 - deduction)

/** Returns the function that scores an evaluated price, given those of all valid offers. */
function createScore(rule: PriceFormula, prices: readonly number[]): (price: number) => number {
  switch (rule.formula) {
    case 'lowest': {
      const lowest = Math.min(...prices)
      return (price) => (100 * lowest) / price
    }
    case 'mean':
      return createDeviationScore(getMean(prices), rule.parameters)
    case 'trimmedMean':
      return createDeviationScore(getMean(trim(prices)), rule.parameters)
    case 'linear': {
      const { ceiling, parameters } = rule
      return (price) => limitScore((100 * (ceiling - price)) / (ceiling - parameters.floor))
    }
    case 'steps':
      return (price) => rule.parameters.steps.find(({ atMost }) => price <= atMost)?.score ?? 0
  }
}

function createDeviationScore(mean: number, { above, below }: Deviation) {
  return (price: number): number => {
    const percent = (100 * (price - mean)) / mean
    return limitScore(100 - (percent > 0 ? above * percent : below * -percent))
  }
}

const trim = (prices: readonly number[]): readonly number[] =>
  prices.length < TRIMMED_OFFERS_MIN ? prices : prices.toSorted((a, b) => a - b).slice(1, -1)

const limitScore = (score: number): number => Math.min(100, Math.max(0, score))

const getMean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Returns the function that lists the alarms of an offered price, given those of all valid offers. */
function createAlarm(
  prices: readonly number[],
  { limits, ceiling }: { limits: AlarmLimits; ceiling: number | undefined },
): (price: number) => PriceAlarm[] {
  const secondLowest = prices.toSorted((a, b) => a - b)[1]
  const references: Record<PriceAlarm, number | undefined> = { mean: getMean(prices), secondLowest, ceiling }
  return (price) =>
    PRICE_ALARMS.filter((alarm) => {
      const reference = references[alarm]
      return reference !== undefined && price < reference * limits[alarm]
    })
}
