import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import '../../../shared/zod-without-eval.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { SubmittedFactSchema } from '#contracts/facts/fact.ts'
import { checkFactValue, findValidUntil } from '#contracts/facts/fact-value.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { FACTS, TEXT } from '#contracts/limits.ts'
import { VENDOR_ATTRIBUTE } from '#contracts/rules/facts/form-facts.ts'
import { describeFactValue, parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { toFactPath } from '#contracts/submissions/form-parts.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { useQueries } from '../../site-context.tsx'
import { FactInput } from './fact-input.tsx'
import { getPartId, useFocusAwaitedFact, useReason } from './reasons.tsx'
import type { SubmissionValues } from './submission-fields.ts'
import {
  type CurrentFact,
  findFact,
  isUnchanged,
  listChangedFacts,
  listUnconfirmedFacts,
  removeFact,
  replaceFact,
  type SubmittedFacts,
  toConfirmation,
} from './submitted-facts.ts'

/** Returns the facts in the submission form, and the functions that change them. `currentFacts` are empty for a new product. */
function useSubmittedFacts(currentFacts: readonly CurrentFact[]) {
  const form = useFormContext<SubmissionValues>()
  const facts = useWatch({ control: form.control, name: 'facts' }) ?? []
  const changedFacts = listChangedFacts(facts, currentFacts)
  const unconfirmedFacts = listUnconfirmedFacts(facts, currentFacts)
  // The form asks for one source, and stores it with every fact that the vendor changes.
  const sourceUrl = changedFacts[0]?.sourceUrl ?? ''

  const setFacts = (next: SubmittedFacts) => form.setValue('facts', next, { shouldDirty: true })

  return {
    facts,
    changedFacts,
    unconfirmedFacts,
    sourceUrl,

    setSourceUrl: (next: string) =>
      setFacts(facts.map((fact) => (changedFacts.includes(fact) ? { ...fact, sourceUrl: next } : fact))),

    /** Sets a value as entered; an empty one removes the fact. */
    setValue(attribute: Attribute, input: unknown) {
      const current = findFact(currentFacts, attribute.key)
      const value = parseIfComplete(attribute, input) ?? ''
      // An empty value stays if there is a current one, which would fill the field in again.
      const isRemoved = isUnchanged(value, current) || (value === '' && !current)
      setFacts(
        isRemoved
          ? removeFact(facts, attribute.key)
          : replaceFact(facts, { attribute: attribute.key, value, sourceUrl }),
      )
    },

    remove: (removed: SubmittedFacts) => setFacts(facts.filter((fact) => !removed.includes(fact))),
    confirm: (current: CurrentFact) => setFacts(replaceFact(facts, toConfirmation(current))),
    revoke: ({ attribute }: CurrentFact) => setFacts(removeFact(facts, attribute)),
    confirmAll: () => setFacts([...facts, ...unconfirmedFacts.map(toConfirmation)]),
  }
}

/**
 * Parses a value that reads back as it was entered. Anything else, such as `1.`, `16 G` or a list, is returned as it is,
 * so that typing isn't disturbed.
 */
function parseIfComplete(attribute: Attribute, input: unknown): unknown {
  const value = parseEnteredValue(attribute, input)
  return String(value) === input ? value : input
}

type FactsFieldProps = { errors: readonly FieldError[]; currentFacts: readonly CurrentFact[] }

/**
 * A field for each attribute of a product; an empty field means unknown, not "no". For an update, the fields show the
 * current facts, and the form contains those that the vendor changes or confirms.
 */
export function FactsField({ errors, currentFacts }: FactsFieldProps) {
  const attributesQuery = useQuery(useQueries().attributes('agent'))
  const { refetch } = attributesQuery
  const isOutdated = errors.some(({ path }) => path.endsWith('.attribute'))
  // An attribute may have been deactivated while the form was open.
  useEffect(() => {
    if (isOutdated) void refetch()
  }, [isOutdated, refetch])
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
  return <AttributeFields attributes={attributesQuery.data} errors={errors} currentFacts={currentFacts} />
}

function AttributeFields({ attributes, errors, currentFacts }: FactsFieldProps & { attributes: readonly Attribute[] }) {
  const submitted = useSubmittedFacts(currentFacts)
  const { changedFacts, unconfirmedFacts, sourceUrl } = submitted
  useFocusAwaitedFact()
  const endedFacts = submitted.facts.filter(({ attribute }) => !attributes.some(({ key }) => key === attribute))
  // The form has a field of its own for the company, which becomes the fact.
  const offeredAttributes = attributes.filter(({ key }) => key !== VENDOR_ATTRIBUTE || findFact(currentFacts, key))
  return (
    <div className="space-y-6 pb-5">
      <p className="text-sm text-muted">
        {currentFacts.length > 0
          ? `改动的资料审核通过后以“厂商自述”显示在产品页，一次最多${FACTS.perSubmission}项；没有改动的保持不变。`
          : `只填能够确认的，不知道的留空。审核通过后以“厂商自述”显示在产品页，最多${FACTS.perSubmission}项。`}
      </p>
      {endedFacts.length > 0 && <EndedFacts count={endedFacts.length} onRemove={() => submitted.remove(endedFacts)} />}
      {unconfirmedFacts.length > 0 && (
        <StaleFacts
          labels={attributes.filter(({ key }) => findFact(unconfirmedFacts, key)).map(({ label }) => label)}
          onConfirm={submitted.confirmAll}
        />
      )}
      {changedFacts.length > 0 && (
        <SourceField
          value={sourceUrl}
          error={findSourceError(sourceUrl) ?? errors.find(({ path }) => path.endsWith('.sourceUrl'))?.message}
          onChange={submitted.setSourceUrl}
        />
      )}
      {[...Map.groupBy(offeredAttributes, ({ group }) => group)].map(([group, members]) => (
        <fieldset key={group}>
          <legend className="mb-3 font-semibold">{group}</legend>
          <div className="grid items-start gap-x-6 gap-y-4 md:grid-cols-2">
            {members.map((attribute) => (
              <AttributeField
                key={attribute.key}
                attribute={attribute}
                current={findFact(currentFacts, attribute.key)}
                submitted={submitted}
                errors={errors}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

type AttributeFieldProps = {
  attribute: Attribute
  current: CurrentFact | undefined
  submitted: ReturnType<typeof useSubmittedFacts>
  errors: readonly FieldError[]
}

/** The field of an attribute; a stale fact can also be confirmed. */
function AttributeField({ attribute, current, submitted, errors }: AttributeFieldProps) {
  const index = submitted.facts.findIndex((fact) => fact.attribute === attribute.key)
  const value = submitted.facts[index]?.value
  const path = toFactPath(attribute.key)
  const reason = useReason(path)
  const isConfirmable = current?.isStale && (value === undefined || isUnchanged(value, current))
  return (
    <FactInput
      id={getPartId(path)}
      attribute={attribute}
      notice={reason}
      value={value ?? current?.value}
      note={current && describeCurrent(attribute, value, current)}
      error={findError(attribute, value) ?? findServerError(errors, index)}
      onChange={(next) => submitted.setValue(attribute, next)}
    >
      {isConfirmable && (
        <Confirmation
          label={attribute.label}
          isConfirmed={value !== undefined}
          onChange={(isConfirmed) => (isConfirmed ? submitted.confirm(current) : submitted.revoke(current))}
        />
      )}
    </FactInput>
  )
}

/** Returns the current value of a changed fact. A submission can't delete facts. */
function describeCurrent(attribute: Attribute, value: unknown, current: CurrentFact): string | undefined {
  if (value === undefined || isUnchanged(value, current)) return undefined
  const text = describeFactValue(attribute, current.value)
  return value === '' ? `留空不会删除，仍为：${text}` : `现在：${text}`
}

/** Facts of a draft whose attributes aren't asked for any more: without a field, only this removes them. */
const EndedFacts = ({ count, onRemove }: { count: number; onRemove: () => void }) => (
  <div className="tone-orange flex flex-wrap items-center justify-between gap-3 rounded-lg bg-tone px-4 py-2.5">
    <p role="alert">已填的资料中有{count}项已停用，不再需要，请先移除再提交。</p>
    <Button variant="secondary" onClick={onRemove}>
      移除
    </Button>
  </div>
)

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

/** The source of all facts that the vendor changes. */
const SourceField = ({ value, error, onChange }: SourceFieldProps) => (
  <FormField label="这些资料的公开出处" error={error}>
    {(control) => (
      <input
        {...control}
        type="url"
        maxLength={TEXT.link}
        placeholder="https://"
        className={CONTROL_CLASS}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)
