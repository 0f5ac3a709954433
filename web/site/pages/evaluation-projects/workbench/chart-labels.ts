/** Places the labels of charts so that they cover neither each other nor a point. */
import type { Frame, Point } from './trial-chart-data.ts'

/** Returns the vertical positions of labels for points at the given positions, moved so that no labels overlap. */
function spreadLabels(heights: readonly number[], gap: number, bottom: number): number[] {
  const order = [...heights.keys()].sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  const positions = heights.map(() => 0)
  let lowestFree = Number.NEGATIVE_INFINITY
  for (const index of order) {
    lowestFree = Math.max(heights[index] ?? 0, lowestFree + gap)
    positions[index] = lowestFree
  }
  let highestFree = bottom + gap
  for (const index of order.toReversed()) {
    highestFree = Math.min(positions[index] ?? 0, highestFree - gap)
    positions[index] = highestFree
  }
  return positions
}

type Size = { width: number; height: number }
type Box = { left: number; right: number; top: number; bottom: number }
/** A point of a chart with the sizes of its dot and its label. */
type LabelledPoint = Point & { dot: Size; label: Size }

/** Where a label is tried: beside its dot, above or below it, then at its corners. */
const LABEL_DIRECTIONS = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
] as const
/** How many times farther away than next to its dot a label may be placed. */
const LABEL_DISTANCES = [1, 2, 3, 4, 5] as const

/**
 * Returns the centers of the labels of points, each as near to its dot as possible without covering another dot or label,
 * or leaving the chart. Labels that aren't next to their dot are marked, since they need a line to it.
 */
export function placePointLabels(points: readonly LabelledPoint[], chart: Box): (Point & { isDistant: boolean })[] {
  const dots = points.map((point) => toBox(point, point.dot))
  const labels: Box[] = []
  const isFree = (box: Box) =>
    box.left >= chart.left &&
    box.top >= chart.top &&
    box.right <= chart.right &&
    box.bottom <= chart.bottom &&
    ![...dots, ...labels].some((other) => hasOverlap(box, other))
  return points.map(({ x, y, dot, label }) => {
    const across = (dot.width + label.width) / 2
    const down = (dot.height + label.height) / 2
    const positions = LABEL_DISTANCES.flatMap((distance) =>
      LABEL_DIRECTIONS.map((direction) => ({
        // A wide label moves away by its height, so that its line stays short.
        x: x + direction.x * (across + (distance - 1) * Math.min(across, 2 * down)),
        y: y + direction.y * distance * down,
        isDistant: distance > 1,
      })),
    )
    const nextToDot = { x: x + across, y, isDistant: false }
    const position = positions.find((center) => isFree(toBox(center, label))) ?? nextToDot
    labels.push(toBox(position, label))
    return position
  })
}

const toBox = ({ x, y }: Point, { width, height }: Size): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})

const hasOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Labels at the right edge of a chart: their column, from the left, and their vertical position. */
type EdgeLabel = { column: number; y: number }

/**
 * Returns the labels of lines that end at the given heights. They are stacked without overlap; if there are more than fit
 * into one column, neighbours are in different columns.
 */
export function placeEdgeLabels(heights: readonly number[], gap: number, { top, height }: Frame): EdgeLabel[] {
  const columns = countLabelColumns(heights.length, gap, height)
  const positions = spreadLabels(heights, Math.min(gap, height / heights.length), top + height)
  const order = [...positions.keys()].sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0))
  return positions.map((y, index) => ({ y, column: order.indexOf(index) % columns }))
}

/** Returns how many columns labels need to be stacked with a gap. */
export const countLabelColumns = (count: number, gap: number, height: number): number =>
  Math.max(1, Math.ceil(((count - 1) * gap) / height))
