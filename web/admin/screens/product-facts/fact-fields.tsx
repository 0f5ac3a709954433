import { Button, Checkbox } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import { FACT_GRADE_LABELS, STALE_REASON_LABELS, type StaleReason } from '#contracts/facts/vocabulary.ts'
import { checkSource } from '#contracts/rules/facts/check-facts.ts'
import { getStaleDay, getStaleReason } from '#contracts/rules/facts/staleness.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { formatDay } from '../../../shared/formats.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { getFactMessageId } from './fact-control.tsx'
import { type FactDraft, isUnknown } from './fact-drafts.ts'
import { useFactError, useFactForm } from './fact-form-context.ts'
import { SourceFields } from './source-fields.tsx'
import { ValueField } from './value-field.tsx'

type FactFieldsProps = {
  attribute: AttributeRecord
  /** `undefined` if the attribute has no fact yet: the first input in the field creates it. */
  draft: FactDraft | undefined
  /** The position of the fact among those of the attribute. */
  index: number
  /** Whether the source is initially expanded. */
  isSourceOpen: boolean
}

/** One fact: its value and, if expanded, its source. */
export function FactFields({ attribute, draft, index, isSourceOpen }: FactFieldsProps) {
  const { form, canEdit } = useFactForm()
  const path = `facts.${attribute.key}.${index}`
  const valueError = useFactError(`${path}.value`, `${path}.attribute`, `${path}.id`)
  const update = (changes: Partial<FactDraft>) => form.update(attribute.key, index, changes)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <ValueField
            attribute={attribute}
            path={path}
            value={draft?.value ?? null}
            onChange={(value) => update({ value })}
          />
          {valueError && (
            <p id={getFactMessageId(`${path}.value`)} className="pt-1 text-sm text-danger">
              {valueError}
            </p>
          )}
        </div>
        {canEdit && draft && (
          <Button
            type="text"
            title="设为未知"
            aria-label={`移除${attribute.label}的这条资料`}
            icon={<X className="size-4" aria-hidden />}
            onClick={() => form.remove(attribute.key, index)}
          />
        )}
      </div>
      {draft && Array.isArray(draft.value) && draft.value.length > 0 && (
        <Checkbox
          checked={draft.isComplete}
          disabled={!canEdit}
          onChange={({ target }) => update({ isComplete: target.checked })}
        >
          清单完整：没有列出的，就是没有
        </Checkbox>
      )}
      {draft && (
        <DraftSource attribute={attribute} draft={draft} path={path} isSourceOpen={isSourceOpen} onChange={update} />
      )}
    </div>
  )
}

type DraftSourceProps = Pick<FactFieldsProps, 'attribute' | 'isSourceOpen'> & {
  draft: FactDraft
  path: string
  onChange: (changes: Partial<FactDraft>) => void
}

/** The source of a fact, on one line or expanded. It is expanded as long as it is incomplete or has an error. */
function DraftSource({ attribute, draft, path, isSourceOpen, onChange }: DraftSourceProps) {
  const [isExpanded, setIsExpanded] = useState(() => isSourceOpen || (draft.id === '' && !isSourceComplete(draft)))
  const sourceError = useFactError(`${path}.grade`, `${path}.sourceUrl`, `${path}.readAt`, `${path}.note`)
  const isOpen = isExpanded || sourceError !== undefined
  return (
    <>
      {isUnknown(draft) ? (
        <UnknownNotice isNew={draft.id === ''} />
      ) : (
        <SourceSummary
          attribute={attribute}
          draft={draft}
          isOpen={isOpen}
          onToggle={() => setIsExpanded(!isExpanded)}
        />
      )}
      {isOpen && <SourceFields path={path} source={draft} onChange={onChange} />}
    </>
  )
}

/** Whether the source can be saved, such as that of a new fact if the default source is filled in. */
const isSourceComplete = ({ grade, sourceUrl, readAt }: FactDraft): boolean =>
  checkSource({ grade, sourceUrl, readAt: readAt || null }, toDay(new Date())).length === 0

/** Says what a save does with a fact that has no value. */
const UnknownNotice = ({ isNew }: { isNew: boolean }) => (
  <p className="text-sm text-muted">
    {isNew ? '还没有填写值，保存时不会留下这一条。' : '值为空：保存后这条资料会移除，成为未知。'}
  </p>
)

type SourceSummaryProps = { attribute: AttributeRecord; draft: FactDraft; isOpen: boolean; onToggle: () => void }

/** A fact's source on one line, with a button that expands its fields. */
function SourceSummary({ attribute, draft, isOpen, onToggle }: SourceSummaryProps) {
  const link = toSafeLink(draft.sourceUrl)
  const staleReason = findStaleReason(draft, attribute)
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
        <ToneTag tone="orange" className="text-xs">
          {STALE_REASON_LABELS[staleReason]}
        </ToneTag>
      )}
    </p>
  )
}

/** Returns why a fact must be confirmed again, as of today; `null` if it need not be. */
function findStaleReason({ readAt, value }: FactDraft, { staleAfterMonths }: AttributeRecord): StaleReason | null {
  const dates = { readAt: readAt === '' ? null : readAt, validUntil: getValidUntil(value) }
  const staleOn = getStaleDay({ ...dates, staleAfterMonths })
  return getStaleReason({ ...dates, staleOn }, toDay(new Date()))
}

const getValidUntil = (value: unknown): string | null =>
  isObject(value) && typeof value.validUntil === 'string' && value.validUntil !== '' ? value.validUntil : null
