import { Button } from 'antd'
import type { ReactNode } from 'react'

type SelectionBarProps = {
  count: number
  /** The number of items that the filters leave, on all pages. */
  total: number
  /** Whether all of them are chosen, not only those that were ticked. */
  isWhole: boolean
  /** The counting word and the noun: `个产品`. */
  noun: string
  /** The most that can be changed at once. */
  most: number
  tooMany: string
  onSelectAll: () => void
  onClear: () => void
  /** What can be done; not shown for too many. */
  children: ReactNode
}

/** The number of chosen items, a way to choose all, and what can be done to them; it stays at the window's foot. */
export function SelectionBar({
  count,
  total,
  isWhole,
  noun,
  most,
  tooMany,
  onSelectAll,
  onClear,
  children,
}: SelectionBarProps) {
  if (count === 0) return null
  return (
    <section
      aria-label="批量操作"
      className="panel sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 px-4 py-3 shadow-lg"
    >
      <p className="mr-auto flex flex-wrap items-center gap-x-1" aria-live="polite">
        <span>
          {isWhole ? '已选择符合条件的全部' : '已选择'}
          <span className="font-semibold tabular-nums">{count}</span>
          {noun}
          {count > most && <span className="text-danger">，{tooMany}</span>}
        </span>
        {!isWhole && count < total && total <= most && (
          <Button type="link" size="small" onClick={onSelectAll}>
            选择全部{total}
            {noun}
          </Button>
        )}
      </p>
      {count <= most && children}
      <Button type="text" onClick={onClear}>
        取消选择
      </Button>
    </section>
  )
}
