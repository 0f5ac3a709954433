import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { RETURN_REASON_LENGTH } from '#contracts/limits.ts'
import { FORM_PART_LABELS, FORM_PARTS, type FormPart } from '#contracts/submissions/form-parts.ts'
import type { ReturnReason } from '#contracts/submissions/return-reasons.ts'

type ReasonFieldProps = {
  /** The id of the text. */
  id: string
  number: number
  reason: ReturnReason
  /** Returns whether another reason is about a part. */
  isTaken: (part: FormPart) => boolean
  error: string | undefined
  onChange: (reason: ReturnReason) => void
  onRemove: (() => void) | undefined
}

/** One part of the form, and what has to be corrected in it. */
export const ReasonField = ({ id, number, reason, isTaken, error, onChange, onRemove }: ReasonFieldProps) => (
  <div className="flex flex-col gap-1">
    <div className="flex items-center gap-2">
      <Select
        className="w-44"
        aria-label={`第${number}处在表单中的位置`}
        value={reason.path}
        options={FORM_PARTS.map((part) => ({
          value: part,
          label: FORM_PART_LABELS[part],
          disabled: isTaken(part),
        }))}
        onChange={(path) => onChange({ ...reason, path })}
      />
      {onRemove && (
        <Button
          type="text"
          aria-label={`去掉${FORM_PART_LABELS[reason.path]}`}
          icon={<X className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
    <Input.TextArea
      id={id}
      aria-label={`${FORM_PART_LABELS[reason.path]}需要补正什么`}
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}-error`}
      rows={2}
      maxLength={RETURN_REASON_LENGTH}
      value={reason.message}
      onChange={({ target }) => onChange({ ...reason, message: target.value })}
    />
    {error && (
      <p id={`${id}-error`} role="alert" className="text-sm text-danger">
        {error}
      </p>
    )}
  </div>
)
