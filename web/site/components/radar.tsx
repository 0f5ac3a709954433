import type { ReactNode } from 'react'

export type RadarAxis = {
  label: string
  /** 0 to 100. */
  value: number
}

type Point = { x: number; y: number }

const CENTER = { x: 160, y: 138 }
const RADIUS = 100
const RINGS = [20, 40, 60, 80, 100] as const
const LABEL_OFFSET = 16
const FONT_SIZE = 14
/** The distance of a value from its label. */
const VALUE_GAP = 5
/** The part of the drawing that fits three axes with short labels. */
const MIN_VIEW = { left: 0, top: 6, right: 320, bottom: 218 }

/**
 * Returns a point on an axis, `offset` units beyond its value. The first axis points up, the others follow clockwise.
 * Rounded to hundredths, so that server and browser render the same digits.
 */
function getPoint(index: number, count: number, value: number, offset = 0): Point {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  const distance = (value / 100) * RADIUS + offset
  const round = (coordinate: number) => Math.round(coordinate * 100) / 100
  return { x: round(CENTER.x + Math.cos(angle) * distance), y: round(CENTER.y + Math.sin(angle) * distance) }
}

/** Returns the points of a value on each axis. */
export const listPoints = (values: readonly number[]): Point[] =>
  values.map((value, index) => getPoint(index, values.length, value))

/** Returns the `points` attribute of a polygon with a value on each axis. */
export const toPoints = (values: readonly number[]): string =>
  listPoints(values)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')

type RadarProps = { axes: readonly RadarAxis[]; title: string; className?: string }

/**
 * A radar chart of scores from 0 to 100 on three or more axes. Every value is also printed at its axis, so that nothing
 * depends on colour.
 */
export function Radar({ axes, title, className = '' }: RadarProps) {
  const description = axes.map(({ label, value }) => `${label}${value}分`).join('，')
  return (
    <RadarFrame axes={axes} label={`${title}：${description}`} className={className}>
      <polygon
        points={toPoints(axes.map(({ value }) => value))}
        className="fill-indigo stroke-indigo"
        fillOpacity="0.16"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {axes.map(({ label, value }, index) => {
        const { x, y } = getPoint(index, axes.length, value)
        return <circle key={label} cx={x} cy={y} r="3.5" className="fill-surface stroke-indigo" strokeWidth="2" />
      })}
    </RadarFrame>
  )
}

type RadarFrameProps = {
  /** An axis without a value only shows its name. */
  axes: readonly { label: string; value?: number }[]
  label: string
  className?: string
  children: ReactNode
}

/** The rings, axes and labels of a radar chart, with its data as `children`. */
export function RadarFrame({ axes, label, className = '', children }: RadarFrameProps) {
  return (
    <svg viewBox={getViewBox(axes)} className={`w-full ${className}`} role="img" aria-label={label}>
      {RINGS.map((ring) => (
        <polygon
          key={ring}
          points={toPoints(axes.map(() => ring))}
          fill="none"
          className={ring === 100 ? 'stroke-control' : 'stroke-line'}
        />
      ))}
      {axes.map((axis, index) => {
        const end = getPoint(index, axes.length, 100)
        return <line key={axis.label} x1={CENTER.x} y1={CENTER.y} x2={end.x} y2={end.y} className="stroke-line" />
      })}
      {children}
      {RINGS.map((ring) => {
        const { x, y } = getPoint(0, axes.length, ring)
        return (
          <text key={ring} x={x + 5} y={y + 3} fontSize="9" className="fill-muted">
            {ring}
          </text>
        )
      })}
      {axes.map((axis, index) => (
        <AxisLabel key={axis.label} axis={axis} position={getPoint(index, axes.length, 100, LABEL_OFFSET)} />
      ))}
    </svg>
  )
}

/** Returns the `viewBox` that contains all labels, whose widths are estimated: the server can't measure them. */
export function getViewBox(axes: RadarFrameProps['axes']): string {
  const view = { ...MIN_VIEW }
  for (const [index, axis] of axes.entries()) {
    const position = getPoint(index, axes.length, 100, LABEL_OFFSET)
    const width = estimateWidth(axis)
    const anchor = getTextAnchor(position.x)
    const start = anchor === 'start' ? position.x : position.x - (anchor === 'end' ? width : width / 2)
    view.left = Math.min(view.left, start)
    view.right = Math.max(view.right, start + width)
    view.bottom = Math.max(view.bottom, getBaseline(position) + VALUE_GAP)
  }
  return [view.left, view.top, view.right - view.left, view.bottom - view.top].map(Math.round).join(' ')
}

/** Chinese characters are as wide as the font size, others about half as wide. */
function estimateWidth({ label, value }: RadarFrameProps['axes'][number]): number {
  const text = value === undefined ? label : `${label}${value}`
  const characters = [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 1 : 0.6), 0)
  return characters * FONT_SIZE + (value === undefined ? 0 : VALUE_GAP)
}

/** Labels beside the chart are lower than their axis; those above and below are centred on it. */
const getBaseline = ({ x, y }: Point): number => (getTextAnchor(x) === 'middle' ? y : y + 12)

type AxisLabelProps = { axis: RadarFrameProps['axes'][number]; position: Point }

function AxisLabel({ axis, position }: AxisLabelProps) {
  const { label, value } = axis
  return (
    <text
      x={position.x}
      y={getBaseline(position)}
      textAnchor={getTextAnchor(position.x)}
      fontSize={FONT_SIZE}
      className="fill-ink"
    >
      {label}
      {value !== undefined && (
        <tspan dx={VALUE_GAP} fontWeight="600">
          {value}
        </tspan>
      )}
    </text>
  )
}

function getTextAnchor(x: number): 'start' | 'middle' | 'end' {
  if (Math.abs(x - CENTER.x) <= 1) return 'middle'
  return x < CENTER.x ? 'end' : 'start'
}
