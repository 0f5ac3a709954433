import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

export type Column<Item> = {
  title: string
  cell: (item: Item) => ReactNode
  /** Of the body's cells: `whitespace-nowrap`, `tabular-nums` and the like. */
  className?: string
  /** Left out below 1280 pixels: beside the menu, a window of 1024 has no more room than a tablet. */
  isForWide?: boolean
}

const WIDE = 'max-xl:hidden'

export type Selection<Item> = {
  isChosen: (item: Item) => boolean
  /** Returns the accessible name of a row. */
  getName: (item: Item) => string
  select: (items: readonly Item[], isChosen: boolean) => void
}

type RecordTableProps<Item> = {
  label: string
  items: readonly Item[]
  getKey: (item: Item) => string
  columns: readonly Column<Item>[]
  /** Renders a row on a phone. */
  card: (item: Item) => ReactNode
  /** The selection, if rows can be selected. */
  selection?: Selection<Item> | undefined
}

/** A table from tablets on, cards on a phone. */
export function RecordTable<Item>({ label, items, getKey, columns, card, selection }: RecordTableProps<Item>) {
  return (
    <div className="panel overflow-hidden">
      <table className="w-full border-collapse text-left max-md:hidden" aria-label={label}>
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            {selection && (
              <th scope="col" className="w-0 py-1 pl-3">
                <ChooseAll items={items} selection={selection} />
              </th>
            )}
            {columns.map(({ title, isForWide }) => (
              <th
                key={title}
                scope="col"
                className={`px-3 py-2.5 font-normal first:pl-4 last:pr-4 whitespace-nowrap ${isForWide ? WIDE : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <tr key={getKey(item)} className="align-middle">
              {selection && (
                <td className="w-0 py-1 pl-3">
                  <ChooseOne item={item} selection={selection} />
                </td>
              )}
              {columns.map(({ title, cell, className = '', isForWide }) => (
                <td key={title} className={`px-3 py-2.5 first:pl-4 last:pr-4 ${isForWide ? WIDE : ''} ${className}`}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-y divide-line md:hidden" aria-label={label}>
        {items.map((item) => (
          <li key={getKey(item)} className={selection ? 'flex gap-1 py-2 pr-4 pl-2' : 'px-4 py-3'}>
            {selection && <ChooseOne item={item} selection={selection} />}
            {selection ? <div className="min-w-0 flex-1 py-1.5">{card(item)}</div> : card(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type SelectionProps<Item> = { selection: Selection<Item> }
/** The box itself is small; what can be pressed around it isn't. */
const TOUCH_TARGET = 'min-h-11 min-w-11 items-center justify-center self-start'

const ChooseOne = <Item,>({ item, selection }: SelectionProps<Item> & { item: Item }) => (
  <Checkbox
    className={TOUCH_TARGET}
    aria-label={`选择${selection.getName(item)}`}
    checked={selection.isChosen(item)}
    onChange={(event) => selection.select([item], event.target.checked)}
  />
)

function ChooseAll<Item>({ items, selection }: SelectionProps<Item> & { items: readonly Item[] }) {
  const selectedCount = items.filter(selection.isChosen).length
  return (
    <Checkbox
      className={TOUCH_TARGET}
      aria-label="选择本页全部"
      checked={selectedCount > 0 && selectedCount === items.length}
      indeterminate={selectedCount > 0 && selectedCount < items.length}
      onChange={(event) => selection.select(items, event.target.checked)}
    />
  )
}
