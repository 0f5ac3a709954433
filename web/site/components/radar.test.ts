import { expect, it } from 'vitest'
import { getViewBox } from './radar.tsx'

const createAxes = (...labels: string[]) => labels.map((label) => ({ label }))

it('keeps the size of a chart with three short labels', () => {
  expect(getViewBox(createAxes('技术', '商业', '市场'))).toBe('0 6 320 212')
})

it('grows for labels beside and below the chart', () => {
  const [left = 0, top = 0, width = 0, height = 0] = getViewBox(createAxes('技术', '商业价值', '服务', '合规与风险'))
    .split(' ')
    .map(Number)
  // The outer labels begin 116 units from the centre, which is at 160, 138.
  expect(left).toBeLessThanOrEqual(160 - 116 - 5 * 14)
  expect(left + width).toBeGreaterThanOrEqual(160 + 116 + 4 * 14)
  expect(top + height).toBeGreaterThan(138 + 116)
})
