import { type ReactNode, useId } from 'react'
import { CommentMark } from '../comments/comment-buttons.tsx'
import { useFieldError } from '../editor-context.tsx'
import { getFieldId } from '../form/field-paths.ts'

/** The attributes that link a control to the label and hint of its frame. */
type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

type FieldFrameProps = {
  path: string
  label: string
  hint?: string | undefined
  /** Set if the field has several controls, which are labelled as a group. */
  isGroup?: boolean
  /** Shown next to the label. */
  extra?: ReactNode
  /** Renders the control; `status` is that of Ant Design's inputs. */
  children: (control: ControlProps, status: 'error' | '') => ReactNode
}

/** The frame around the control of a field: its label, hint and error. */
export function FieldFrame({ path, label, hint, isGroup = false, extra, children }: FieldFrameProps) {
  const error = useFieldError(path)
  const labelId = useId()
  const hintId = useId()
  const errorId = useId()
  const descriptionIds = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  const control = { id: getFieldId(path), 'aria-describedby': descriptionIds, 'aria-invalid': error ? true : undefined }
  const Frame = isGroup ? 'fieldset' : 'div'
  return (
    <Frame className="m-0 min-w-0 border-0 p-0" aria-labelledby={isGroup ? labelId : undefined}>
      <div className="flex min-h-7 items-center justify-between gap-3 pb-1">
        <span className="flex min-w-0 items-center gap-1">
          {isGroup ? (
            <span id={labelId} className="text-sm text-muted">
              {label}
            </span>
          ) : (
            <label htmlFor={control.id} className="text-sm text-muted">
              {label}
            </label>
          )}
          <CommentMark path={path} label={label} />
        </span>
        {extra}
      </div>
      {children(control, error ? 'error' : '')}
      {hint && (
        <p id={hintId} className="pt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="pt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </Frame>
  )
}
