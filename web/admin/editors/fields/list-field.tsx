import { Button, Input } from 'antd'
import { Plus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { sumPercentages } from '#contracts/rules/evaluation/check-standards.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditor, useEditorState, useFieldError } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ListField as ListFieldData, RenderFields } from '../form/form-types.ts'
import { focusItem, focusNewItem } from '../reveal-field.ts'
import { useUndoToast } from '../use-undo.ts'
import { ListItem } from './list-item.tsx'
import { Sortable } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'
import { findIndexAfterRemoval, useVisibleItems } from './use-visible-items.ts'

type ListFieldProps = {
  field: ListFieldData
  path: string
  /** Renders an item's fields, which may include lists. */
  renderFields: RenderFields
}

/**
 * A list of collapsible items, which can be added, removed and reordered. The list rerenders when items are added,
 * removed or moved; an edit within an item rerenders only that item.
 */
export function ListField({ field, path, renderFields }: ListFieldProps) {
  const { store, canEdit } = useEditor()
  const listPath = useMemo(() => parsePath(path), [path])
  const count = useEditorState(({ document }) => getItems(document, listPath).length)
  const ids = useItemIds(path, count)
  const addButton = useRef<HTMLButtonElement>(null)
  const error = useFieldError(path)
  const [search, setSearch] = useState('')
  const getName = (index: number) =>
    getItemTitle(getItems(store.get().document, listPath)[index], field.titleKeys, field.noun, index)
  const { visibleIndexes, isLong, nextCount, showMore } = useVisibleItems({ path, count, search, getName })
  const { add, remove, move } = useItemActions({ field, path, count, visibleIndexes, getName, addButton })
  const addItem = (index: number) => {
    add(index)
    setSearch('')
  }

  return (
    <div id={getFieldId(path)} tabIndex={-1} className="focus-visible:outline-none">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-2 pb-1">
        <h3 className="text-sm">
          {field.label}
          <span className="pl-2 font-normal text-muted tabular-nums">{count}项</span>
          {field.total && count > 0 && <Total total={field.total} listPath={listPath} />}
        </h3>
        {isLong && (
          <span className="flex flex-wrap gap-2">
            <ItemSearch noun={field.noun} value={search} onChange={setSearch} />
            {canEdit && (
              <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => addItem(0)}>
                在开头添加{field.noun}
              </Button>
            )}
          </span>
        )}
      </div>
      {error && <p className="pb-2 text-sm text-danger">{error}</p>}
      {count === 0 && (
        <p className="rounded-lg border border-dashed border-line px-4 py-3 text-sm text-muted">还没有{field.noun}。</p>
      )}
      <Sortable
        ids={visibleIndexes.map((index) => ids[index] ?? '')}
        getOptionName={(id) => getName(ids.indexOf(id))}
        onMove={move}
      >
        <ul className="flex flex-col gap-2">
          {visibleIndexes.map((index) => (
            <ListItem
              key={ids[index]}
              id={ids[index] ?? ''}
              field={field}
              path={`${path}.${index}`}
              index={index}
              onRemove={remove}
              renderFields={renderFields}
            />
          ))}
        </ul>
      </Sortable>
      <div className="flex flex-wrap gap-2 pt-2">
        {canEdit && (
          <Button ref={addButton} icon={<Plus className="size-4" aria-hidden />} onClick={() => addItem(count)}>
            添加{field.noun}
          </Button>
        )}
        {nextCount > 0 && (
          <Button type="link" onClick={showMore}>
            再显示{nextCount}项
          </Button>
        )}
      </div>
    </div>
  )
}

type TotalProps = { total: NonNullable<ListFieldData['total']>; listPath: readonly (string | number)[] }

/** The sum of a number field of the items, which is updated while they are edited. */
function Total({ total, listPath }: TotalProps) {
  const sum = useEditorState(({ document }) =>
    sumPercentages(
      getItems(document, listPath).map((item) => ({ percentage: Number(isObject(item) ? item[total.key] : 0) || 0 })),
    ),
  )
  const expected = useEditorState(({ document }) => {
    const parent = getValueAt(document, listPath.slice(0, -1))
    return isObject(parent) ? total.getExpected(parent, document ?? {}) : sum
  })
  return (
    <span className={`pl-3 font-normal tabular-nums ${sum === expected ? 'text-muted' : 'text-danger'}`}>
      占比合计{sum}%{sum !== expected && `，应为${expected}%`}
    </span>
  )
}

type ItemActionsInput = {
  field: ListFieldData
  path: string
  count: number
  visibleIndexes: readonly number[]
  getName: (index: number) => string
  addButton: RefObject<HTMLButtonElement | null>
}

/** Returns the functions that add, remove and move the items of a list, and focus the item that the user expects. */
function useItemActions({ field, path, count, visibleIndexes, getName, addButton }: ItemActionsInput) {
  const { store, viewState } = useEditor()
  const showUndoToast = useUndoToast()
  return {
    add(index: number): void {
      const item = field.createItem(count, store.get().document)
      store.changeList({ list: path, kind: 'added', index }, item)
      viewState.expandItem(`${path}.${index}`)
      focusNewItem(`${path}.${index}`)
    },

    remove(index: number): void {
      const name = getName(index)
      const indexToFocus = findIndexAfterRemoval(visibleIndexes, index)
      store.changeList({ list: path, kind: 'removed', index })
      // Without visible items, there is no such item, and the button gets the focus.
      focusItem(`${path}.${indexToFocus ?? 'none'}`, addButton.current)
      showUndoToast(`已删除“${name}”`)
    },

    /** Moves an item, given its old and new position among the visible ones. */
    move(from: number, to: number): void {
      store.changeList({ list: path, kind: 'moved', from: visibleIndexes[from] ?? 0, to: visibleIndexes[to] ?? 0 })
    },
  }
}

type ItemSearchProps = { noun: string; value: string; onChange: (search: string) => void }

const ItemSearch = ({ noun, value, onChange }: ItemSearchProps) => (
  <Input.Search
    className="max-w-60"
    allowClear
    aria-label={`搜索${noun}`}
    placeholder={`搜索${noun}`}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

const NO_ITEMS: readonly unknown[] = []

function getItems(document: unknown, path: readonly (string | number)[]): readonly unknown[] {
  const value = getValueAt(document, path)
  return Array.isArray(value) ? value : NO_ITEMS
}
