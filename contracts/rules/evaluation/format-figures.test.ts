import { describe, expect, it } from 'vitest'
import {
  countColumnDecimals,
  countDecimals,
  countPercentDecimals,
  countTotalDecimals,
  createAmountFormat,
  createColumnFormat,
  createPercentFormat,
  formatAmount,
  formatCost,
  formatDifference,
  formatNumber,
  formatPercent,
  formatPoints,
  formatTotal,
} from './format-figures.ts'

describe('formatNumber', () => {
  it.each([
    { case: 'an integer without decimals', value: 81, text: '81' },
    { case: 'a half up', value: 81.25, text: '81.3' },
    { case: 'a half up that a sum missed by its error', value: 11.249999999999998, text: '11.3' },
    { case: 'a half of a negative number away from zero', value: -2.55, text: '−2.6' },
    { case: 'a small negative number to zero without a sign', value: -0.04, text: '0' },
  ])('rounds $case', ({ value, text }) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('returns the decimals that are asked for', () => {
    expect(formatNumber(0.849, 2)).toBe('0.85')
  })
})

describe('countDecimals', () => {
  it.each([
    { case: 'one decimal for a value far below the bound', value: 59.94, decimals: 1 },
    { case: 'as many as it takes to show that a value is below the bound', value: 59.996, decimals: 3 },
    { case: 'one decimal for a value above the bound', value: 60.01, decimals: 1 },
    { case: 'one decimal for a value that misses the bound by the error of a sum', value: 60 - 1e-12, decimals: 1 },
  ])('returns $case', ({ value, decimals }) => {
    expect(countDecimals(value, [60])).toBe(decimals)
  })
})

describe('formatPoints', () => {
  it('shows points with one decimal', () => {
    expect(formatPoints(59.94, [60])).toBe('59.9')
  })

  it('shows points that would be rounded to a bound with more decimals', () => {
    expect(formatPoints(59.96, [60])).toBe('59.96')
  })
})

describe('formatTotal', () => {
  it.each([
    { case: 'two decimals if one would appear to be rounded up', total: 79.46, text: '79.46', decimals: 2 },
    { case: 'four decimals if three would appear to be rounded up', total: 79.4996, text: '79.4996', decimals: 4 },
    { case: 'one decimal if it is rounded up', total: 79.5, text: '79.5', decimals: 1 },
    { case: 'no decimals if they are zero', total: 79.96, text: '80', decimals: 1 },
  ])('shows $case', ({ total, text, decimals }) => {
    expect(formatTotal(total)).toBe(text)
    expect(countTotalDecimals(total)).toBe(decimals)
  })
})

describe('formatPercent', () => {
  it.each([
    { case: 'one decimal', fraction: 0.524, bounds: [], text: '52.4%' },
    { case: 'all as 100 %', fraction: 1, bounds: [], text: '100%' },
    { case: 'more decimals just below 100 %', fraction: 0.9996, bounds: [], text: '99.96%' },
    { case: 'more decimals just below a bound', fraction: 0.79996, bounds: [0.8], text: '79.996%' },
    { case: 'a bound that a sum missed by its error', fraction: 0.8 - 1e-12, bounds: [0.8], text: '80%' },
  ])('shows $case', ({ fraction, bounds, text }) => {
    expect(formatPercent(fraction, bounds)).toBe(text)
  })
})

describe('countPercentDecimals', () => {
  it('counts the decimals that formatPercent shows', () => {
    expect(countPercentDecimals(0.79996, [0.8])).toBe(3)
  })
})

describe('formatAmount', () => {
  it.each([
    { case: 'two decimals', amount: 12.345, text: '12.35' },
    { case: 'two significant digits of a small amount', amount: 0.0042, text: '0.0042' },
    { case: 'a small amount that is rounded up', amount: 0.0999, text: '0.1' },
    { case: 'zero', amount: 0, text: '0' },
  ])('shows $case', ({ amount, text }) => {
    expect(formatAmount(amount)).toBe(text)
  })
})

describe('formatCost', () => {
  it('names the currency', () => {
    expect(formatCost(12.345)).toBe('12.35元')
  })
})

describe('formatDifference', () => {
  it.each([
    { case: 'a plus sign', value: 3.12, text: '+3.1' },
    { case: 'a minus sign', value: -0.44, text: '−0.4' },
    { case: 'both signs for a difference that is rounded to zero', value: -0.001, text: '±0' },
  ])('shows $case', ({ value, text }) => {
    expect(formatDifference(value)).toBe(text)
  })
})

describe('createColumnFormat', () => {
  it.each([
    {
      case: 'as many decimals as the figure that needs most',
      values: [80.49, 78.3, 70],
      texts: ['80.49', '78.30', '70.00'],
    },
    { case: 'one decimal', values: [80.21, 78.3, null, 70], texts: ['80.2', '78.3', '70.0'] },
    { case: 'no decimals for integers', values: [80, 70.01], texts: ['80', '70'] },
  ])('shows all figures of a column with $case', ({ values, texts }) => {
    const format = createColumnFormat(values, countTotalDecimals)
    expect(values.filter((value) => value !== null).map(format)).toEqual(texts)
  })
})

describe('countColumnDecimals', () => {
  it('lets each figure have its own number of decimals', () => {
    expect(countColumnDecimals([1.26, 1.234], (_, index) => index + 1)).toBe(2)
  })

  it('returns none for a column without figures', () => {
    expect(countColumnDecimals([null, undefined])).toBe(0)
  })
})

describe('createPercentFormat', () => {
  it.each([
    { case: 'one decimal', fractions: [0.524, 0.5, 1], bounds: [], texts: ['52.4%', '50.0%', '100.0%'] },
    { case: 'no decimals for whole percentages', fractions: [0.5, 1], bounds: [], texts: ['50%', '100%'] },
    {
      case: 'as many decimals as keep one below its bound',
      fractions: [0.79996, 0.5],
      bounds: [0.8],
      texts: ['79.996%', '50.000%'],
    },
  ])('shows all percentages of a column with $case', ({ fractions, bounds, texts }) => {
    expect(fractions.map(createPercentFormat(fractions, bounds))).toEqual(texts)
  })
})

describe('createAmountFormat', () => {
  it('shows all amounts of a column with as many decimals as the one that needs most', () => {
    const amounts = [12.345, 0.0042, 3]
    expect(amounts.map(createAmountFormat(amounts))).toEqual(['12.3450', '0.0042', '3.0000'])
  })
})
