import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { commaSeparated } from '#contracts/rules/listed-words.ts'
import { moved, parsePath } from '../../parts/json-path.ts'
import { useEditor, useValueAt } from '../editor-context.tsx'
import { fieldId } from '../form/field-paths.ts'
import type { FieldOf } from '../form/form-types.ts'
import { whenMoved, whenRemoved } from '../open-parts.ts'
import { FieldFrame } from './field-frame.tsx'
import { Sortable, SortableItem } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'

type WordsFieldProps = { field: FieldOf<'words'>; path: string }

/** A list of texts: one under the other, or short ones in a line with commas between them. */
export function WordsField({ field, path }: WordsFieldProps) {
  const value = useValueAt(path)
  const words: readonly string[] = Array.isArray(value) ? value.map(String) : []
  const holdsComma = words.some((word) => /[,，]/.test(word))
  const [isInLine, setInLine] = useState(field.isShort)
  // A text with a comma in it would fall into two.
  const showsLine = isInLine && !holdsComma
  return (
    <FieldFrame
      path={path}
      label={field.label}
      hint={showsLine ? '用逗号分隔' : field.hint}
      isGroup={!showsLine}
      aside={
        !holdsComma && (
          <Button type="link" size="small" onClick={() => setInLine(!isInLine)}>
            {showsLine ? '逐条编辑' : '用逗号分隔'}
          </Button>
        )
      }
    >
      {(control) =>
        showsLine ? (
          <WordsInLine {...control} path={path} words={words} />
        ) : (
          <WordRows field={field} path={path} words={words} />
        )
      }
    </FieldFrame>
  )
}

function WordsInLine({ path, words, ...control }: { path: string; words: readonly string[]; id: string }) {
  const { store, canEdit } = useEditor()
  // What is typed keeps its trailing comma; the list follows it.
  const [typed, setTyped] = useState(() => words.join('，'))
  return (
    <Input
      {...control}
      value={typed}
      readOnly={!canEdit}
      onChange={(event) => {
        setTyped(event.target.value)
        store.set(parsePath(path), commaSeparated(event.target.value))
      }}
      onBlur={() => setTyped(words.join('，'))}
    />
  )
}

function WordRows({ field, path, words }: WordsFieldProps & { words: readonly string[] }) {
  const { store, open, canEdit } = useEditor()
  const { ids, added, removed, reordered } = useItemIds(words.length)
  const set = (next: readonly string[]) => store.set(parsePath(path), next)
  const nameAt = (index: number) => words[index] || `${field.noun}${index + 1}`
  return (
    <>
      {words.length === 0 && !canEdit && <p className="text-sm text-muted">还没有{field.noun}。</p>}
      <Sortable
        ids={ids}
        nameOf={(id) => nameAt(ids.indexOf(id))}
        onMove={(from, to) => {
          set(moved(words, from, to))
          reordered(moved(ids, from, to))
          open.replaced(path, whenMoved(from, to))
        }}
      >
        <ul className="flex flex-col gap-1">
          {words.map((word, index) => (
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
                    onChange={(event) => set(words.with(index, event.target.value))}
                  />
                  {canEdit && (
                    <Button
                      type="text"
                      className="shrink-0"
                      aria-label={`删除${nameAt(index)}`}
                      icon={<Trash2 className="size-4" aria-hidden />}
                      onClick={() => {
                        set(words.filter((_, at) => at !== index))
                        removed(index)
                        open.replaced(path, whenRemoved(index))
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
            set([...words, ''])
            added()
          }}
        >
          添加{field.noun}
        </Button>
      )}
    </>
  )
}
