import { Check, Plus } from 'lucide-react'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { BasketItem } from './basket.ts'
import { useBaskets, useToggleInBasket } from './use-basket.ts'

type CompareToggleProps = {
  catalogue: Catalogue
  product: BasketItem
  className?: string
  /** Used until the browser's basket is loaded. */
  isInitiallySelected?: boolean
}

/** A button that adds a product to the comparison or removes it. */
export function CompareToggle({ catalogue, product, className = '', isInitiallySelected = false }: CompareToggleProps) {
  const toggle = useToggleInBasket(catalogue)
  const isSelected = useBaskets()?.[catalogue].some(({ id }) => id === product.id) ?? isInitiallySelected
  const label = isSelected ? '已加入对比' : '加入对比'
  const StatusIcon = isSelected ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={`${label}：${product.name}`}
      className={`noscript:hidden ${className}`}
      data-print="none"
      onClick={() => toggle({ id: product.id, name: product.name })}
    >
      <StatusIcon className="size-4" aria-hidden />
      <span>{label}</span>
    </button>
  )
}

/** The toggle on a card: small, above the link that covers the card. */
export const CARD_TOGGLE_CLASS =
  'relative z-10 -mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-lg px-3 text-sm font-medium text-indigo hover:bg-indigo-tint aria-pressed:hover:bg-surface'
