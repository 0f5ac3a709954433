import { Button } from 'antd'
import { History, Plus, X } from 'lucide-react'
import { memo, useId, useState, useSyncExternalStore } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS } from '#contracts/facts/vocabulary.ts'
import { FACTS } from '#contracts/limits.ts'
import { getStaleDay, getStaleReason } from '#contracts/rules/facts/staleness.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { formatDay } from '../../../shared/formats.ts'
import { type FactDraft, isUnknown } from './fact-drafts.ts'
import { SourceFields } from './source-fields.tsx'
import { getFactFieldId, useFactDrafts, useFactError, useFactForm } from './use-facts-form.ts'
import { ValueField } from './value-field.tsx'

type AttributeFieldsProps = {
  attribute: AttributeRecord
  /** Whether the sources are initially expanded. */
  isSourceOpen?: boolean
  onOpenHistory?: ((attribute: AttributeRecord) => void) | undefined
}

/** The facts of one attribute, each with value and source; an empty value means unknown. */
export const AttributeFields = memo(function AttributeFields({
  attribute,
  isSourceOpen,
  onOpenHistory,
}: AttributeFieldsProps) {
  const { form, canEdit } = useFactForm()
  const drafts = useFactDrafts(attribute.key)
  const { key, label, hint } = attribute
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
        <div className="flex shrink-0 flex-wrap">
          {canEdit && drafts.length > 0 && drafts.length < FACTS.perAttribute && (
            <Button
              type="text"
              title="再加一个来源"
              aria-label={`为${label}再加一个来源`}
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => form.add(key)}
            />
          )}
          {onOpenHistory && drafts.some(({ id }) => id !== '') && (
            <Button
              type="text"
              title="更新记录"
              aria-label={`${label}的更新记录`}
              icon={<History className="size-4" aria-hidden />}
              onClick={() => onOpenHistory(attribute)}
            />
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {drafts.length === 0 && (
          <ValueField
            attribute={attribute}
            path={`facts.${key}.0`}
            value={null}
            onChange={(value) => form.update(key, 0, { value })}
          />
        )}
        {drafts.map((draft, index) => (
          <FactFields
            // The index identifies the fact, since facts are only appended.
            // biome-ignore lint/suspicious/noArrayIndexKey: a new fact has no id yet, and its field must keep the focus when it gets one.
            key={index}
            attribute={attribute}
            draft={draft}
            index={index}
            isSourceOpen={isSourceOpen === true}
          />
        ))}
      </div>
    </fieldset>
  )
})

type FactFieldsProps = { attribute: AttributeRecord; draft: FactDraft; index: number; isSourceOpen: boolean }

function FactFields({ attribute, draft, index, isSourceOpen }: FactFieldsProps) {
  const { form, canEdit } = useFactForm()
  const path = `facts.${attribute.key}.${index}`
  const [isOpen, setIsOpen] = useState(isSourceOpen || draft.id === '')
  const hasSourceError = useSyncExternalStore(form.subscribe, () =>
    ['grade', 'sourceUrl', 'readAt', 'note'].some((name) => form.getError(`${path}.${name}`) !== undefined),
  )
  const valueError = useFactError(`${path}.value`) ?? form.getError(`${path}.attribute`) ?? form.getError(`${path}.id`)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ValueField
            attribute={attribute}
            path={path}
            value={draft.value}
            onChange={(value) => form.update(attribute.key, index, { value })}
          />
          {valueError && (
            <p id={`${getFactFieldId(`${path}.value`)}-error`} className="pt-1 text-sm text-danger">
              {valueError}
            </p>
          )}
        </div>
        {canEdit && (
          <Button
            type="text"
            title="设为未知"
            aria-label={`移除${attribute.label}的这条资料`}
            icon={<X className="size-4" aria-hidden />}
            onClick={() => form.remove(attribute.key, index)}
          />
        )}
      </div>
      <SourceLine
        attribute={attribute}
        draft={draft}
        isOpen={isOpen || hasSourceError}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {(isOpen || hasSourceError) && (
        <SourceFields path={path} source={draft} onChange={(values) => form.update(attribute.key, index, values)} />
      )}
    </div>
  )
}

type SourceLineProps = { attribute: AttributeRecord; draft: FactDraft; isOpen: boolean; onToggle: () => void }

/** A summary of a fact's source on one line, which toggles the fields of the source; or a warning about the fact. */
function SourceLine({ attribute, draft, isOpen, onToggle }: SourceLineProps) {
  const link = toSafeLink(draft.sourceUrl)
  const dates = { readAt: draft.readAt === '' ? null : draft.readAt, validUntil: getValidUntil(draft.value) }
  const staleOn = getStaleDay({ ...dates, staleAfterMonths: attribute.staleAfterMonths })
  const staleReason = getStaleReason({ ...dates, staleOn }, toDay(new Date()))
  if (isUnknown(draft))
    return (
      <p className="text-sm text-muted">
        {draft.id === '' ? '还没有填写值，保存时不会留下这一条。' : '值为空：保存后这条资料会移除，成为未知。'}
      </p>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <button
        type="button"
        aria-expanded={isOpen}
        className="min-h-11 cursor-pointer border-0 bg-transparent p-0 text-sm text-muted underline decoration-dotted md:min-h-0"
        onClick={onToggle}
      >
        {FACT_GRADE_LABELS[draft.grade]}，{formatDay(draft.readAt) || '日期不明'}
        <span className="sr-only">，{attribute.label}的来源</span>
      </button>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 min-w-0 max-w-72 items-center md:min-h-0"
        >
          <span className="truncate">{new URL(link).host}</span>
        </a>
      )}
      {draft.note && <span className="max-w-md truncate">{draft.note}</span>}
      {staleReason && (
        <span className="rounded border border-tone bg-tone px-1 text-xs text-tone tone-orange">
          {STALE_REASON_LABELS[staleReason]}
        </span>
      )}
    </p>
  )
}

const getValidUntil = (value: unknown): string | null =>
  isObject(value) && typeof value.validUntil === 'string' && value.validUntil !== '' ? value.validUntil : null
