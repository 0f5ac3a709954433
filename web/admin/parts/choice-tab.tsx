import type { ReactNode } from 'react'

type ChoiceTabsProps = { label: string; children: ReactNode }

/** A row of `ChoiceTab`s, of which one is chosen; it wraps on a phone. */
export const ChoiceTabs = ({ label, children }: ChoiceTabsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields; these act at once.
  <div role="group" aria-label={label} className="flex flex-wrap gap-2 pb-4">
    {children}
  </div>
)

type ChoiceTabProps = {
  label: string
  isChosen: boolean
  onChoose: () => void
  /** The number of items. */
  count?: number | undefined
  /** A sign before the label, of something that wants to be looked at. */
  alarm?: ReactNode
}

/** One of a few choices that stand side by side. */
export const ChoiceTab = ({ label, isChosen, onChoose, count, alarm }: ChoiceTabProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className={`inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg border px-3 ${
      isChosen
        ? 'border-indigo bg-indigo-ground font-semibold text-indigo'
        : `border-line bg-surface ${alarm ? 'text-danger' : 'text-ink'} hover:bg-sunken`
    }`}
  >
    {alarm}
    {label}
    {count !== undefined && <span className="tabular-nums">{count}</span>}
  </button>
)
