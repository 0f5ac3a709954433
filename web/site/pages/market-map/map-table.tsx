import type { MapPoint, MapScore } from '#contracts/published-evaluations/market-map.ts'
import { countTotalDecimals, createColumnFormat } from '#contracts/rules/evaluation/format-figures.ts'
import { SCORE_GROUP_LABELS } from '#contracts/vocabulary.ts'
import { formatDay } from '../../../shared/formats.ts'
import { Link } from '../../router.tsx'
import { CATALOGUE_PAGES } from '../products/catalogue-pages.ts'
import { formatInterval } from './describe-point.ts'

const AXES = ['tech', 'business', 'market'] as const

/** The map's figures, one row per product; cards on narrow screens. */
export function MapTable({ points }: { points: readonly MapPoint[] }) {
  const formatTotal = createColumnFormat(
    points.map(({ total }) => total),
    countTotalDecimals,
  )
  const formatScore = createColumnFormat(points.flatMap((point) => AXES.map((axis) => point[axis].score)))
  return (
    <table className="w-full border-y border-ink text-sm tabular-nums max-sm:block">
      <caption className="sr-only">市场图的数据</caption>
      <thead className="max-sm:sr-only">
        <tr className="text-muted">
          {['产品', ...AXES.map((axis) => SCORE_GROUP_LABELS[axis]), '总分'].map((title) => (
            <th key={title} scope="col" className="py-2 pr-3 text-right font-normal first:text-left last:pr-0">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {points.map((point) => (
          <tr
            key={point.product.id}
            className="border-t border-line align-top max-sm:grid max-sm:grid-cols-4 max-sm:gap-x-3 max-sm:py-3"
          >
            <th scope="row" className="py-2 pr-3 text-left font-normal max-sm:col-span-4 max-sm:p-0">
              <Product point={point} />
            </th>
            {AXES.map((axis) => (
              <td key={axis} className="py-2 pr-3 text-right max-sm:p-0 max-sm:text-left">
                <ScoreCell label={SCORE_GROUP_LABELS[axis]} score={point[axis]} format={formatScore} />
              </td>
            ))}
            <td className="py-2 text-right font-semibold max-sm:p-0 max-sm:text-left">
              <span className="block text-xs font-normal text-muted sm:hidden">总分</span>
              {formatTotal(point.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Product({ point }: { point: MapPoint }) {
  const { product, recommendation, validUntil, isExample } = point
  return (
    <>
      <Link
        to={CATALOGUE_PAGES[product.catalogue].getProductPath(product)}
        className="font-medium text-indigo hover:underline"
      >
        {product.name}
      </Link>
      <span className="block text-xs text-muted">
        <span>{isExample && '示例评估，'}</span>
        {recommendation}，有效至{formatDay(validUntil)}
      </span>
    </>
  )
}

type ScoreCellProps = { label: string; score: MapScore; format: (score: number) => string }

const ScoreCell = ({ label, score, format }: ScoreCellProps) => (
  <>
    <span className="block text-xs text-muted sm:hidden">{label}</span>
    {format(score.score)}
    <span className="block text-xs text-muted">{formatInterval(score)}</span>
  </>
)
