import { Checkbox } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { ListKeysDialog } from './list-keys-dialog.tsx'
import { useListKeys } from './use-list-keys.ts'

export type Column<Item> = {
  title: string
  renderCell: (item: Item) => ReactNode
  /** Classes of the body cells, such as `whitespace-nowrap`. */
  className?: string
  /** Whether the column is hidden in windows narrower than 1280 pixels, of which the menu takes a part. */
  isWideOnly?: boolean
  /** Whether the column is left out, such as actions without the permission for them. */
  isHidden?: boolean
}

export type Selection<Item> = {
  /** Absent if all items can be selected. */
  isSelectable?: (item: Item) => boolean
  isSelected: (item: Item) => boolean
  /** Returns the name of an item, for the label of its checkbox. */
  getName: (item: Item) => string
  select: (items: readonly Item[], isSelected: boolean) => void
}

type RecordTableProps<Item> = {
  label: string
  items: readonly Item[]
  getKey: (item: Item) => string
  columns: readonly Column<Item>[]
  /** Renders an item on a phone. */
  renderCard: (item: Item) => ReactNode
  /** Set if items can be selected. */
  selection?: Selection<Item> | undefined
}

const WIDE_ONLY_CLASS = 'max-xl:hidden'

/** Marks the record that the keys have moved to. */
const CURRENT_CLASS = 'focus-visible:outline-none has-[:focus-visible]:bg-indigo-tint focus-visible:bg-indigo-tint'

/**
 * Shows items as a table, whose head stays visible while its rows scroll; on a phone, as a list of cards. Keys move
 * through the records (`useListKeys`).
 */
export function RecordTable<Item>({ label, items, getKey, columns, renderCard, selection }: RecordTableProps<Item>) {
  const visibleColumns = columns.filter(({ isHidden }) => !isHidden)
  const list = useRef<HTMLDivElement>(null)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useListKeys(list, () => setIsHelpOpen(true))
  return (
    <div ref={list} className="panel overflow-clip">
      <table className="w-full border-collapse text-left max-md:hidden" aria-label={label}>
        <thead className="sticky top-0 z-10 bg-sunken text-sm text-muted">
          <tr>
            {selection && (
              <th scope="col" className="w-0 py-1 pl-3">
                <SelectAllCheckbox items={items} selection={selection} />
              </th>
            )}
            {visibleColumns.map(({ title, isWideOnly }) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2.5 font-normal first:pl-4 last:pr-4 whitespace-nowrap ${isWideOnly ? WIDE_ONLY_CLASS : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={getKey(item)} data-record tabIndex={-1} className={`align-middle ${CURRENT_CLASS}`}>
              {selection && (
                <td className="w-0 py-1 pl-3">
                  {isSelectable(item, selection) && <SelectItemCheckbox item={item} selection={selection} />}
                </td>
              )}
              {visibleColumns.map(({ title, renderCell, className = '', isWideOnly }) => (
                <td
                  key={title}
                  className={`px-3 py-2.5 first:pl-4 last:pr-4 ${isWideOnly ? WIDE_ONLY_CLASS : ''} ${className}`}
                >
                  {renderCell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-y divide-line md:hidden" aria-label={label}>
        {items.map((item) => (
          <li
            key={getKey(item)}
            data-record
            tabIndex={-1}
            className={`${CURRENT_CLASS} ${selection ? 'flex gap-1 py-2 pr-4 pl-2' : 'px-4 py-3'}`}
          >
            {selection && isSelectable(item, selection) && <SelectItemCheckbox item={item} selection={selection} />}
            {selection ? <div className="min-w-0 flex-1 py-1.5">{renderCard(item)}</div> : renderCard(item)}
          </li>
        ))}
      </ul>
      {isHelpOpen && <ListKeysDialog isSelectable={selection !== undefined} onClose={() => setIsHelpOpen(false)} />}
    </div>
  )
}

type SelectionProps<Item> = { selection: Selection<Item> }
/** Extends the touch target beyond the small checkbox. */
const TOUCH_TARGET_CLASS = 'min-h-11 min-w-11 items-center justify-center self-start'

const isSelectable = <Item,>(item: Item, selection: Selection<Item>) => selection.isSelectable?.(item) ?? true

const SelectItemCheckbox = <Item,>({ item, selection }: SelectionProps<Item> & { item: Item }) => (
  <Checkbox
    className={TOUCH_TARGET_CLASS}
    aria-label={`选择${selection.getName(item)}`}
    checked={selection.isSelected(item)}
    onChange={(event) => selection.select([item], event.target.checked)}
  />
)

function SelectAllCheckbox<Item>({ items, selection }: SelectionProps<Item> & { items: readonly Item[] }) {
  const selectable = items.filter((item) => isSelectable(item, selection))
  const selectedCount = selectable.filter(selection.isSelected).length
  if (selectable.length === 0) return null
  return (
    <Checkbox
      className={TOUCH_TARGET_CLASS}
      aria-label="选择本页全部"
      checked={selectedCount > 0 && selectedCount === selectable.length}
      indeterminate={selectedCount > 0 && selectedCount < selectable.length}
      onChange={(event) => selection.select(selectable, event.target.checked)}
    />
  )
}
