/** What an offer costs over three years. Amounts are in yuan. */

export const COST_YEARS = 3

/** A part of an offer; `isYearly` says that it is paid every year instead of once. */
type CostLine = { unitPrice: number; quantity: number; isYearly: boolean }

/**
 * Returns what an offer costs over three years, in yuan: unit price × quantity of each line, three times if it is paid
 * every year. `null` without lines.
 */
export const calculateThreeYearCost = (lines: readonly CostLine[]): number | null =>
  lines.length === 0
    ? null
    : roundToFen(
        lines.reduce(
          (sum, { unitPrice, quantity, isYearly }) => sum + unitPrice * quantity * (isYearly ? COST_YEARS : 1),
          0,
        ),
      )

/** Amounts of money are compared with limits: the error of a binary fraction must not decide. */
const roundToFen = (amount: number): number => Math.round(amount * 100) / 100

/** The tokens that a task takes on average, and what a million of them costs. */
type TokenUse = { input: number; output: number; inputPrice: number; outputPrice: number }

const MILLION = 1_000_000

/** Returns what a task costs in tokens. */
export const calculateTaskPrice = ({ input, output, inputPrice, outputPrice }: TokenUse): number =>
  (input * inputPrice + output * outputPrice) / MILLION
