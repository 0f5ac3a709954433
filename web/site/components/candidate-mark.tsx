/** The mark of a candidate: the same colour, shape and dashes in every chart, legend and table of an evaluation. */

type Point = { x: number; y: number }

/** Shapes and dashes differ without colour; together with the four colours, twenty candidates differ. */
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const
const DASHES = ['', '7 4', '2 4', '10 3 2 3', '4 2'] as const
const COLORS = [
  { stroke: 'stroke-indigo', fill: 'fill-indigo' },
  { stroke: 'stroke-cinnabar', fill: 'fill-cinnabar' },
  { stroke: 'stroke-ink', fill: 'fill-ink' },
  { stroke: 'stroke-muted', fill: 'fill-muted' },
] as const

const getColor = (index: number) => COLORS[index % COLORS.length] ?? COLORS[0]

/**
 * Returns the position of each candidate in its project, by which its mark is chosen. `keys` are in the project's order,
 * so that a mark doesn't change with the ranking.
 */
export const numberCandidates = (keys: Iterable<string>): ReadonlyMap<string, number> =>
  new Map([...keys].map((key, index) => [key, index]))

/** Returns the props of a candidate's line. */
export const getCandidateLine = (index: number) => ({
  strokeDasharray: DASHES[index % DASHES.length],
  className: getColor(index).stroke,
})

/** A candidate's point in a chart. */
export function CandidateDot({ point: { x, y }, index, size = 4.5 }: { point: Point; index: number; size?: number }) {
  const { fill } = getColor(index)
  const shape = SHAPES[index % SHAPES.length]
  if (shape === 'circle') return <circle cx={x} cy={y} r={size} className={fill} />
  if (shape === 'square')
    return <rect x={x - size * 0.9} y={y - size * 0.9} width={size * 1.8} height={size * 1.8} className={fill} />
  return <path d={drawShape(shape, x, y, size)} className={fill} />
}

function drawShape(shape: 'triangle' | 'diamond' | 'cross' | undefined, x: number, y: number, size: number): string {
  const round = (coordinate: number) => Math.round(coordinate * 100) / 100
  const toPath = (corners: readonly (readonly [number, number])[]) =>
    `M${corners.map(([across, down]) => `${round(x + across * size)} ${round(y + down * size)}`).join('L')}Z`
  if (shape === 'triangle')
    return toPath([
      [0, -1.2],
      [1.15, 0.9],
      [-1.15, 0.9],
    ])
  if (shape === 'diamond')
    return toPath([
      [0, -1.35],
      [1.35, 0],
      [0, 1.35],
      [-1.35, 0],
    ])
  const arm = 0.42
  return toPath([
    [-arm, -1.2],
    [arm, -1.2],
    [arm, -arm],
    [1.2, -arm],
    [1.2, arm],
    [arm, arm],
    [arm, 1.2],
    [-arm, 1.2],
    [-arm, arm],
    [-1.2, arm],
    [-1.2, -arm],
    [-arm, -arm],
  ])
}

/** A candidate's mark beside its name: its shape, on its line if `hasLine`. */
export const CandidateMark = ({ index, hasLine = false }: { index: number | undefined; hasLine?: boolean }) =>
  index === undefined ? null : (
    <svg
      viewBox={hasLine ? '0 0 32 12' : '0 0 12 12'}
      className={`inline-block h-3 shrink-0 align-baseline ${hasLine ? 'w-8' : 'mr-1.5 w-3'}`}
      aria-hidden="true"
      focusable="false"
    >
      {hasLine && <line x1="0" x2="32" y1="6" y2="6" strokeWidth="2.5" {...getCandidateLine(index)} />}
      <CandidateDot point={{ x: hasLine ? 16 : 6, y: 6 }} index={index} />
    </svg>
  )
