import { X } from 'lucide-react'
import { buildPageUrl, parsePageQuery } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getButtonClass } from '../components/buttons.tsx'
import { CATALOGUE_PAGES, findListUrl } from '../pages/products/catalogue-pages.ts'
import { Link, useLocation } from '../router.tsx'
import { type BasketItem, baskets } from './basket.ts'
import { focusNextRemoval, focusPageHeading } from './focus-next-removal.ts'
import { type ComparedEntry, useComparedProducts } from './use-compared-products.ts'

type CompareBarProps = { catalogue: Catalogue; items: readonly BasketItem[] }

/** The bar with the products that are chosen for comparison, and a link to the comparison. */
export function CompareBar({ catalogue, items }: CompareBarProps) {
  const unnamedIds = items.filter(({ name }) => name === '').map(({ id }) => id)
  const { entries } = useComparedProducts(catalogue, unnamedIds)
  const comparisonUrl = useComparisonUrl(catalogue, items)
  return (
    <section
      aria-label="产品对比"
      className="sticky bottom-0 z-30 mt-8 border-t border-line bg-surface shadow-[0_-4px_16px_rgb(0_0_0/0.06)]"
      data-print="none"
    >
      <div className="shell flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <p className="text-sm text-muted tabular-nums" aria-live="polite">
          对比{CATALOGUE_PAGES[catalogue].title} {items.length}个
        </p>
        <ul className="hidden min-w-0 flex-wrap gap-2 sm:flex">
          {items.map((item) => (
            <li key={item.id}>
              <SelectedProduct name={getItemName(item, entries)} onRemove={() => baskets.remove(catalogue, item.id)} />
            </li>
          ))}
        </ul>
        <div className="ml-auto flex items-center gap-2">
          <button
            type="button"
            className="min-h-11 rounded-lg px-3 text-muted hover:text-ink"
            onClick={() => {
              focusPageHeading()
              baskets.clear(catalogue)
            }}
          >
            清空
          </button>
          {items.length > 1 ? (
            <Link to={comparisonUrl} className={getButtonClass('primary')}>
              开始对比
            </Link>
          ) : (
            <span className="text-sm text-muted">再选一个即可对比</span>
          )}
        </div>
      </div>
    </section>
  )
}

/** Returns the name of a chosen product; its id until the name is loaded, and if the product no longer exists. */
function getItemName({ id, name }: BasketItem, entries: readonly ComparedEntry[]): string {
  if (name !== '') return name
  const product = entries.find((entry) => entry.id === id)?.product
  return product === null ? `${id}（已下线）` : (product?.name ?? id)
}

/** Returns the comparison's URL, with the filters of the list that the visitor is on or came from. */
function useComparisonUrl(catalogue: Catalogue, items: readonly BasketItem[]): string {
  const { pathname, search, state } = useLocation()
  const path = CATALOGUE_PAGES[catalogue].listPath
  const { parameters } = SITE_PAGES.products
  const listUrl = pathname === path ? `${path}${search}` : findListUrl(state, path)
  const filters = listUrl?.slice(path.length) ?? ''
  const query = parsePageQuery(parameters, new URLSearchParams(filters))
  return buildPageUrl(path, parameters, { ...query, compare: items.map(({ id }) => id), view: 'compare' })
}

function SelectedProduct({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-48 items-center rounded-lg border border-line pl-3 text-sm">
      <span className="truncate">{name}</span>
      <button
        type="button"
        className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
        aria-label={`移出对比：${name}`}
        onClick={({ currentTarget }) => {
          focusNextRemoval(currentTarget)
          onRemove()
        }}
      >
        <X className="size-4" aria-hidden />
      </button>
    </span>
  )
}
