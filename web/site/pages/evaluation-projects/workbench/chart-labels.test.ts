import { expect, it } from 'vitest'
import { placeEdgeLabels, placePointLabels } from './chart-labels.ts'
import type { Point } from './trial-chart-data.ts'

const FRAME = { left: 46, top: 12, width: 326, height: 176 }
const LABEL = { width: 18, height: 14 }

it('stacks labels at the edge without overlap within the chart', () => {
  expect(placeEdgeLabels([100, 98, 20, 100], 14, { ...FRAME, top: 0, height: 100 })).toEqual([
    { column: 0, y: 86 },
    { column: 0, y: 72 },
    { column: 0, y: 20 },
    { column: 0, y: 100 },
  ])
})

it('stacks twenty labels at the edge in two columns, without overlap', () => {
  const labels = placeEdgeLabels(
    Array.from({ length: 20 }, (_, index) => (index < 10 ? 188 : 12 + index)),
    14,
    FRAME,
  )
  expect(new Set(labels.map(({ column }) => column)).size).toBe(2)
  for (const column of [0, 1]) {
    const heights = labels.flatMap((label) => (label.column === column ? label.y : [])).sort((a, b) => a - b)
    expect(heights).toHaveLength(10)
    for (const [index, height] of heights.slice(1).entries())
      expect(height - (heights[index] ?? 0)).toBeGreaterThanOrEqual(14)
  }
  expect(Math.max(...labels.map(({ y }) => y))).toBeLessThanOrEqual(188)
})

it('places the labels of points so that they cover neither each other nor a point', () => {
  const points = [
    { x: 50, y: 20 },
    { x: 60, y: 21 },
    { x: 54, y: 25 },
    { x: 390, y: 8 },
    ...Array.from({ length: 12 }, (_, index) => ({ x: 200 + 3 * index, y: 90 + (index % 4) })),
  ]
  const labels = placePointLabels(
    points.map((point) => ({ ...point, dot: { width: 10, height: 10 }, label: LABEL })),
    { left: 0, top: 0, right: 400, bottom: 188 },
  )
  const isApart = (a: Point, b: Point, width: number, height: number) =>
    Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= height
  for (const [index, label] of labels.entries()) {
    expect(label.x + 9).toBeLessThanOrEqual(400)
    for (const other of labels.slice(index + 1)) expect(isApart(label, other, 18, 14)).toBe(true)
    for (const point of points) expect(isApart(label, point, 14, 12)).toBe(true)
  }
  expect(labels[0]).toMatchObject({ isDistant: false })
  expect(labels.some(({ isDistant }) => isDistant)).toBe(true)
})
