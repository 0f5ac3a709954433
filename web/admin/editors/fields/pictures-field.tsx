import { Button, Input } from 'antd'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { SCREENSHOT } from '#contracts/limits.ts'
import { SCREENSHOT_MESSAGES } from '#contracts/products/screenshot-messages.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import type { UploadedImage } from '#contracts/uploads/upload.ts'
import { isTyping } from '../../../shared/versioned/is-typing.ts'
import { upload } from '../../calls/upload.ts'
import { findImageError, IMAGE_ACCEPT } from '../../components/check-image.ts'
import { FileDropArea } from '../../components/file-drop-area.tsx'
import { FileInput } from '../../components/file-input.tsx'
import { getValueAt, parsePath } from '../../components/json-path.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { UploadList } from '../../components/upload-list.tsx'
import { ChooseMediaButton, type ChosenPicture } from '../../media/choose-media-button.tsx'
import { useEditor, useEditorState, useFieldError, useValueAt } from '../editor-context.tsx'
import { getFieldId, getItemTitle } from '../form/field-paths.ts'
import type { ListField } from '../form/form-types.ts'
import { focusItem, focusNewItem } from '../reveal-field.ts'
import { useUndoToast } from '../use-undo.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'
import { Sortable, SortableItem } from './sortable.tsx'
import { useFieldUploads } from './use-field-uploads.ts'
import { useItemIds } from './use-item-ids.ts'

/** Uploads pictures into the list at a path, which may contain up to `maxCount`. */
function usePictures(path: string, maxCount: number) {
  const { store } = useEditor()
  const uploads = useFieldUploads(path)

  function countPictures(list: string) {
    const value = getValueAt(store.get().document, parsePath(list))
    return Array.isArray(value) ? value.length : 0
  }

  /** Adds pictures to the list, and focuses the first caption unless something is being typed. */
  function addToList(list: string, pictures: readonly (UploadedImage & { caption?: string })[]) {
    const firstIndex = countPictures(list)
    // The list may have grown during the upload, such as by undoing a removal.
    const fittingPictures = pictures.slice(0, Math.max(0, maxCount - firstIndex))
    for (const [index, picture] of fittingPictures.entries())
      store.changeList({ list, kind: 'added', index: firstIndex + index }, { caption: '', ...picture })
    if (fittingPictures.length < pictures.length) uploads.addError(SCREENSHOT_MESSAGES.tooMany)
    if (fittingPictures.length > 0 && !isTyping()) focusNewItem(`${list}.${firstIndex}.caption`)
  }

  return {
    uploads,

    /** Adds a picture of the media library. */
    choose({ url, width, height, altText }: ChosenPicture): void {
      uploads.clearErrors()
      addToList(path, [{ url, width, height, caption: [...altText].slice(0, SCREENSHOT.captionLength).join('') }])
    },

    /** Uploads as many pictures as fit, besides those that are being uploaded, and adds them in the given order. */
    add(files: readonly File[]): void {
      if (files.length === 0) return
      uploads.clearErrors()
      const freeSlots = Math.max(0, maxCount - countPictures(path) - uploads.running.length)
      if (files.length > freeSlots) uploads.addError(SCREENSHOT_MESSAGES.tooMany)
      const validFiles: File[] = []
      for (const file of files.slice(0, freeSlots)) {
        const error = findImageError(file, 'image')
        if (error) uploads.addError(`${file.name}：${error}`)
        else validFiles.push(file)
      }
      uploads.upload({
        files: validFiles,
        uploadFile: async (options) =>
          (await upload(uploadCalls.uploadPicture, { query: { purpose: 'screenshot' }, ...options })).data,
        onFinished(finished, list) {
          for (const item of finished) if ('error' in item) uploads.addError(`${item.file.name}：${item.error.message}`)
          addToList(
            list,
            finished.flatMap((item) => ('result' in item ? item.result : [])),
          )
        },
      })
    },
  }
}

type PictureItemProps = { id: string; field: ListField; path: string; index: number; onRemove: () => void }

/** A picture of a list, with its caption. `path` is the path of the picture. */
function PictureItem({ id, field, path, index, onRemove }: PictureItemProps) {
  const { canEdit } = useEditor()
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
              {(control, status) => (
                <Input
                  {...control}
                  value={caption}
                  maxLength={SCREENSHOT.captionLength}
                  readOnly={!canEdit}
                  status={status}
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
  const { uploads, add, choose } = usePictures(path, maxCount)
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
          <ChooseMediaButton
            kinds={['screenshot']}
            label={`从媒体库选择${field.noun}`}
            isUnavailable={count + uploads.running.length >= maxCount}
            onChoose={choose}
          />
          <span className="text-sm text-muted">可一次选择多张，也可拖到这里或在这里粘贴</span>
        </div>
      )}
      <FileInput ref={fileInput} label={`选择${field.label}`} accept={IMAGE_ACCEPT} isMultiple onSelect={add} />
    </FileDropArea>
  )
}

const countItems = (value: unknown): number => (Array.isArray(value) ? value.length : 0)
