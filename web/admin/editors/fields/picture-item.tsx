import { Button, Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { SCREENSHOT } from '#contracts/limits.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { useEditor, useFieldError, useValueAt } from '../editor-context.tsx'
import { getItemTitle } from '../form/field-paths.ts'
import type { ListField } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'
import { SortableItem } from './sortable.tsx'

type PictureItemProps = { id: string; field: ListField; path: string; index: number; onRemove: () => void }

/** A picture of a list, with its caption. `path` is the path of the picture. */
export function PictureItem({ id, field, path, index, onRemove }: PictureItemProps) {
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
