import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { splitCommas } from '#contracts/rules/split-words.ts'
import { moved, parsePath } from '../../parts/json-path.ts'
import { useEditor, useValueAt } from '../editor-context.tsx'
import { fieldId } from '../form/field-paths.ts'
import type { FieldOf } from '../form/form-types.ts'
import { indexAfterMove, indexAfterRemoval } from '../open-parts.ts'
import { FieldFrame } from './field-frame.tsx'
import { Sortable, SortableItem } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'

type WordsFieldProps = { field: FieldOf<'words'>; path: string }

/** A list of texts: one under the other, or short ones in a line with commas between them. */
export function WordsField({ field, path }: WordsFieldProps) {
  const value = useValueAt(path)
  const texts: readonly string[] = Array.isArray(value) ? value.map(String) : []
  const hasComma = texts.some((word) => /[,，]/.test(word))
  const [isSingleLine, setIsSingleLine] = useState(field.isShort)
  // A text with a comma in it would fall into two.
  const showsSingleLine = isSingleLine && !hasComma
  return (
    <FieldFrame
      path={path}
      label={field.label}
      hint={showsSingleLine ? '用逗号分隔' : field.hint}
      isGroup={!showsSingleLine}
      extra={
        !hasComma && (
          <Button type="link" size="small" onClick={() => setIsSingleLine(!isSingleLine)}>
            {showsSingleLine ? '逐条编辑' : '用逗号分隔'}
          </Button>
        )
      }
    >
      {(control) =>
        showsSingleLine ? (
          <WordsInLine {...control} path={path} texts={texts} />
        ) : (
          <WordRows field={field} path={path} texts={texts} />
        )
      }
    </FieldFrame>
  )
}

function WordsInLine({ path, texts, ...control }: { path: string; texts: readonly string[]; id: string }) {
  const { store, canEdit } = useEditor()
  // What is typed keeps its trailing comma; the list follows it.
  const [input, setInput] = useState(() => texts.join('，'))
  return (
    <Input
      {...control}
      value={input}
      readOnly={!canEdit}
      onChange={(event) => {
        setInput(event.target.value)
        store.set(parsePath(path), splitCommas(event.target.value))
      }}
      onBlur={() => setInput(texts.join('，'))}
    />
  )
}

function WordRows({ field, path, texts }: WordsFieldProps & { texts: readonly string[] }) {
  const { store, open, canEdit } = useEditor()
  const { ids, added, removed, reordered } = useItemIds(texts.length)
  const set = (next: readonly string[]) => store.set(parsePath(path), next)
  const nameAt = (index: number) => texts[index] || `${field.noun}${index + 1}`
  return (
    <>
      {texts.length === 0 && !canEdit && <p className="text-sm text-muted">还没有{field.noun}。</p>}
      <Sortable
        ids={ids}
        getOptionName={(id) => nameAt(ids.indexOf(id))}
        onMove={(from, to) => {
          set(moved(texts, from, to))
          reordered(moved(ids, from, to))
          open.remapItems(path, indexAfterMove(from, to))
        }}
      >
        <ul className="flex flex-col gap-1">
          {texts.map((word, index) => (
            <SortableItem key={ids[index]} id={ids[index] ?? ''} name={nameAt(index)} isFixed={!canEdit}>
              {(handle) => (
                <div className="flex items-start gap-1">
                  {handle}
                  <Input.TextArea
                    id={fieldId(`${path}.${index}`)}
                    aria-label={`${field.noun}${index + 1}`}
                    value={word}
                    readOnly={!canEdit}
                    rows={1}
                    className="field-sizing-content max-h-40"
                    onChange={(event) => set(texts.with(index, event.target.value))}
                  />
                  {canEdit && (
                    <Button
                      type="text"
                      className="shrink-0"
                      aria-label={`删除${nameAt(index)}`}
                      icon={<Trash2 className="size-4" aria-hidden />}
                      onClick={() => {
                        set(texts.filter((_, position) => position !== index))
                        removed(index)
                        open.remapItems(path, indexAfterRemoval(index))
                      }}
                    />
                  )}
                </div>
              )}
            </SortableItem>
          ))}
        </ul>
      </Sortable>
      {canEdit && (
        <Button
          className="mt-1"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={() => {
            set([...texts, ''])
            added()
          }}
        >
          添加{field.noun}
        </Button>
      )}
    </>
  )
}
