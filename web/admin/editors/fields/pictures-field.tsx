import { Button, Input } from 'antd'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { SCREENSHOT } from '#contracts/limits.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { IMAGE_ACCEPT } from '../../components/check-image.ts'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { useEditor, useEditorState, useFieldError, useValueAt } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ListField } from '../form/form-types.ts'
import { focusItem } from '../reveal-field.ts'
import { useUndoToast } from '../use-undo.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'
import { Sortable, SortableItem } from './sortable.tsx'
import { UploadList } from './upload-list.tsx'
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
  const pictures = usePictures(path, maxCount)
  const isUploading = pictures.uploads.length > 0
  const getName = (index: number) =>
    getItemTitle(getValueAt(store.get().document, [...listPath, index]), field.titleKeys, field.noun, index)

  const remove = (index: number) => {
    const name = getName(index)
    store.changeList({ list: path, kind: 'removed', index })
    focusItem(`${path}.${Math.min(index, count - 2)}.caption`, addButton.current)
    showUndoToast(`已删除“${name}”`)
  }
  /** Uploads dropped or pasted files. Returns whether there are any. */
  const addFiles = (transfer: DataTransfer): boolean => {
    const files = [...transfer.files]
    if (files.length > 0 && canEdit) void pictures.add(files)
    return files.length > 0
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts for the button.
    <div
      id={getFieldId(path)}
      tabIndex={-1}
      className="focus-visible:outline-none"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => addFiles(event.dataTransfer) && event.preventDefault()}
      onPaste={(event) => addFiles(event.clipboardData) && event.preventDefault()}
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
            <Picture key={id} id={id} field={field} path={path} index={index} onRemove={() => remove(index)} />
          ))}
        </ul>
      </Sortable>
      <UploadList uploads={pictures.uploads} />
      {pictures.errors.map((message) => (
        <p key={message} role="alert" className="pt-1 text-sm text-danger">
          {message}
        </p>
      ))}
      {canEdit && (
        <div className="mt-2 flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-line p-3">
          <Button
            ref={addButton}
            icon={<ImagePlus className="size-4" aria-hidden />}
            disabled={count >= maxCount || isUploading}
            onClick={() => fileInput.current?.click()}
          >
            {isUploading ? '正在上传……' : `添加${field.noun}`}
          </Button>
          <span className="text-sm text-muted">可一次选择多张，也可拖到这里或在这里粘贴</span>
        </div>
      )}
      <input
        ref={fileInput}
        type="file"
        hidden
        multiple
        accept={IMAGE_ACCEPT}
        aria-label={`选择${field.label}`}
        onChange={(event) => {
          void pictures.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

type PictureProps = { id: string; field: ListField; path: string; index: number; onRemove: () => void }

function Picture({ id, field, path: listPath, index, onRemove }: PictureProps) {
  const { canEdit } = useEditor()
  const path = `${listPath}.${index}`
  const item = useValueAt(path)
  const name = getItemTitle(item, field.titleKeys, field.noun, index)
  const [url] = useTextAt(`${path}.url`)
  const [caption, setCaption] = useTextAt(`${path}.caption`)
  const urlError = useFieldError(`${path}.url`)
  return (
    <SortableItem id={id} name={name} isFixed={!canEdit} className="rounded-lg border border-line bg-surface">
      {(handle) => (
        <div className="flex items-start gap-2 p-2">
          {handle}
          {isScreenshotUrl(url) && (
            <img
              src={toSmallScreenshot(url)}
              alt={caption}
              className="h-20 w-28 shrink-0 rounded border border-line bg-sunken object-contain"
            />
          )}
          <div className="min-w-0 flex-1">
            <FieldFrame path={`${path}.caption`} label="说明">
              {(control) => (
                <Input
                  {...control}
                  value={caption}
                  maxLength={SCREENSHOT.captionLength}
                  readOnly={!canEdit}
                  status={control['aria-invalid'] ? 'error' : ''}
                  placeholder="图中是什么，如“工作流画布”"
                  onChange={(event) => setCaption(event.target.value)}
                />
              )}
            </FieldFrame>
            {urlError && <p className="pt-1 text-sm text-danger">{urlError}</p>}
          </div>
          {canEdit && (
            <Button
              type="text"
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

const countItems = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
