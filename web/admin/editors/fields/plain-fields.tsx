/** The fields with a single value. */
import { AutoComplete, Checkbox, Input, Select, Switch } from 'antd'
import { RATING, TEXT } from '#contracts/limits.ts'
import { parsePath } from '../../components/json-path.ts'
import { NumberInput } from '../../components/number-input.tsx'
import { useEditor, useValueAt } from '../editor-context.tsx'
import type { Field, FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'

type FieldProps<Kind extends Field['kind']> = { field: FieldOf<Kind>; path: string }

/** Returns a field's value as text, and its setter. */
export function useTextAt(path: string): [string, (value: string) => void] {
  const { store } = useEditor()
  const value = useValueAt(path)
  return [String(value ?? ''), (next) => store.set(parsePath(path), next)]
}

export function TextField({ field, path }: FieldProps<'text' | 'url'>) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const { maxLength, inputMode = 'text' } = field.kind === 'text' ? field : { inputMode: 'url' as const }
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control, status) => (
        <Input
          {...control}
          value={value}
          readOnly={!canEdit}
          status={status}
          maxLength={maxLength}
          inputMode={inputMode}
          placeholder={field.kind === 'url' ? '如 https://example.com' : ''}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

/**
 * Grows with its text by CSS: Ant Design's auto-size writes inline styles, which the content security policy blocks.
 */
const AUTO_GROW_CLASS = 'field-sizing-content max-h-80 min-h-16'

/** Longer texts show their length, also in fields without a counter. */
const MIN_COUNTED_LENGTH = TEXT.paragraph / 4

export function ParagraphField({ field, path }: FieldProps<'paragraph'>) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  return (
    <FieldFrame
      path={path}
      label={field.label}
      hint={field.hint}
      extra={
        (field.hasCounter || value.length > MIN_COUNTED_LENGTH) && (
          <span className="text-xs text-muted tabular-nums">{[...value].length}字</span>
        )
      }
    >
      {(control, status) => (
        <Input.TextArea
          {...control}
          value={value}
          readOnly={!canEdit}
          status={status}
          rows={2}
          className={AUTO_GROW_CLASS}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

export function NumberField({ field, path }: FieldProps<'number'>) {
  const { store, canEdit } = useEditor()
  const value = useValueAt(path)
  const set = (next: number | null) => store.set(parsePath(path), next)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <NumberInput
          {...control}
          className="w-full"
          value={typeof value === 'number' ? value : null}
          readOnly={!canEdit}
          min={field.min}
          max={field.max}
          step={field.step}
          {...(Number.isInteger(field.step) ? { precision: 0 } : {})}
          onChange={set}
          onBlur={() => typeof value !== 'number' && set(field.fallback)}
        />
      )}
    </FieldFrame>
  )
}

export function RatingField({ field, path }: FieldProps<'rating'>) {
  const { store, canEdit } = useEditor()
  const value = useValueAt(path)
  const isUnrated = value === null
  const set = (next: number | null) => store.set(parsePath(path), next)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <span className="flex items-center gap-4">
          <NumberInput
            {...control}
            className="w-32"
            value={typeof value === 'number' ? value : null}
            disabled={isUnrated || !canEdit}
            min={RATING.min}
            max={RATING.max}
            step={RATING.step}
            precision={1}
            onChange={(next) => next !== null && set(next)}
          />
          <Checkbox
            checked={isUnrated}
            disabled={!canEdit}
            onChange={(event) => set(event.target.checked ? null : RATING.initial)}
          >
            暂无评分
          </Checkbox>
        </span>
      )}
    </FieldFrame>
  )
}

export function SelectField({ field, path }: FieldProps<'select'>) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control, status) => (
        <Select
          {...control}
          className="w-full"
          value={value || undefined}
          disabled={!canEdit}
          placeholder="请选择"
          status={status}
          options={[...field.options]}
          onChange={(next) => setValue(next ?? '')}
        />
      )}
    </FieldFrame>
  )
}

export function SuggestField({ field, path }: FieldProps<'suggest'>) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const suggestions = useSuggestions(field.suggestions)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <AutoComplete
          {...control}
          className="w-full"
          value={value}
          disabled={!canEdit}
          options={suggestions.map((suggestion) => ({ value: suggestion }))}
          onChange={(next) => setValue(next ?? '')}
        />
      )}
    </FieldFrame>
  )
}

/** Returns the suggestions of a field without duplicates. */
function useSuggestions(source: FieldOf<'suggest'>['suggestions']): string[] {
  const isPath = typeof source === 'string'
  const listAtPath = useValueAt(isPath ? source : '')
  const { store } = useEditor()
  if (typeof source === 'function') return [...new Set(source(store.get().document))]
  const values: readonly unknown[] = isPath ? toArray(listAtPath) : source
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export function SwitchField({ field, path }: FieldProps<'switch'>) {
  const { store, canEdit } = useEditor()
  const value = useValueAt(path)
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <span className="flex min-h-10 items-center">
          <Switch
            {...control}
            // Of all switches, only a product's visibility defaults to on.
            checked={field.key === 'isActive' ? value !== false : value === true}
            disabled={!canEdit || field.isReadOnly === true}
            checkedChildren="是"
            unCheckedChildren="否"
            onChange={(next) => store.set(parsePath(path), next)}
          />
        </span>
      )}
    </FieldFrame>
  )
}
