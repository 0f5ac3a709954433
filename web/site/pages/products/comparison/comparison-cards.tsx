import { X } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { COMPARISON } from '#contracts/limits.ts'
import type { FactRow } from '#contracts/rules/facts/compare-products.ts'
import { Phrases } from '../../../components/phrases.tsx'
import { Link } from '../../../router.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { FactCell } from '../fact-value.tsx'
import { ComparisonCell } from './comparison-cell.tsx'
import { ComparisonContents, getGroupId, SPECIFICATIONS_TITLE } from './comparison-contents.tsx'
import type { ComparisonRow } from './comparison-rows.ts'
import type { ComparisonProps } from './comparison-table.tsx'

/** The comparison on narrow screens: one card per row, which lists the products. */
export function ComparisonCards(props: ComparisonProps) {
  const { catalogue, products, fieldRows, factGroups, specificationRows, onRemove } = props
  return (
    <div className={`print:hidden ${products.length > COMPARISON.maxOnNarrowScreens ? 'xl:hidden' : 'md:hidden'}`}>
      <ul className="card divide-y divide-line">
        {products.map((product) => (
          <li key={product.id} className="flex items-center gap-2 pl-4">
            <Link
              to={CATALOGUE_PAGES[catalogue].getProductPath(product)}
              className="flex min-h-11 min-w-0 flex-1 items-center font-semibold text-indigo"
            >
              {product.name}
            </Link>
            <button
              type="button"
              className="inline-flex size-11 shrink-0 items-center justify-center text-muted"
              aria-label={`移出对比：${product.name}`}
              onClick={({ currentTarget }) => onRemove(product.id, currentTarget)}
            >
              <X className="size-4" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <ComparisonContents
        factGroups={factGroups}
        specificationRows={specificationRows}
        layout="cards"
        className="sticky top-16 z-10 -mx-4 mt-4 border-y border-line bg-paper px-4"
      />
      <h2 className="sr-only">基本信息</h2>
      <Cards rows={fieldRows} products={products} />
      {factGroups.map(({ group, rows }) => (
        <Fragment key={group}>
          <GroupHeading title={group} />
          <FactCards rows={rows} products={products} />
        </Fragment>
      ))}
      {specificationRows.length > 0 && <GroupHeading title={SPECIFICATIONS_TITLE} />}
      <Cards rows={specificationRows} products={products} />
    </div>
  )
}

const GroupHeading = ({ title }: { title: string }) => (
  <h2 id={getGroupId('cards', title)} className="mt-8 scroll-mt-20 text-xl">
    {title}
  </h2>
)

/** A card per fact. Products whose fact is unknown share a line, so that the page stays short. */
function FactCards({ rows, products }: { rows: readonly FactRow[]; products: ComparisonProps['products'] }) {
  return rows.map(({ attribute, facts }) => {
    const entries = products.map(({ id, name }, index) => ({ id, name, fact: facts[index] }))
    const unknownNames = entries.filter(({ fact }) => !fact).map(({ name }) => name)
    return (
      <Card key={attribute.key} title={attribute.label}>
        {entries.map(
          ({ id, name, fact }) =>
            fact && (
              <CardLine key={id} name={name}>
                <FactCell fact={fact} />
              </CardLine>
            ),
        )}
        {unknownNames.length > 0 && (
          <CardLine name="未知">
            <span className="line-clamp-3">{unknownNames.join('、')}</span>
          </CardLine>
        )}
      </Card>
    )
  })
}

function Cards({ rows, products }: { rows: readonly ComparisonRow[]; products: ComparisonProps['products'] }) {
  return rows.map((row) => (
    <Card key={row.id} title={row.title}>
      {products.map((product, index) => (
        <CardLine key={product.id} name={product.name}>
          <ComparisonCell row={row} product={product} cell={row.cells[index] ?? []} />
        </CardLine>
      ))}
    </Card>
  ))
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card mt-4 overflow-hidden">
    <h3 className="border-b border-line bg-sunken px-4 py-2.5 text-base">{title}</h3>
    <dl className="divide-y divide-line">{children}</dl>
  </section>
)

const CardLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5.5rem_1fr] gap-3 px-4 py-2.5 text-sm">
    {/* Truncated, as the list at the top shows the full name. */}
    <dt className="text-muted">
      <span className="line-clamp-3">
        <Phrases text={name} />
      </span>
    </dt>
    <dd>{children}</dd>
  </div>
)
