import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { RETURN_REASON_LENGTH } from '#contracts/limits.ts'
import { FORM_PART_LABELS, FORM_PARTS, type FormPart } from '#contracts/submissions/form-parts.ts'
import { FREQUENT_REASONS } from '#contracts/submissions/frequent-reasons.ts'
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
    <FrequentReasons reason={reason} onChange={onChange} />
  </div>
)

/** Offers the frequent reasons about the part that the text doesn't contain yet; a pressed one is added to it. */
function FrequentReasons({ reason, onChange }: Pick<ReasonFieldProps, 'reason' | 'onChange'>) {
  const { path, message } = reason
  const written = message.trim()
  const add = (text: string) => (written === '' ? text : `${written}\n${text}`)
  const offered = (FREQUENT_REASONS[path] ?? []).filter(
    (text) => !message.includes(text) && add(text).length <= RETURN_REASON_LENGTH,
  )
  if (offered.length === 0) return null
  return (
    <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
      <legend className="sr-only">{FORM_PART_LABELS[path]}常见的补正内容</legend>
      {offered.map((text) => (
        <Button
          key={text}
          className="h-auto min-h-8 max-w-full whitespace-normal py-1 text-left text-sm pointer-coarse:min-h-11"
          onClick={() => onChange({ path, message: add(text) })}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  )
}
