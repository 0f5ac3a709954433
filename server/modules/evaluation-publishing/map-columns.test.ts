import { expect, it } from 'vitest'
import type { MapPoint } from '#contracts/published-evaluations/market-map.ts'
import { MAP_COLUMNS } from './map-columns.ts'

const POINT: MapPoint = {
  product: { id: 'jia', name: '甲', catalogue: 'agent' },
  tech: { score: 82.456, low: 80, high: 84 },
  business: { score: 80, low: 78, high: 82 },
  market: { score: 80, low: 78, high: 82 },
  total: 0,
  recommendation: '谨慎推荐',
  evaluatedAt: '2026-11-21T02:00:00.000Z',
  validUntil: '2027-11-21',
  methodVersion: 1,
  reportId: 'r',
  isExample: false,
}

const getCell = (key: string, point: MapPoint) => MAP_COLUMNS.find((column) => column.key === key)?.cell(point)

it.each([
  [79.454, 79.45],
  [79.496, 79.496],
  [79.5, 79.5],
  [79.49999, 79.49999],
])('shows a total of %d, which determines the verdict, as %d', (total, cell) => {
  expect(getCell('total', { ...POINT, total })).toBe(cell)
})

it('rounds a score to two decimals, and exports it exactly as JSON', () => {
  expect(getCell('tech', POINT)).toBe(82.46)
  expect(MAP_COLUMNS.find(({ key }) => key === 'tech')?.value?.(POINT)).toBe(82.456)
})
