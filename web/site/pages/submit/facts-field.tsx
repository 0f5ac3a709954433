import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { SubmittedFactSchema } from '#contracts/facts/fact.ts'
import { checkFactValue, findValidUntil } from '#contracts/facts/fact-value.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import { describeFactValue, parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { useQueries } from '../../site-context.tsx'
import { FactInput } from './fact-input.tsx'
import type { CurrentFact } from './lazy-facts-field.tsx'
import type { SubmissionValues } from './submission-fields.ts'

type Facts = NonNullable<SubmissionValues['facts']>

type FactsFieldProps = { errors: readonly FieldError[]; currentFacts: readonly CurrentFact[] }

/**
 * A field for each attribute of a product; an empty field means unknown, not "no". For an update, the fields show the
 * current facts, and the form contains those that the vendor changes or confirms.
 */
export function FactsField({ errors, currentFacts }: FactsFieldProps) {
  const form = useFormContext<SubmissionValues>()
  const facts = useWatch({ control: form.control, name: 'facts' }) ?? []
  const attributesQuery = useQuery(useQueries().attributes('agent'))
  const setFacts = (next: Facts) => form.setValue('facts', next, { shouldDirty: true })
  const findCurrent = (key: string) => currentFacts.find((fact) => fact.attribute === key)
  const isConfirmation = (fact: Facts[number]) => isUnchanged(fact.value, findCurrent(fact.attribute))
  const changedFacts = facts.filter((fact) => !isConfirmation(fact))
  const sourceUrl = changedFacts[0]?.sourceUrl ?? ''

  function setValue(attribute: Attribute, input: unknown) {
    const current = findCurrent(attribute.key)
    const value = parseIfComplete(attribute, input) ?? ''
    const others = facts.filter((fact) => fact.attribute !== attribute.key)
    // Clearing a field of an update must not fill in the current value again.
    if (isUnchanged(value, current) || (value === '' && !current)) return setFacts(others)
    const fact = { attribute: attribute.key, value, sourceUrl }
    const isIncluded = others.length < facts.length
    setFacts(isIncluded ? facts.map((other) => (other.attribute === attribute.key ? fact : other)) : [...facts, fact])
  }

  const confirm = (fact: CurrentFact, isConfirmed: boolean) =>
    setFacts([
      ...facts.filter((other) => other.attribute !== fact.attribute),
      ...(isConfirmed ? [toConfirmation(fact)] : []),
    ])
  const unconfirmedFacts = currentFacts.filter(
    ({ attribute, isStale }) => isStale && !facts.some((fact) => fact.attribute === attribute),
  )

  if (attributesQuery.isError)
    return (
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <p role="alert">{toErrorMessage(attributesQuery.error, FACT_MESSAGES.attributesFailed)}</p>
        <Button variant="outline" onClick={() => void attributesQuery.refetch()}>
          重试
        </Button>
      </div>
    )
  if (!attributesQuery.data) return <p className="pb-4 text-muted">正在加载……</p>
  return (
    <div className="space-y-6 pb-5">
      <p className="text-sm text-muted">
        {currentFacts.length > 0
          ? `改动的资料审核通过后以“厂商自述”显示在产品页，一次最多${FACTS.perSubmission}项；没有改动的保持不变。`
          : `只填能够确认的，不知道的留空。审核通过后以“厂商自述”显示在产品页，最多${FACTS.perSubmission}项。`}
      </p>
      {unconfirmedFacts.length > 0 && (
        <StaleFacts
          labels={attributesQuery.data
            .filter(({ key }) => unconfirmedFacts.some(({ attribute }) => attribute === key))
            .map(({ label }) => label)}
          onConfirm={() => setFacts([...facts, ...unconfirmedFacts.map(toConfirmation)])}
        />
      )}
      {changedFacts.length > 0 && (
        <SourceField
          value={sourceUrl}
          error={findSourceError(sourceUrl) ?? errors.find(({ path }) => path.endsWith('.sourceUrl'))?.message}
          onChange={(next) =>
            setFacts(facts.map((fact) => (isConfirmation(fact) ? fact : { ...fact, sourceUrl: next })))
          }
        />
      )}
      {[...Map.groupBy(attributesQuery.data, ({ group }) => group)].map(([group, members]) => (
        <fieldset key={group}>
          <legend className="mb-3 font-semibold">{group}</legend>
          <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
            {members.map((attribute) => {
              const index = facts.findIndex((fact) => fact.attribute === attribute.key)
              const current = findCurrent(attribute.key)
              const value = facts[index]?.value
              return (
                <FactInput
                  key={attribute.key}
                  attribute={attribute}
                  value={value ?? current?.value}
                  note={current && describeCurrent(attribute, value, current)}
                  error={findError(attribute, value) ?? findServerError(errors, index)}
                  onChange={(next) => setValue(attribute, next)}
                >
                  {current?.isStale && (value === undefined || isUnchanged(value, current)) && (
                    <Confirmation
                      label={attribute.label}
                      isConfirmed={value !== undefined}
                      onChange={(isConfirmed) => confirm(current, isConfirmed)}
                    />
                  )}
                </FactInput>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** Returns whether a value is that of the current fact. */
const isUnchanged = (value: unknown, current: CurrentFact | undefined): boolean =>
  current !== undefined && JSON.stringify(value) === JSON.stringify(current.value)

/** Returns the current value of a changed fact. A submission can't delete facts. */
function describeCurrent(attribute: Attribute, value: unknown, current: CurrentFact): string | undefined {
  if (value === undefined || isUnchanged(value, current)) return undefined
  const text = describeFactValue(attribute, current.value)
  return value === '' ? `留空不会删除，仍为：${text}` : `现在：${text}`
}

const toConfirmation = ({ attribute, value, sourceUrl }: CurrentFact) => ({ attribute, value, sourceUrl })

/** The facts that may be out of date: the vendor confirms them all at once, or changes them in their fields. */
const StaleFacts = ({ labels, onConfirm }: { labels: readonly string[]; onConfirm: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-indigo-tint px-4 py-2.5">
    <p>
      有{labels.length}项资料较旧：{labels.join('、')}。有变化的，请在下面改动。
    </p>
    <Button variant="secondary" onClick={onConfirm}>
      都没有变化
    </Button>
  </div>
)

type ConfirmationProps = { label: string; isConfirmed: boolean; onChange: (isConfirmed: boolean) => void }

/** Confirms a fact that may be out of date, without a change. */
const Confirmation = ({ label, isConfirmed, onChange }: ConfirmationProps) => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4 accent-indigo"
      aria-label={`${label}：没有变化`}
      checked={isConfirmed}
      onChange={({ target }) => onChange(target.checked)}
    />
    资料较旧，确认没有变化
  </label>
)

/** Parses a complete number; incomplete input such as `1.` and `16 G` stays a string. */
function parseIfComplete(attribute: Attribute, input: unknown): unknown {
  const value = parseEnteredValue(attribute, input)
  return String(value) === input ? value : input
}

/** Returns the error that the server would report for a value. */
function findError(attribute: Attribute, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  const checked = checkFactValue(attribute, parseEnteredValue(attribute, value))
  if ('errors' in checked) return checked.errors[0]?.message
  const lastDay = findValidUntil(checked.value)
  return lastDay !== null && lastDay < toDay(new Date()) ? FACT_MESSAGES.certificateExpired(lastDay) : undefined
}

const findSourceError = (sourceUrl: string): string | undefined =>
  SubmittedFactSchema.shape.sourceUrl.safeParse(sourceUrl).error?.issues[0]?.message

const findServerError = (errors: readonly FieldError[], index: number): string | undefined =>
  errors.find(({ path }) => path.startsWith(`facts.${index}.`) && !path.endsWith('.sourceUrl'))?.message

type SourceFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

function SourceField({ value, error, onChange }: SourceFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        这些资料的公开出处（选填）
      </label>
      <input
        id={id}
        type="url"
        maxLength={TEXT.link}
        placeholder="https://"
        className={CONTROL_CLASS}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
