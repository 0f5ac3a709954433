import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { useEditor, useFieldErrors } from './editor-context.tsx'
import { getLabel } from './form/field-paths.ts'
import type { JsonError } from './json/parse-json.ts'

/** Shows the syntax error of a text, and its position. */
export const JsonErrorAlert = ({ error: { message, line } }: { error: JsonError }) => (
  <Alert type="error" showIcon role="alert" title={`${message}（第${line}行）`} />
)

/** A catalogue of a thousand products may be wrong in thousands of places. */
const SHOWN = 50

type FieldErrorsAlertProps = {
  /** Renders an entry in another way than as its sentence. */
  renderError?: (error: FieldError, sentence: string) => ReactNode
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
          {errors.slice(0, SHOWN).map((error) => {
            const sentence = `${getLabel(form, error.path)}：${error.message}`
            return (
              <li key={`${error.path} ${error.message}`}>{renderError ? renderError(error, sentence) : sentence}</li>
            )
          })}
          {errors.length > SHOWN && <li>还有{errors.length - SHOWN}处，改好以上内容后会在这里列出。</li>}
        </ul>
      }
    />
  )
}
