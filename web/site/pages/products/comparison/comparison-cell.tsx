import { formatDay } from '../../../../shared/formats.ts'
import { ProductRating } from '../../../components/product-rating.tsx'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { type Cell, type ComparedProduct, type ComparisonRow, VERDICT_ROW } from './comparison-rows.ts'

type ComparisonCellProps = { row: ComparisonRow; product: ComparedProduct; cell: Cell }

/** A cell of the comparison: stars, a verdict seal, a text, or a list of texts. */
export function ComparisonCell({ row, product, cell }: ComparisonCellProps) {
  if (row.id === 'rating') return <ProductRating product={product} />
  if (row.id === VERDICT_ROW) return <VerdictCell product={product} cell={cell} />
  if (cell.length === 0) return <span className="text-muted">未提供</span>
  if (cell.length === 1) return cell[0]
  return (
    <ul className="list-disc space-y-1 pl-4 marker:text-muted">
      {cell.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

const VerdictCell = ({ product: { verdict }, cell }: Omit<ComparisonCellProps, 'row'>) =>
  verdict ? (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <VerdictSeal verdict={verdict.recommendation} className="size-9" />
      <span>
        {cell[0]}
        <span className="block text-xs text-muted">
          有效至<time dateTime={verdict.validUntil}>{formatDay(verdict.validUntil)}</time>
        </span>
      </span>
    </span>
  ) : (
    <span className="text-muted">未评估</span>
  )
