import { Button, Input } from 'antd'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useEditor, useFaultAt, useValueAt } from '../editor-context.tsx'
import { fieldId, itemTitle } from '../form/field-paths.ts'
import type { Field, ListField as ListFieldData } from '../form/form-types.ts'
import { moved, parsePath } from '../json-path.ts'
import { whenMoved, whenRemoved } from '../open-parts.ts'
import { ListItem } from './list-item.tsx'
import { Sortable } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'

/** A list longer than this can be searched, and shows this many items at a time. */
const SHOWN_AT_ONCE = 50

type ListFieldProps = {
  field: ListFieldData
  path: string
  /** Draws an item's fields, among which lists may stand again. */
  renderFields: (fields: readonly Field[], path: string) => ReactNode
}

/** A list of things, each folded to its name: add, remove, reorder, unfold. Nothing changes on the site before a save. */
export function ListField({ field, path, renderFields }: ListFieldProps) {
  const { store, open, canEdit } = useEditor()
  const value = useValueAt(path)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const { ids, added, removed, reordered } = useItemIds(items.length)
  const fault = useFaultAt(path)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const isLong = items.length > SHOWN_AT_ONCE
  const nameAt = (index: number) => itemTitle(items[index], field.titleKeys, field.noun, index)
  const found = items
    .map((_, index) => index)
    .filter((index) => search === '' || nameAt(index).toLowerCase().includes(search.toLowerCase()))
  const visible = found.slice(0, shown)

  const set = (next: readonly unknown[]) => store.set(parsePath(path), next)
  const add = () => {
    const index = items.length
    set([...items, field.start(index, store.get().document)])
    added()
    setSearch('')
    setShown((count) => Math.max(count, index + 1))
    open.toggle(`${path}.${index}`, true)
  }
  const remove = (index: number) => {
    set(items.filter((_, at) => at !== index))
    removed(index)
    open.replaced(path, whenRemoved(index))
  }
  const move = (from: number, to: number) => {
    set(moved(items, from, to))
    reordered(moved(ids, from, to))
    open.replaced(path, whenMoved(from, to))
  }
  const placeOf = (id: string) => ids.indexOf(id)
  const visibleIds = visible.map((index) => ids[index] ?? '')

  return (
    <div id={fieldId(path)} tabIndex={-1} className="focus-visible:outline-none">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 pb-1">
        <h3 className="text-sm">
          {field.label}
          <span className="pl-2 font-normal text-muted tabular-nums">{items.length}项</span>
        </h3>
        {isLong && (
          <Input.Search
            className="max-w-60"
            allowClear
            aria-label={`查找${field.noun}`}
            placeholder={`查找${field.noun}`}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </div>
      {fault && <p className="pb-2 text-sm text-danger">{fault}</p>}
      {items.length === 0 && (
        <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">还没有{field.noun}。</p>
      )}
      <Sortable
        ids={visibleIds}
        nameOf={(id) => nameAt(placeOf(id))}
        onMove={(from, to) => move(visible[from] ?? 0, visible[to] ?? 0)}
      >
        <ul className="flex flex-col gap-2">
          {visible.map((index) => (
            <ListItem
              key={ids[index]}
              id={ids[index] ?? ''}
              field={field}
              path={`${path}.${index}`}
              index={index}
              onRemove={() => remove(index)}
              renderFields={renderFields}
            />
          ))}
        </ul>
      </Sortable>
      <div className="flex flex-wrap gap-2 pt-2">
        {canEdit && (
          <Button icon={<Plus className="size-4" aria-hidden />} onClick={add}>
            添加{field.noun}
          </Button>
        )}
        {found.length > shown && (
          <Button type="link" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            再显示{Math.min(SHOWN_AT_ONCE, found.length - shown)}项
          </Button>
        )}
      </div>
    </div>
  )
}
