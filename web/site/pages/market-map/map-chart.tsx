import type { MapPoint, MarketMap } from '#contracts/published-evaluations/market-map.ts'
import { formatNumber } from '#contracts/rules/evaluation/format-figures.ts'
import { getAxisPosition, getMapRadius, getMapScale, type MapScale } from '#contracts/rules/evaluation/market-map.ts'
import { Link } from '../../router.tsx'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { describePoint } from './describe-point.ts'

/** The size in SVG units, which are CSS pixels if the chart is 360 pixels wide. */
const SIZE = { width: 360, height: 374 } as const
const PLOT = { left: 34, right: 340, top: 28, bottom: 334 } as const
const MAX_RADIUS = 18
/** The minimum radius of the area that can be pressed. */
const MIN_PRESS_RADIUS = 12
const LABEL_LENGTH = 18

const roundToTenths = (coordinate: number) => Math.round(coordinate * 10) / 10
const getX = (score: number, scale: MapScale) =>
  roundToTenths(PLOT.left + getAxisPosition(score, scale) * (PLOT.right - PLOT.left))
const getY = (score: number, scale: MapScale) =>
  roundToTenths(PLOT.bottom - getAxisPosition(score, scale) * (PLOT.bottom - PLOT.top))

/**
 * The market map as a chart: 技术 to the right, 商业 upwards, 市场 as area; a number refers each point to its row in the
 * table. A hovered or focused point shows its name and intervals; nothing depends on script or colour.
 */
export function MapChart({ map: { category, points, thresholds } }: { map: MarketMap }) {
  const scale = getMapScale(points, thresholds)
  const visibleThresholds = [...new Set([thresholds.cautious, thresholds.recommend, thresholds.strong])].filter(
    (score) => score > scale.from && score < scale.to,
  )
  // Small points are drawn last, on top of large ones.
  const numberedPoints = points.map((point, index) => ({ point, number: index + 1 }))
  numberedPoints.sort((a, b) => b.point.market.score - a.point.market.score)
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
        {numberedPoints.map(({ point, number }) => (
          <Point key={point.product.id} point={point} number={number} scale={scale} />
        ))}
      </svg>
      <figcaption className="mt-2 text-sm text-muted">
        圆的面积是市场得分，圆中的数字是表中的序号。虚线是分数线：谨慎推荐{formatNumber(thresholds.cautious)}、推荐
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

function Point({ point, number, scale }: { point: MapPoint; number: number; scale: MapScale }) {
  const { product, tech, business, market, isExample } = point
  const [x, y] = [getX(tech.score, scale), getY(business.score, scale)]
  const radius = roundToTenths(MAX_RADIUS * getMapRadius(market.score))
  return (
    <Link
      to={CATALOGUE_PAGES[product.catalogue].getProductPath(product)}
      aria-label={`${number}，${describePoint(point)}`}
      className="group outline-none"
    >
      <circle cx={x} cy={y} r={Math.max(radius, MIN_PRESS_RADIUS)} fill="transparent" />
      <circle
        cx={x}
        cy={y}
        r={radius}
        fillOpacity="0.16"
        strokeWidth="1.5"
        strokeDasharray={isExample ? '3 2' : undefined}
        className="fill-indigo stroke-indigo group-hover:stroke-[3] group-focus-visible:stroke-[3]"
      />
      <g className="pointer-events-none opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
        <path
          d={`M${getX(tech.low, scale)} ${y}H${getX(tech.high, scale)}M${x} ${getY(business.low, scale)}V${getY(business.high, scale)}`}
          className="stroke-ink"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <Name name={product.name} x={x} y={Math.min(y - radius, getY(business.high, scale)) - 6} />
      </g>
      <text x={x} y={y + 4} textAnchor="middle" fontSize="11" fontWeight="600" className="fill-ink">
        {number}
      </text>
    </Link>
  )
}

/** A name above its point and interval, and within the chart. */
function Name({ name, x, y }: { name: string; x: number; y: number }) {
  const characters = [...name]
  const text = characters.length > LABEL_LENGTH ? `${characters.slice(0, LABEL_LENGTH - 1).join('')}…` : name
  const anchor = anchorLabel(x, text.length * 12)
  return (
    <text
      x={anchor.x}
      y={Math.max(y, 11)}
      textAnchor={anchor.textAnchor}
      fontSize="12"
      fontWeight="600"
      className="fill-ink stroke-surface"
      strokeWidth="4"
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  )
}

/** Anchors a label to a point so that it doesn't extend beyond the chart. */
function anchorLabel(x: number, width: number): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  if (x + width / 2 > SIZE.width) return { x: SIZE.width, textAnchor: 'end' }
  if (x - width / 2 < 0) return { x: 0, textAnchor: 'start' }
  return { x, textAnchor: 'middle' }
}
