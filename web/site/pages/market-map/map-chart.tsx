import type { MapPoint, MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { getAxisPosition, getMapRadius, getMapScale, type MapScale } from '#contracts/rules/evaluation/market-map.ts'
import { Link } from '../../router.tsx'
import { placePointLabels } from '../evaluation-projects/workbench/chart-labels.ts'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { describePoint } from './describe-point.ts'

/** The size in SVG units, which are CSS pixels if the chart is 360 pixels wide. */
const SIZE = { width: 360, height: 374 } as const
const PLOT = { left: 34, right: 340, top: 28, bottom: 334 } as const
const MAX_RADIUS = 18
/** The minimum radius of the area that can be pressed. */
const MIN_PRESS_RADIUS = 12
/** Longer names are shortened; the table has them in full. */
const LABEL_LENGTH = 12
const LABEL_SIZE = 11

const roundToTenths = (coordinate: number) => Math.round(coordinate * 10) / 10
const getX = (score: number, scale: MapScale) =>
  roundToTenths(PLOT.left + getAxisPosition(score, scale) * (PLOT.right - PLOT.left))
const getY = (score: number, scale: MapScale) =>
  roundToTenths(PLOT.bottom - getAxisPosition(score, scale) * (PLOT.bottom - PLOT.top))

/**
 * The market map as a chart: 技术 to the right, 商业 upwards, 市场 as area, and each point's name next to it. A hovered or
 * focused point shows its intervals; nothing depends on script or colour.
 */
export function MapChart({ map: { category, points, thresholds } }: { map: MarketMap }) {
  const scale = getMapScale(points, thresholds)
  const visibleThresholds = [...new Set([thresholds.cautious, thresholds.recommend, thresholds.strong])].filter(
    (score) => score > scale.from && score < scale.to,
  )
  // Small points are drawn last, on top of large ones.
  const placedPoints = placePoints(points, scale).toSorted((a, b) => b.radius - a.radius)
  return (
    <figure className="card w-full max-w-[34rem] p-3 max-lg:mx-auto md:p-5">
      {/* biome-ignore lint/a11y/useSemanticElements: a chart whose points are links isn't a fieldset. */}
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        className="w-full overflow-visible"
        role="group"
        aria-label={`${category}市场图：横轴技术，纵轴商业，面积市场`}
      >
        {/* Hidden from screen readers, as axis labels make no sense without the chart; the table has the figures. */}
        <svg width={SIZE.width} height={SIZE.height} aria-hidden="true" focusable="false">
          <Axes scale={scale} />
          <Thresholds scores={visibleThresholds} scale={scale} />
        </svg>
        {placedPoints.map((placed) => (
          <Point key={placed.point.product.id} placed={placed} scale={scale} />
        ))}
      </svg>
      <figcaption className="mt-2 text-sm text-muted">
        圆的面积是市场得分。虚线是分数线：谨慎推荐{formatNumber(thresholds.cautious)}、推荐
        {formatNumber(thresholds.recommend)}、强烈推荐{formatNumber(thresholds.strong)}
        。指向或用键盘移到圆上，显示95%区间。
      </figcaption>
    </figure>
  )
}

/** Grid lines at every ten, or at every twenty if most of the range is shown. */
function Axes({ scale }: { scale: MapScale }) {
  const step = scale.to - scale.from > 60 ? 20 : 10
  const ticks = Array.from(
    { length: Math.floor((scale.to - scale.from) / step) + 1 },
    (_, index) => scale.to - index * step,
  )
  return (
    <g fontSize="11" className="fill-muted">
      {ticks.map((score) => (
        <g key={score}>
          <line
            x1={getX(score, scale)}
            x2={getX(score, scale)}
            y1={PLOT.top}
            y2={PLOT.bottom}
            className="stroke-line"
          />
          <line
            x1={PLOT.left}
            x2={PLOT.right}
            y1={getY(score, scale)}
            y2={getY(score, scale)}
            className="stroke-line"
          />
          <text x={getX(score, scale)} y={PLOT.bottom + 15} textAnchor="middle">
            {score}
          </text>
          <text x={PLOT.left - 6} y={getY(score, scale) + 4} textAnchor="end">
            {score}
          </text>
        </g>
      ))}
      <path
        d={`M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}`}
        fill="none"
        className="stroke-control"
        strokeWidth="1.5"
      />
      <text x={PLOT.right} y={PLOT.bottom + 34} textAnchor="end" fontSize="13" className="fill-ink">
        技术 →
      </text>
      <text x={PLOT.left - 26} y={PLOT.top - 15} fontSize="13" className="fill-ink">
        ↑ 商业
      </text>
    </g>
  )
}

const Thresholds = ({ scores, scale }: { scores: readonly number[]; scale: MapScale }) => (
  <g className="stroke-cinnabar" strokeDasharray="4 4" opacity="0.6">
    {scores.map((score) => (
      <g key={score}>
        <line x1={getX(score, scale)} x2={getX(score, scale)} y1={PLOT.top} y2={PLOT.bottom} />
        <line x1={PLOT.left} x2={PLOT.right} y1={getY(score, scale)} y2={getY(score, scale)} />
      </g>
    ))}
  </g>
)

function Point({ placed, scale }: { placed: PlacedPoint; scale: MapScale }) {
  const { point, x, y, radius, name, label } = placed
  const { product, tech, business, isExample } = point
  return (
    <Link
      to={CATALOGUE_PAGES[product.catalogue].getProductPath(product)}
      aria-label={describePoint(point)}
      className="group outline-none"
    >
      <circle cx={x} cy={y} r={Math.max(radius, MIN_PRESS_RADIUS)} fill="transparent" />
      {label.isDistant && <line x1={x} y1={y} x2={label.x} y2={label.y} className="stroke-control" />}
      <circle
        cx={x}
        cy={y}
        r={radius}
        fillOpacity="0.16"
        strokeWidth="1.5"
        strokeDasharray={isExample ? '3 2' : undefined}
        className="fill-indigo stroke-indigo group-hover:stroke-[3] group-focus-visible:stroke-[3]"
      />
      <path
        d={`M${getX(tech.low, scale)} ${y}H${getX(tech.high, scale)}M${x} ${getY(business.low, scale)}V${getY(business.high, scale)}`}
        className="pointer-events-none stroke-ink opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <text
        x={label.x}
        y={label.y + LABEL_SIZE / 3}
        textAnchor="middle"
        fontSize={LABEL_SIZE}
        strokeWidth="3"
        strokeLinejoin="round"
        paintOrder="stroke"
        className="fill-ink stroke-surface group-hover:font-semibold group-focus-visible:font-semibold"
      >
        {name}
      </text>
    </Link>
  )
}

type PlacedPoint = {
  point: MapPoint
  x: number
  y: number
  radius: number
  /** The name, shortened if it is long. */
  name: string
  /** The centre of the name. */
  label: { x: number; y: number; isDistant: boolean }
}

/** Places the points and their names, which cover neither each other nor a point as long as there is room. */
function placePoints(points: readonly MapPoint[], scale: MapScale): PlacedPoint[] {
  const drawn = points.map((point) => ({
    point,
    x: getX(point.tech.score, scale),
    y: getY(point.business.score, scale),
    radius: roundToTenths(MAX_RADIUS * getMapRadius(point.market.score)),
    name: shorten(point.product.name),
  }))
  const labels = placePointLabels(
    drawn.map(({ x, y, radius, name }) => ({
      x,
      y,
      dot: { width: 2 * radius + 4, height: 2 * radius + 2 },
      label: { width: estimateWidth(name), height: LABEL_SIZE + 3 },
    })),
    { left: PLOT.left, top: PLOT.top - 12, right: SIZE.width, bottom: PLOT.bottom },
  )
  return drawn.map((point, index) => {
    const { x, y, isDistant } = labels[index] ?? { x: point.x, y: point.y, isDistant: false }
    return { ...point, label: { x: roundToTenths(x), y: roundToTenths(y), isDistant } }
  })
}

function shorten(name: string): string {
  const characters = [...name]
  return characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join('')}…` : name
}

/** Chinese characters are as wide as the font size, others about half as wide. The server can't measure them. */
const estimateWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' || character === '…' ? 1 : 0.6), 0) * LABEL_SIZE + 2
