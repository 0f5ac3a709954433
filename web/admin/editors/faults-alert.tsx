import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { useEditor, useFaults } from './editor-context.tsx'
import { labelOf } from './form/field-paths.ts'
import type { JsonFault } from './json/parse-json.ts'

/** Why a text could not be read, and where. */
export const JsonFaultAlert = ({ fault: { message, line } }: { fault: JsonFault }) => (
  <Alert type="error" showIcon role="alert" title={`${message}（第${line}行）`} />
)

/** A catalogue of a thousand products may be wrong in thousands of places. */
const SHOWN = 50

/** Which fields are to be put right before a save, by their Chinese labels; `draw` makes more of one than its sentence. */
export function FaultsAlert({ draw }: { draw?: (fault: FieldError, sentence: string) => ReactNode }) {
  const { form } = useEditor()
  const faults = useFaults()
  if (faults.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={`有${faults.length}处内容需要修改，改好后再保存：`}
      description={
        <ul className="flex max-h-32 flex-col overflow-y-auto">
          {faults.slice(0, SHOWN).map((fault) => {
            const sentence = `${labelOf(form, fault.path)}：${fault.message}`
            return <li key={`${fault.path} ${fault.message}`}>{draw ? draw(fault, sentence) : sentence}</li>
          })}
          {faults.length > SHOWN && <li>还有{faults.length - SHOWN}处，改好以上内容后会在这里列出。</li>}
        </ul>
      }
    />
  )
}
