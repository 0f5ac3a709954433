import { Button } from 'antd'
import { ImagePlus } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileDropArea } from '../../components/file-drop-area.tsx'
import { FileInput } from '../../components/file-input.tsx'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { UploadList } from '../../components/upload-list.tsx'
import { useEditor, useEditorState, useFieldError } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ListField } from '../form/form-types.ts'
import { focusItem } from '../reveal-field.ts'
import { useUndoToast } from '../use-undo.ts'
import { PictureItem } from './picture-item.tsx'
import { Sortable } from './sortable.tsx'
import { useItemIds } from './use-item-ids.ts'
import { usePictures } from './use-pictures.ts'

/** Pictures with captions. Several can be selected, dropped or pasted at once; reordered by drag or keyboard. */
export function PicturesField({ field, path, maxCount }: { field: ListField; path: string; maxCount: number }) {
  const { store, canEdit } = useEditor()
  const listPath = useMemo(() => parsePath(path), [path])
  const count = useEditorState(({ document }) => countItems(getValueAt(document, listPath)))
  const ids = useItemIds(path, count)
  const showUndoToast = useUndoToast()
  const error = useFieldError(path)
  const fileInput = useRef<HTMLInputElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { uploads, add } = usePictures(path, maxCount)
  const getName = (index: number) =>
    getItemTitle(getValueAt(store.get().document, [...listPath, index]), field.titleKeys, field.noun, index)

  function remove(index: number) {
    const name = getName(index)
    const lastRemainingIndex = count - 2
    store.changeList({ list: path, kind: 'removed', index })
    // Without remaining pictures, there is no such item, and the button gets the focus.
    focusItem(`${path}.${Math.min(index, lastRemainingIndex)}.caption`, addButton.current)
    showUndoToast(`已删除“${name}”`)
  }

  return (
    <FileDropArea
      id={getFieldId(path)}
      tabIndex={-1}
      className="focus-visible:outline-none"
      onFiles={canEdit ? add : undefined}
    >
      <p className="pb-2 text-sm text-muted">
        <span className="tabular-nums">
          {count}/{maxCount}张
        </span>
        <span className="pl-2">{field.hint}</span>
      </p>
      {error && <p className="pb-2 text-sm text-danger">{error}</p>}
      <Sortable
        ids={ids}
        getOptionName={(id) => getName(ids.indexOf(id))}
        onMove={(from, to) => store.changeList({ list: path, kind: 'moved', from, to })}
      >
        <ul className="flex flex-col gap-2">
          {ids.map((id, index) => (
            <PictureItem
              key={id}
              id={id}
              field={field}
              path={`${path}.${index}`}
              index={index}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      </Sortable>
      <UploadList uploads={uploads} />
      {canEdit && (
        <div className="mt-2 flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line p-3">
          <Button
            ref={addButton}
            icon={<ImagePlus className="size-4" aria-hidden />}
            onClick={() => fileInput.current?.click()}
            {...getUnavailableProps(count + uploads.running.length >= maxCount)}
          >
            添加{field.noun}
          </Button>
          <span className="text-sm text-muted">可一次选择多张，也可拖到这里或在这里粘贴</span>
        </div>
      )}
      <FileInput ref={fileInput} label={`选择${field.label}`} accept={IMAGE_ACCEPT} isMultiple onSelect={add} />
    </FileDropArea>
  )
}

const countItems = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
