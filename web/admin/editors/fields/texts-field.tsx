import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { splitCommas } from '#contracts/rules/split-words.ts'
import { parsePath } from '../../components/json-path.ts'
import { useEditor, useValueAt } from '../editor-context.tsx'
import { getFieldId } from '../form/field-paths.ts'
import type { FieldOf } from '../form/form-types.ts'
import { focusItem } from '../reveal-field.ts'
import { useUndoToast } from '../use-undo.ts'
import { FieldFrame } from './field-frame.tsx'
import { Sortable, SortableItem } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'

type TextsFieldProps = { field: FieldOf<'texts'>; path: string }

/** A list of texts: one per row, or short ones on one line separated by commas. */
export function TextsField({ field, path }: TextsFieldProps) {
  const value = useValueAt(path)
  const texts: readonly string[] = Array.isArray(value) ? value.map(String) : []
  const hasComma = texts.some((text) => /[,，]/.test(text))
  const [isSingleLineChosen, setIsSingleLineChosen] = useState(field.isShort)
  // A text that contains a comma would be split.
  const isSingleLine = isSingleLineChosen && !hasComma
  return (
    <FieldFrame
      path={path}
      label={field.label}
      hint={isSingleLine ? '用逗号分隔' : field.hint}
      isGroup={!isSingleLine}
      extra={
        !hasComma && (
          <Button type="link" size="small" onClick={() => setIsSingleLineChosen(!isSingleLine)}>
            {isSingleLine ? '逐条编辑' : '用逗号分隔'}
          </Button>
        )
      }
    >
      {(control) =>
        isSingleLine ? (
          <SingleLineTexts {...control} path={path} texts={texts} />
        ) : (
          <TextRows field={field} path={path} texts={texts} />
        )
      }
    </FieldFrame>
  )
}

function SingleLineTexts({ path, texts, ...control }: { path: string; texts: readonly string[]; id: string }) {
  const { store, canEdit } = useEditor()
  const joinedTexts = texts.join('，')
  // The typed text may end with a comma, which isn't part of the list. It is discarded if the list changes otherwise, for
  // example by an undo.
  const [typedText, setTypedText] = useState(joinedTexts)
  const input = splitCommas(typedText).join('，') === joinedTexts ? typedText : joinedTexts
  return (
    <Input
      {...control}
      value={input}
      readOnly={!canEdit}
      onChange={(event) => {
        setTypedText(event.target.value)
        store.set(parsePath(path), splitCommas(event.target.value))
      }}
      onBlur={() => setTypedText(joinedTexts)}
    />
  )
}

function TextRows({ field, path, texts }: TextsFieldProps & { texts: readonly string[] }) {
  const { store, canEdit } = useEditor()
  const ids = useItemIds(path, texts.length)
  const showUndoToast = useUndoToast()
  const addButton = useRef<HTMLButtonElement>(null)
  const getName = (index: number) => texts[index] || `${field.noun}${index + 1}`

  function add() {
    store.changeList({ list: path, kind: 'added', index: texts.length }, '')
    focusItem(`${path}.${texts.length}`, addButton.current)
  }

  function remove(index: number) {
    const lastRemainingIndex = texts.length - 2
    store.changeList({ list: path, kind: 'removed', index })
    // Without remaining texts, there is no such item, and the button gets the focus.
    focusItem(`${path}.${Math.min(index, lastRemainingIndex)}`, addButton.current)
    showUndoToast(`已删除“${getName(index)}”`)
  }

  return (
    <>
      {texts.length === 0 && !canEdit && <p className="text-sm text-muted">还没有{field.noun}。</p>}
      <Sortable
        ids={ids}
        getOptionName={(id) => getName(ids.indexOf(id))}
        onMove={(from, to) => store.changeList({ list: path, kind: 'moved', from, to })}
      >
        <ul className="flex flex-col gap-1">
          {texts.map((text, index) => (
            <TextRow
              key={ids[index]}
              id={ids[index] ?? ''}
              path={`${path}.${index}`}
              label={`${field.noun}${index + 1}`}
              text={text}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      </Sortable>
      {canEdit && (
        <Button className="mt-1" ref={addButton} icon={<Plus className="size-4" aria-hidden />} onClick={add}>
          添加{field.noun}
        </Button>
      )}
    </>
  )
}

type TextRowProps = { id: string; path: string; label: string; text: string; onRemove: () => void }

/** A text of the list. It is named after its content, or by its label if it is empty. */
function TextRow({ id, path, label, text, onRemove }: TextRowProps) {
  const { store, canEdit } = useEditor()
  const name = text || label
  return (
    <SortableItem id={id} name={name} isFixed={!canEdit}>
      {(handle) => (
        <div className="flex items-start gap-1">
          {handle}
          <Input.TextArea
            id={getFieldId(path)}
            aria-label={label}
            value={text}
            readOnly={!canEdit}
            rows={1}
            className="field-sizing-content max-h-40"
            onChange={(event) => store.set(parsePath(path), event.target.value)}
          />
          {canEdit && (
            <Button
              type="text"
              className="shrink-0"
              aria-label={`删除${name}`}
              icon={<Trash2 className="size-4" aria-hidden />}
              onClick={onRemove}
            />
          )}
        </div>
      )}
    </SortableItem>
  )
}
