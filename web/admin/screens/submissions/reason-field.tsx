import { Button, Input, Select } from 'antd'
import { X } from 'lucide-react'
import { RETURN_REASON_LENGTH } from '#contracts/limits.ts'
import type { ReasonPath } from '#contracts/submissions/form-parts.ts'
import { listFrequentReasons } from '#contracts/submissions/frequent-reasons.ts'
import type { ReturnReasonInput } from '#contracts/submissions/return-reasons.ts'

/** A part or attribute of the form, and the heading under which it is listed. */
export type ReasonPlace = { path: ReasonPath; label: string; group: string }

type ReasonFieldProps = {
  /** The id of the text. */
  id: string
  number: number
  reason: ReturnReasonInput
  /** The parts and attributes that a reason can be about, in the order of the form. */
  places: readonly ReasonPlace[]
  /** Returns whether another reason is about a place. */
  isTaken: (path: ReasonPath) => boolean
  error: string | undefined
  onChange: (reason: ReturnReasonInput) => void
  onRemove: (() => void) | undefined
}

/** One part or attribute of the form, and what has to be corrected in it. */
export function ReasonField({ id, number, reason, places, isTaken, error, onChange, onRemove }: ReasonFieldProps) {
  const label = places.find(({ path }) => path === reason.path)?.label ?? ''
  const groups = Map.groupBy(places, ({ group }) => group)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2">
        <Select
          className="w-60 max-w-full"
          aria-label={`第${number}处在表单中的位置`}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          value={reason.path}
          options={[...groups].map(([group, members]) => ({
            label: group,
            options: members.map((place) => ({
              value: place.path,
              label: place.label,
              disabled: isTaken(place.path),
            })),
          }))}
          onChange={(path) => onChange({ ...reason, path })}
        />
        {onRemove && (
          <Button
            type="text"
            aria-label={`去掉${label}`}
            icon={<X className="size-4" aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
      <Input.TextArea
        id={id}
        aria-label={`${label}需要补正什么`}
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
      <FrequentReasons reason={reason} label={label} onChange={onChange} />
    </div>
  )
}

type FrequentReasonsProps = Pick<ReasonFieldProps, 'reason' | 'onChange'> & { label: string }

/** Offers the frequent reasons about the place that the text doesn't contain yet; a pressed one is added to it. */
function FrequentReasons({ reason, label, onChange }: FrequentReasonsProps) {
  const { path, message } = reason
  const written = message.trim()
  const add = (text: string) => (written === '' ? text : `${written}\n${text}`)
  const offered = listFrequentReasons(path).filter(
    (text) => !message.includes(text) && add(text).length <= RETURN_REASON_LENGTH,
  )
  if (offered.length === 0) return null
  return (
    <fieldset className="m-0 flex flex-wrap gap-2 border-0 p-0">
      <legend className="sr-only">{label}常见的补正内容</legend>
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
