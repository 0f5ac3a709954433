import { describe, expect, it } from 'vitest'
import { listPeriods, listWholePeriods, resolveDateRange } from './date-range.ts'

const TODAY = '2026-11-21'

describe('resolveDateRange', () => {
  it.each([
    ['7d', '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14', 'day'],
    ['30d', '2026-10-23', '2026-11-21', '2026-09-23', '2026-10-22', 'day'],
    ['90d', '2026-08-24', '2026-11-21', '2026-05-26', '2026-08-23', 'day'],
    ['12m', '2025-12-01', '2026-11-21', '2024-12-01', '2025-11-21', 'month'],
  ] as const)('resolves %s', (range, from, to, previousFrom, previousTo, step) => {
    expect(resolveDateRange({ range }, TODAY)).toEqual({
      from,
      to,
      previous: { from: previousFrom, to: previousTo },
      step,
    })
  })

  it.each([
    ['2026-11-01', '2026-11-03', '2026-10-29', '2026-10-31', 'day'],
    ['2026-11-21', '2026-12-31', '2026-11-20', '2026-11-20', 'day'],
    ['2024-11-21', '2026-11-21', '2022-11-21', '2024-11-20', 'month'],
  ])('accepts a custom range, %s to %s', (from, to, previousFrom, previousTo, step) => {
    const range = resolveDateRange({ range: 'custom', from, to }, TODAY)
    expect(range).toEqual({ from, to: to > TODAY ? TODAY : to, previous: { from: previousFrom, to: previousTo }, step })
  })

  it('compares the last day of a long month with the last day of the previous shorter one', () => {
    expect(resolveDateRange({ range: '12m' }, '2028-02-29').previous).toEqual({ from: '2026-03-01', to: '2027-02-28' })
  })

  it.each([
    [undefined, undefined, '请选择起止日期'],
    ['2026-11-01', undefined, '请选择起止日期'],
    ['2026-11-02', '2026-11-01', '起始日期不能晚于截止日期'],
    ['2026-11-22', '2026-11-23', '起始日期不能晚于今天'],
    ['2024-11-20', '2026-11-21', '时间范围最长为两年'],
  ])('rejects %s to %s', (from, to, message) => {
    expect(() => resolveDateRange({ range: 'custom', from, to }, TODAY)).toThrow(message)
  })
})

describe('listPeriods', () => {
  it('lists every day or month once', () => {
    expect(listPeriods({ from: '2026-10-31', to: '2026-11-02', step: 'day' })).toEqual([
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ])
    expect(listPeriods({ from: '2026-10-31', to: '2027-01-01', step: 'month' })).toEqual([
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
    ])
  })
})

describe('listWholePeriods', () => {
  it.each([
    ['2026-10-30', '2026-11-21', ['2026-10-30', '2026-10-31', '2026-11']],
    ['2026-10-01', '2026-10-31', ['2026-10']],
    ['2025-12-31', '2026-02-01', ['2025-12-31', '2026-01', '2026-02-01']],
  ])('lists the periods of %s to %s', (from, to, periods) => {
    expect(listWholePeriods({ from, to }, TODAY)).toEqual(periods)
  })

  it('lists the days of a month that is incomplete by one day', () => {
    const periods = listWholePeriods({ from: '2026-10-01', to: '2026-10-30' }, TODAY)
    expect(periods).toHaveLength(30)
    expect(periods[0]).toBe('2026-10-01')
    expect(periods.at(-1)).toBe('2026-10-30')
  })
})
