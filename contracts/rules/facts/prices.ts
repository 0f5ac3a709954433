/** Attributes that hold a price, and amounts in words. Without Zod, to keep public pages small. */
import type { AttributeType } from '../../facts/vocabulary.ts'

const YUAN = '元'
const WAN = 10_000
const YI = 100_000_000

/** Returns whether an attribute's numbers are prices in yuan: its unit is 元, 元/年, 元/人/年 … */
export const isPrice = ({ type, unit }: { type: AttributeType; unit: string }): boolean =>
  type === 'number' && unit.startsWith(YUAN)

/** Returns an exact amount as it is said, with the rest of its unit: `9800元`, `30万元/年`, `1.5亿元`. */
export function describePrice(amount: number, unit: string): string {
  const [divisor, name] = chooseUnit(amount)
  return `${shiftDecimals(amount, divisor)}${name}${unit.startsWith(YUAN) ? unit : YUAN}`
}

/** Amounts that would need more than four decimals are said in the smaller unit. */
function chooseUnit(amount: number): [divisor: number, name: string] {
  if (amount >= YI && amount % WAN === 0) return [YI, '亿']
  return amount >= WAN && Number.isInteger(amount) ? [WAN, '万'] : [1, '']
}

/** Divides without the errors of binary fractions; what is divided is whole, so that four decimals are exact. */
const shiftDecimals = (amount: number, divisor: number): string =>
  divisor === 1 ? String(amount) : String(Number((amount / divisor).toFixed(4)))
