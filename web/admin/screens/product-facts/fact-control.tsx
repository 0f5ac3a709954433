/** What the controls of all fields of a fact have in common: their ids, and how they show an error. */
import type { ReactNode } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { useFactError } from './fact-form-context.ts'

/** The props of a value's control, for any attribute type. */
export type ValueFieldProps = {
  attribute: AttributeRecord
  /** The path of the fact: `facts.license.0`. */
  path: string
  value: unknown
  onChange: (value: unknown) => void
}

/** The id, status and ARIA attributes of a control. */
type ControlProps = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  status: '' | 'error'
}

/** Returns the element id of a field's control. */
export const getFactFieldId = (path: string): string => path.replaceAll('.', '-')

/** Returns the element id of the message about a field. */
export const getFactMessageId = (path: string): string => `${getFactFieldId(path)}-message`

/** Returns the props of a control, with the error at its path. */
export function useControlProps(path: string): ControlProps {
  const isInvalid = useFactError(path) !== undefined
  return {
    id: getFactFieldId(path),
    'aria-invalid': isInvalid || undefined,
    'aria-describedby': isInvalid ? getFactMessageId(path) : undefined,
    status: isInvalid ? 'error' : '',
  }
}

type LabelledControlProps = {
  path: string
  label: string
  /** A warning about the value, shown unless it has an error. */
  warning?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** A control with its label above, and its error or a warning below. */
export function LabelledControl({ path, label, warning, children }: LabelledControlProps) {
  const error = useFactError(path)
  const control = useControlProps(path)
  const message = error ?? warning
  const messageId = message === undefined ? undefined : getFactMessageId(path)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={control.id} className="text-sm text-muted">
        {label}
      </label>
      {children({ ...control, 'aria-describedby': messageId })}
      {message && (
        <p id={messageId} className={`text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {message}
        </p>
      )}
    </div>
  )
}
