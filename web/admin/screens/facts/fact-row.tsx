/** A row of a list of facts, and its parts: the product and attribute, and the value with its source. */
import type { ReactNode } from 'react'
import type { EditorFact } from '#contracts/facts/fact.ts'
import type { FactProduct } from '#contracts/facts/fact-review.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS } from '#contracts/facts/vocabulary.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { formatDay } from '../../../shared/formats.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import type { RowNavigation } from '../../lists/use-row-navigation.ts'

/** A row, highlighted if it is selected. */
export const FactRow = ({ isSelected, children }: { isSelected: boolean; children: ReactNode }) => (
  <li>
    <div
      className={`grid gap-x-4 gap-y-2 border-0 border-l-4 border-solid px-4 py-3 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto] ${
        isSelected ? 'border-indigo bg-indigo-tint' : 'border-transparent'
      }`}
    >
      {children}
    </div>
  </li>
)

type FactButtonProps = {
  product: FactProduct
  label: string
  buttonProps: ReturnType<RowNavigation['getButtonProps']>
  onOpen: () => void
}

/** The main button of a row, with the names of the product and the attribute. */
export const FactButton = ({ product, label, buttonProps, onOpen }: FactButtonProps) => (
  <div className="min-w-0">
    <button
      {...buttonProps}
      type="button"
      className="max-w-full cursor-pointer border-0 bg-transparent p-0 text-left text-base text-ink"
      onClick={onOpen}
    >
      <span className="block font-semibold wrap-anywhere">{product.name}</span>
      <span className="block text-indigo">{label}</span>
    </button>
    <p className="text-sm text-muted tabular-nums">
      {CATALOGUE_LABELS[product.catalogue]}，{product.views}次浏览
    </p>
  </div>
)

/** The value of a fact, with its source. */
export function SourcedValue({ fact }: { fact: EditorFact }) {
  const link = toSafeLink(fact.sourceUrl)
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">{describeFactValue(fact, fact.value)}</p>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span className="whitespace-nowrap">
          {FACT_GRADE_LABELS[fact.grade]}，{fact.readAt ? formatDay(fact.readAt) : '日期不明'}
        </span>
        {link && (
          <a href={link} target="_blank" rel="noreferrer" className="max-w-72 truncate">
            {new URL(link).host}
            <span className="sr-only">（在新标签页打开）</span>
          </a>
        )}
        {fact.note && <span className="wrap-anywhere">{fact.note}</span>}
      </p>
      <p className="flex flex-wrap gap-2 pt-1 empty:hidden">
        {fact.staleReason && <Flag>{STALE_REASON_LABELS[fact.staleReason]}</Flag>}
        {fact.isDisputed && <Flag>来源说法不一</Flag>}
      </p>
    </div>
  )
}

const Flag = ({ children }: { children: string }) => (
  <ToneTag tone="orange" className="text-xs">
    {children}
  </ToneTag>
)
