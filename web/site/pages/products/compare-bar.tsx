import { X } from 'lucide-react'
import { COMPARED_PRODUCTS_MAX } from '#contracts/limits.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { buttonClass } from '../../parts/buttons.tsx'
import { Link } from '../../router.tsx'
import { type Compared, useCompared } from './use-compared.ts'
import type { ListChoices } from './use-list-state.ts'

/** Shows the products chosen for comparison, with a link to the comparison. */
export function CompareBar({ catalogue, choices }: { catalogue: Catalogue; choices: ListChoices }) {
  const { state, getUrl, select } = choices
  const { compared } = useCompared(catalogue, state.compare)
  if (compared.length === 0) return null
  const withoutProduct = (id: string) => state.compare.filter((other) => other !== id)
  return (
    <section
      aria-label="产品对比"
      className="sticky bottom-0 z-30 mt-8 border-t border-line bg-surface shadow-[0_-4px_16px_rgb(0_0_0/0.06)]"
      data-print="none"
    >
      <div className="shell flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <p className="text-sm text-muted tabular-nums" aria-live="polite">
          对比 {compared.length}/{COMPARED_PRODUCTS_MAX}
        </p>
        <ul className="hidden min-w-0 flex-wrap gap-2 sm:flex">
          {compared.map(({ id, product }) => (
            <li key={id}>
              <SelectedProduct
                name={getName({ id, product })}
                onRemove={() => select({ compare: withoutProduct(id) }, { replace: true })}
              />
            </li>
          ))}
        </ul>
        <div className="ml-auto flex items-center gap-2">
          <button
            type="button"
            className="min-h-11 rounded-lg px-3 text-muted hover:text-ink"
            onClick={() => select({ compare: [] }, { replace: true })}
          >
            清空
          </button>
          {compared.length > 1 ? (
            <Link to={getUrl({ isComparing: true })} className={buttonClass('primary')}>
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

/** Until its name is known, and if there is no such product any more, the id has to do. */
const getName = ({ id, product }: Compared): string => (product === null ? `${id}（已下线）` : (product?.name ?? id))

function SelectedProduct({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-48 items-center rounded-lg border border-line pl-3 text-sm">
      <span className="truncate">{name}</span>
      <button
        type="button"
        className="inline-flex size-11 shrink-0 items-center justify-center text-muted hover:text-ink"
        aria-label={`移出对比：${name}`}
        onClick={onRemove}
      >
        <X className="size-4" aria-hidden />
      </button>
    </span>
  )
}
