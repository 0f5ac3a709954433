import { Button } from 'antd'
import { History, Plus } from 'lucide-react'
import { memo, useId } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACTS } from '#contracts/limits.ts'
import { FactFields } from './fact-fields.tsx'
import { useFactDrafts, useFactForm } from './fact-form-context.ts'

type AttributeFactsProps = {
  attribute: AttributeRecord
  /** Whether the sources are initially expanded. */
  isSourceOpen?: boolean
  onOpenHistory?: ((attribute: AttributeRecord) => void) | undefined
}

/** An attribute without facts shows one empty field. */
const NO_FACT = [undefined]

/** The facts of one attribute, each with value and source; an empty value means unknown. */
export const AttributeFacts = memo(function AttributeFacts(props: AttributeFactsProps) {
  const { attribute, isSourceOpen = false, onOpenHistory } = props
  const drafts = useFactDrafts(attribute.key)
  const { label, hint } = attribute
  const labelId = useId()
  return (
    <fieldset
      aria-labelledby={labelId}
      className="m-0 grid min-w-0 gap-x-4 gap-y-2 border-0 border-b border-solid border-line p-0 py-3 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 items-start justify-between gap-2 md:flex-col md:justify-start md:gap-0">
        <div className="min-w-0">
          <p id={labelId} className="font-semibold">
            {label}
          </p>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        <AttributeActions attribute={attribute} onOpenHistory={onOpenHistory} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {(drafts.length === 0 ? NO_FACT : drafts).map((draft, index) => (
          <FactFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no id until it is saved, and its field must keep the focus when the first key creates it and when it gets an id.
            key={index}
            attribute={attribute}
            draft={draft}
            index={index}
            isSourceOpen={isSourceOpen}
          />
        ))}
      </div>
    </fieldset>
  )
})

/** The buttons that add a fact from another source, and open the attribute's history. */
function AttributeActions({ attribute, onOpenHistory }: Pick<AttributeFactsProps, 'attribute' | 'onOpenHistory'>) {
  const { form, canEdit } = useFactForm()
  const drafts = useFactDrafts(attribute.key)
  const { key, label } = attribute
  const canAdd = canEdit && drafts.length > 0 && drafts.length < FACTS.perAttribute
  const hasStoredFacts = drafts.some(({ id }) => id !== '')
  return (
    <div className="flex shrink-0 flex-wrap">
      {canAdd && (
        <Button
          type="text"
          title="再加一个来源"
          aria-label={`为${label}再加一个来源`}
          icon={<Plus className="size-4" aria-hidden />}
          onClick={() => form.add(key)}
        />
      )}
      {onOpenHistory && hasStoredFacts && (
        <Button
          type="text"
          title="更新记录"
          aria-label={`${label}的更新记录`}
          icon={<History className="size-4" aria-hidden />}
          onClick={() => onOpenHistory(attribute)}
        />
      )}
    </div>
  )
}
