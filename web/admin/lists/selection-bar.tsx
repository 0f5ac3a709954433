import { Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTrackOpenChoice } from '../components/use-leave-guard.ts'
import { useShortcuts } from '../components/use-shortcuts.ts'

type SelectionBarProps = {
  count: number
  /** The number of items that match the filters, on all pages. */
  total: number
  /** Whether all matching items are selected, rather than individual ones. */
  areAllSelected: boolean
  /** The measure word and the noun of the items: `个产品`. */
  noun: string
  /** Whether more items are selected than a bulk action may have. */
  isTooMany: boolean
  /** Shown if too many are selected, also by the button that selects all. */
  tooManyMessage: string
  /** Absent if items can only be selected one by one. */
  onSelectAll?: () => void
  onClear: () => void
  /** The bulk actions; hidden if too many items are selected. */
  children: ReactNode
}

/**
 * Shows the number of selected items, a button to select all, and the bulk actions at the bottom of the window. The key
 * B moves the focus here, past all rows of the table.
 */
export function SelectionBar({
  count,
  total,
  areAllSelected,
  noun,
  isTooMany,
  tooManyMessage,
  onSelectAll,
  onClear,
  children,
}: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null)
  const focusBar = () => bar.current?.focus()
  useShortcuts({ b: focusBar })
  useTrackOpenChoice(count > 0)
  if (count === 0) return null
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-keyshortcuts="b"
      aria-label="批量操作"
      data-bottom-bar
      className="panel sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 px-4 py-3 shadow-lg max-md:[&>.ant-btn]:px-2.5"
    >
      <p className="mr-auto flex flex-wrap items-center gap-x-1" aria-live="polite">
        <span>
          {areAllSelected ? '已选择符合条件的全部' : '已选择'}
          <span className="font-semibold tabular-nums">{count}</span>
          {noun}
          {isTooMany && <span className="text-danger">，{tooManyMessage}</span>}
        </span>
        {onSelectAll && !areAllSelected && count < total && (
          <Button
            type="link"
            size="small"
            onClick={() => {
              onSelectAll()
              // This button is removed.
              focusBar()
            }}
          >
            选择全部{total}
            {noun}
          </Button>
        )}
      </p>
      {!isTooMany && children}
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
