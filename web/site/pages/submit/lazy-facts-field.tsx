import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { getFieldErrors } from '../../../shared/call-error.ts'
import { FieldNotice } from '../../components/form-field.tsx'
import { useFocusInvalidField } from '../../components/use-focus-invalid-field.ts'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import { getPartId, useFactReasonCount, useReason } from './reasons.tsx'
import type { SubmissionValues } from './submission-fields.ts'
import { type CurrentFact, listUnconfirmedFacts } from './submitted-facts.ts'

const lazyFactsField = createLazyImport(async () => (await import('./facts-field.tsx')).FactsField)

/** Without current facts, the product is new. */
type LazyFactsFieldProps = { failure: unknown; currentFacts: readonly CurrentFact[] }

/**
 * The optional facts of the product; of an update, those that change. Their fields are only loaded when opened, as few
 * vendors fill them in.
 */
export function LazyFactsField({ failure, currentFacts }: LazyFactsFieldProps) {
  const { control } = useFormContext<SubmissionValues>()
  const facts = useWatch({ control, name: 'facts' }) ?? []
  const count = facts.length
  const staleCount = listUnconfirmedFacts(facts, currentFacts).length
  const reasonCount = useFactReasonCount()
  const [isOpen, setIsOpen] = useState(staleCount > 0 || reasonCount > 0)
  const { Component: FactsField, load } = useLazyComponent(lazyFactsField)
  const errors = getFieldErrors(failure).filter(({ path }) => path.startsWith('facts.'))
  const hasErrors = errors.length > 0
  const reason = useReason('facts')
  const details = useRef<HTMLDetailsElement>(null)
  // Opens the fields after each failure, so that their errors are visible.
  useEffect(() => {
    if (failure && hasErrors) setIsOpen(true)
  }, [hasErrors, failure])
  useFocusInvalidField(details, hasErrors && failure)
  return (
    <div className="md:col-span-2">
      <noscript>
        <p className="text-sm text-muted">产品资料（选填）需要启用JavaScript才能填写；不填也可以提交。</p>
      </noscript>
      <FieldNotice id={`${getPartId('facts')}-notice`}>{reason}</FieldNotice>
      <details
        ref={details}
        className="rounded-lg border border-line px-4 noscript:hidden"
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setIsOpen(currentTarget.open)
          if (currentTarget.open) void load()
        }}
      >
        <summary
          id={getPartId('facts')}
          aria-describedby={reason && `${getPartId('facts')}-notice`}
          className="min-h-11 cursor-pointer py-2.5 font-medium"
        >
          产品资料
          <span className="font-normal text-muted">
            {`（${currentFacts.length > 0 ? describeUpdate(currentFacts.length, staleCount, count) : describeNew(count)}${reasonCount > 0 ? `，${reasonCount}项待补正` : ''}）`}
          </span>
        </summary>
        {isOpen && !FactsField && <p className="pb-4 text-muted">正在加载……</p>}
        {FactsField && <FactsField errors={errors} currentFacts={currentFacts} />}
      </details>
    </div>
  )
}

const describeNew = (count: number): string => (count > 0 ? `选填，已填${count}项` : '选填')
const describeUpdate = (current: number, stale: number, changed: number): string =>
  [`现有${current}项`, ...(stale > 0 ? [`${stale}项待确认`] : []), ...(changed > 0 ? [`已改动${changed}项`] : [])].join(
    '，',
  )
