import type { PublicProduct } from '#contracts/products/product.ts'
import { ProductRating } from '../../parts/product-rating.tsx'
import type { Cell, ComparisonRow } from './comparison-rows.ts'

/** A cell of the comparison: stars, a text, or a list of texts. */
export function ComparisonCell({ row, product, cell }: { row: ComparisonRow; product: PublicProduct; cell: Cell }) {
  if (row.id === 'rating') return <ProductRating product={product} />
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
