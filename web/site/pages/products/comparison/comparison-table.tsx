import { X } from 'lucide-react'
import { Fragment } from 'react'
import { COMPARISON } from '#contracts/limits.ts'
import type { FactRow } from '#contracts/rules/facts/compare-products.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { ProductLogo } from '../../../components/product-logo.tsx'
import { Link } from '../../../router.tsx'
import { CATALOGUE_PAGES } from '../catalogue-pages.ts'
import { FactCell } from '../fact-value.tsx'
import { ComparisonCell } from './comparison-cell.tsx'
import { ComparisonContents, getGroupId, SPECIFICATIONS_TITLE } from './comparison-contents.tsx'
import type { ComparedProduct, ComparisonRow, ComparisonRows } from './comparison-rows.ts'

export type ComparisonProps = ComparisonRows & {
  catalogue: Catalogue
  products: readonly ComparedProduct[]
  /** The numbers of the sources, by URL. */
  sources: ReadonlyMap<string, number>
  onRemove: (id: string, button: HTMLElement) => void
}

/** Header cells stick below the site's header. Their line is a shadow, as a collapsed border would scroll away. */
const COLUMN_HEADER_CLASS = 'sticky top-16 z-10 p-4 shadow-[inset_0_-1px_0_var(--line)] print:static print:p-2'

/** The comparison on wide screens and in print: one column per product. */
export function ComparisonTable(props: ComparisonProps) {
  const { catalogue, products, fieldRows, factGroups, sources, specificationRows, onRemove } = props
  const visibility = products.length > COMPARISON.maxOnNarrowScreens ? 'xl:block' : 'md:block'
  return (
    <div className={`hidden print:block ${visibility}`}>
      <ComparisonContents
        factGroups={factGroups}
        specificationRows={specificationRows}
        layout="table"
        className="mb-3"
      />
      <div className="card overflow-clip print:break-inside-auto! print:border-0">
        <table className="w-full table-fixed border-collapse text-left text-sm print:text-xs">
          <caption className="sr-only">{products.map(({ name }) => name).join('、')}的对比</caption>
          <thead>
            <tr>
              <th
                scope="col"
                className={`${COLUMN_HEADER_CLASS} w-32 bg-sunken align-bottom text-sm font-medium text-muted print:w-24`}
              >
                栏目
              </th>
              {products.map((product) => (
                <th
                  key={product.id}
                  scope="col"
                  className={`${COLUMN_HEADER_CLASS} border-l border-line bg-surface align-top`}
                >
                  <ProductColumnHeader
                    catalogue={catalogue}
                    product={product}
                    isNarrow={products.length > COMPARISON.maxOnNarrowScreens}
                    onRemove={onRemove}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <Rows rows={fieldRows} products={products} />
          {factGroups.map(({ group, rows }) => (
            <Fragment key={group}>
              <GroupHeading title={group} columns={products.length + 1} />
              <FactRows rows={rows} products={products} sources={sources} />
            </Fragment>
          ))}
          {specificationRows.length > 0 && <GroupHeading title={SPECIFICATIONS_TITLE} columns={products.length + 1} />}
          <Rows rows={specificationRows} products={products} />
        </table>
      </div>
    </div>
  )
}

const GroupHeading = ({ title, columns }: { title: string; columns: number }) => (
  <tbody className="break-after-avoid">
    <tr className="break-after-avoid">
      <th
        id={getGroupId('table', title)}
        scope="colgroup"
        colSpan={columns}
        className="scroll-mt-20 border-t border-line bg-sunken px-4 py-2.5 text-sm"
      >
        {title}
      </th>
    </tr>
  </tbody>
)

type FactRowsProps = Pick<ComparisonProps, 'products' | 'sources'> & { rows: readonly FactRow[] }

function FactRows({ rows, products, sources }: FactRowsProps) {
  return (
    <tbody>
      {rows.map(({ attribute, facts }) => (
        <tr key={attribute.key} className="border-t border-line align-top break-inside-avoid">
          <th scope="row" className="bg-sunken p-4 font-medium text-muted print:p-2">
            {attribute.label}
          </th>
          {products.map(({ id }, index) => (
            <td key={id} className="border-l border-line p-4 print:p-2">
              <FactCell fact={facts[index] ?? null} sources={sources} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Rows({ rows, products }: { rows: readonly ComparisonRow[]; products: readonly ComparedProduct[] }) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.id} className="border-t border-line align-top break-inside-avoid">
          <th scope="row" className="bg-sunken p-4 font-medium text-muted print:p-2">
            {row.title}
          </th>
          {products.map((product, index) => (
            <td key={product.id} className="border-l border-line p-4 print:p-2">
              <ComparisonCell row={row} product={product} cell={row.cells[index] ?? []} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

type ProductColumnHeaderProps = {
  catalogue: Catalogue
  product: ComparedProduct
  isNarrow: boolean
  onRemove: (id: string, button: HTMLElement) => void
}

function ProductColumnHeader({ catalogue, product, isNarrow, onRemove }: ProductColumnHeaderProps) {
  const { id, name, logoUrl } = product
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 xl:flex-nowrap">
      {!isNarrow && (
        <span className="print:hidden">
          <ProductLogo name={name} logoUrl={logoUrl} />
        </span>
      )}
      <Link
        to={CATALOGUE_PAGES[catalogue].getProductPath(product)}
        className="order-last line-clamp-3 min-w-0 basis-full text-base xl:order-none xl:flex-1 xl:basis-0 xl:self-center font-semibold hover:text-indigo hover:underline print:text-xs"
      >
        {name}
      </Link>
      <button
        type="button"
        className="-mt-2 -mr-2 ml-auto inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
        aria-label={`移出对比：${name}`}
        data-print="none"
        onClick={({ currentTarget }) => onRemove(id, currentTarget)}
      >
        <X className="size-4" aria-hidden />
      </button>
    </div>
  )
}
