import { Link } from 'react-router'
import { type ImportUndo, UNDO_SKIP_REASON_LABELS } from '#contracts/products/product-import.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getEditorPath } from '../../product-detail/product-paths.ts'

type SkippedProductsProps = { catalogue: Catalogue; products: ImportUndo['skipped'] }

/** Lists the products that the undo of an import has left as they are, with the reason. */
export function SkippedProducts({ catalogue, products }: SkippedProductsProps) {
  if (products.length === 0) return null
  return (
    <ul className="panel divide-y divide-line" aria-label="没有撤销的产品">
      {products.map((product) => (
        <li key={product.id} className="flex flex-wrap gap-x-3 px-4 py-2.5">
          {product.reason === 'missing' ? (
            <span className="break-words">{product.name}</span>
          ) : (
            <Link className="break-words" to={getEditorPath(catalogue, product)} target="_blank">
              {product.name}
            </Link>
          )}
          <span className="text-muted">{UNDO_SKIP_REASON_LABELS[product.reason]}</span>
        </li>
      ))}
    </ul>
  )
}
