import { Button } from 'antd'
import { isObject } from '#contracts/rules/is-object.ts'
import type { Change } from '#contracts/rules/json-diff.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { describeSides, describeValue } from '../form/describe-value.ts'
import type { Field } from '../form/form-types.ts'
import type { ChangeGroup, LocatedChange } from './group-changes.ts'
import { Marked } from './marked.tsx'
import { RichTextDifference } from './rich-text-difference.tsx'
import { TextDifference } from './text-difference.tsx'

/** Applies changes to the form as an unsaved edit. */
export type RestoreChanges = (changes: readonly Change[]) => void

type ChangeGroupCardProps = {
  group: ChangeGroup
  kindLabels: Record<Change['kind'], string>
  onRestore?: RestoreChanges | undefined
}

/** Shows the changes of one list item, or of one field outside lists. */
export function ChangeGroupCard({ group, kindLabels, onRestore }: ChangeGroupCardProps) {
  const { label, changes } = group
  const restoreAll = onRestore && (() => onRestore(changes.map(({ change }) => change)))
  return (
    <li className="rounded-lg border border-line">
      <div className="flex items-start justify-between gap-3 px-3 pt-2">
        <h4 className="min-w-0 py-1 text-base">{label}</h4>
        {restoreAll && (
          <Button size="small" className="pointer-coarse:min-h-11" aria-label={`恢复${label}`} onClick={restoreAll}>
            {changes.length > 1 ? '恢复整项' : '恢复'}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line px-3 pb-2">
        {changes.map((located) => (
          <ChangeRow
            key={`${located.change.kind} ${located.change.path}`}
            located={located}
            kindLabels={kindLabels}
            // A single change is restored by the button of its group.
            onRestore={changes.length > 1 ? onRestore : undefined}
          />
        ))}
      </ul>
    </li>
  )
}

type ChangeRowProps = {
  located: LocatedChange
  kindLabels: Record<Change['kind'], string>
  onRestore?: RestoreChanges | undefined
}

function ChangeRow({ located, kindLabels, onRestore }: ChangeRowProps) {
  const { change, label, field } = located
  return (
    <li className="flex flex-col gap-1 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {label && <span className="text-muted">{label}</span>}
        {change.kind !== 'changed' && (
          <ToneTag tone="gray" className="text-xs">
            {kindLabels[change.kind]}
          </ToneTag>
        )}
        {onRestore && (
          <Button
            type="link"
            size="small"
            className="ml-auto pointer-coarse:min-h-11"
            aria-label={`恢复${label || kindLabels[change.kind]}`}
            onClick={() => onRestore([change])}
          >
            恢复
          </Button>
        )}
      </div>
      <ChangedValue change={change} field={field} />
    </li>
  )
}

/** Returns whether a field's texts are compared word by word. */
const isPlainText = (field: Field | undefined) =>
  field === undefined || ['text', 'paragraph', 'url', 'day', 'suggest', 'texts'].includes(field.kind)

function ChangedValue({ change, field }: { change: Change; field: Field | undefined }) {
  const { kind, before, after } = change
  if (kind === 'moved') {
    const positions = describeSides(change)
    return (
      <p>
        {positions.before} → {positions.after}
      </p>
    )
  }
  const texts = { before: before ?? '', after: after ?? '' }
  if (typeof texts.before === 'string' && typeof texts.after === 'string') {
    const sides = { before: texts.before, after: texts.after }
    if (field?.kind === 'rich-text') return <RichTextDifference {...sides} />
    if (field?.kind === 'image') return <Pictures {...sides} />
    if (isPlainText(field))
      return <TextDifference before={describeOrEmpty(before, field)} after={describeOrEmpty(after, field)} />
  }
  const isEntireValue = isObject(before) || isObject(after)
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-1 whitespace-pre-wrap">
      {before !== undefined && (
        <Marked status="removed" isEntireValue={isEntireValue}>
          {describeValue(before, field)}
        </Marked>
      )}
      {after !== undefined && (
        <Marked status="added" isEntireValue={isEntireValue}>
          {describeValue(after, field)}
        </Marked>
      )}
    </p>
  )
}

/** Returns a value as text; '' if it is missing. */
const describeOrEmpty = (value: unknown, field: Field | undefined): string =>
  value === undefined || value === '' ? '' : describeValue(value, field)

function Pictures({ before, after }: { before: string; after: string }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Picture status="removed" value={before} />
      {before !== '' && after !== '' && '→'}
      <Picture status="added" value={after} />
    </p>
  )
}

function Picture({ status, value }: { status: 'removed' | 'added'; value: string }) {
  if (value === '') return null
  if (!value.startsWith('/')) return <Marked status={status}>{value}</Marked>
  return (
    <img
      src={value}
      alt={status === 'removed' ? '原来的图片' : '新的图片'}
      className={`size-14 rounded-lg border border-line object-contain ${status === 'removed' ? 'opacity-60' : ''}`}
    />
  )
}
