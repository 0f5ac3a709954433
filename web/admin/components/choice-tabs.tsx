import type { ReactNode } from 'react'

type ChoiceTab<Value extends string> = {
  value: Value
  label: string
  /** The number of items, shown after the label. */
  count?: number | undefined
  /** An icon before the label that marks items in need of attention. */
  warningIcon?: ReactNode
}

type ChoiceTabsProps<Value extends string> = {
  label: string
  options: readonly ChoiceTab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A row of toggle buttons, of which one is selected. Wraps on a phone. */
export const ChoiceTabs = <Value extends string>({ label, options, value, onChange }: ChoiceTabsProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields; these take effect immediately.
  <div role="group" aria-label={label} className="flex flex-wrap gap-2 pb-4">
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className={`inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg border px-3 ${
          option.value === value
            ? 'border-indigo bg-indigo-tint font-semibold text-indigo'
            : `border-line bg-surface ${option.warningIcon ? 'text-danger' : 'text-ink'} hover:bg-sunken`
        }`}
      >
        {option.warningIcon}
        {option.label}
        {option.count !== undefined && <span className="tabular-nums">{option.count}</span>}
      </button>
    ))}
  </div>
)
