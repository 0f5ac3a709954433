import type { ReactNode } from 'react'

type ChoiceTabsProps = { label: string; children: ReactNode }

/** A group of `ChoiceTab`s, of which one is selected. Wraps on a phone. */
export const ChoiceTabs = ({ label, children }: ChoiceTabsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields; these take effect immediately.
  <div role="group" aria-label={label} className="flex flex-wrap gap-2 pb-4">
    {children}
  </div>
)

type ChoiceTabProps = {
  label: string
  isSelected: boolean
  onSelect: () => void
  /** The number of items, shown after the label. */
  count?: number | undefined
  /** An icon before the label that marks items in need of attention. */
  warningIcon?: ReactNode
}

/** A toggle button for one of a few choices. */
export const ChoiceTab = ({ label, isSelected, onSelect, count, warningIcon }: ChoiceTabProps) => (
  <button
    type="button"
    aria-pressed={isSelected}
    onClick={onSelect}
    className={`inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg border px-3 ${
      isSelected
        ? 'border-indigo bg-indigo-tint font-semibold text-indigo'
        : `border-line bg-surface ${warningIcon ? 'text-danger' : 'text-ink'} hover:bg-sunken`
    }`}
  >
    {warningIcon}
    {label}
    {count !== undefined && <span className="tabular-nums">{count}</span>}
  </button>
)
