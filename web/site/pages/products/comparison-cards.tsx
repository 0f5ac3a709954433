import { X } from 'lucide-react'
import { Link } from 'react-router'
import { PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { CATALOGUE_FACTS } from './catalogues.ts'
import { ComparisonCell } from './comparison-cell.tsx'
import type { ComparisonRow } from './comparison-rows.ts'
import type { ComparisonProps } from './comparison-table.tsx'

/** The same comparison for narrow screens: one card a row, the products under one another in it. */
export function ComparisonCards({ catalogue, products, facts, specifications, onRemove }: ComparisonProps) {
  return (
    <div className="md:hidden print:hidden">
      <ul className="card divide-y divide-line">
        {products.map((product) => (
          <li key={product.id} className="flex items-center gap-2 pl-4">
            <Link
              to={CATALOGUE_FACTS[catalogue].productPath(product)}
              className="flex min-h-11 min-w-0 flex-1 items-center font-semibold text-indigo"
            >
              {product.name}
            </Link>
            <button
              type="button"
              className="inline-flex size-11 shrink-0 items-center justify-center text-muted"
              aria-label={`移出对比：${product.name}`}
              onClick={() => onRemove(product.id)}
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <h2 className="sr-only">基本信息</h2>
      <Cards rows={facts} products={products} />
      {specifications.length > 0 && <h2 className="mt-8 text-xl">{PRODUCT_FIELDS.technicalSpecs.label}</h2>}
      <Cards rows={specifications} products={products} />
    </div>
  )
}

function Cards({ rows, products }: { rows: readonly ComparisonRow[]; products: ComparisonProps['products'] }) {
  return rows.map((row) => (
    <section key={row.id} className="card mt-4 overflow-hidden">
      <h3 className="border-b border-line bg-sunken px-4 py-2.5 text-base">{row.title}</h3>
      <dl className="divide-y divide-line">
        {products.map((product, index) => (
          <div key={product.id} className="grid grid-cols-[5.5rem_1fr] gap-3 px-4 py-2.5 text-sm">
            <dt className="text-muted">{product.name}</dt>
            <dd>
              <ComparisonCell row={row} product={product} cell={row.cells[index] ?? []} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
