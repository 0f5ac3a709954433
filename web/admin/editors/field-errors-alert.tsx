import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { useEditor, useFieldErrors } from './editor-context.tsx'
import { getLabel } from './form/field-paths.ts'
import type { JsonError } from './json/parse-json.ts'

/** Shows a JSON syntax error with its line. */
export const JsonErrorAlert = ({ error }: { error: JsonError }) => (
  <Alert type="error" showIcon role="alert" title={`${error.message}（第${error.line}行）`} />
)

/** A catalogue of a thousand products may have thousands of errors. */
const MAX_SHOWN_ERRORS = 50

type FieldErrorsAlertProps = {
  /** Overrides how an error is rendered. Default: its text. */
  renderError?: (error: FieldError, text: string) => ReactNode
  onClose?: () => void
}

/** Lists the invalid fields by their Chinese labels. */
export function FieldErrorsAlert({ renderError, onClose }: FieldErrorsAlertProps) {
  const { form } = useEditor()
  const errors = useFieldErrors()
  if (errors.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      closable={onClose ? { onClose } : false}
      title={`有${errors.length}处内容需要修改，改好后再保存：`}
      description={
        <ul className="flex max-h-32 flex-col overflow-y-auto">
          {errors.slice(0, MAX_SHOWN_ERRORS).map((error) => {
            const text = `${getLabel(form, error.path)}：${error.message}`
            return <li key={`${error.path} ${error.message}`}>{renderError ? renderError(error, text) : text}</li>
          })}
          {errors.length > MAX_SHOWN_ERRORS && (
            <li>还有{errors.length - MAX_SHOWN_ERRORS}处，改好以上内容后会在这里列出。</li>
          )}
        </ul>
      }
    />
  )
}
