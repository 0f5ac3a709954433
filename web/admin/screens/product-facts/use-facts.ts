import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { AttributeRecord } from '#contracts/facts/attribute.ts'
import type { ProductFacts } from '#contracts/facts/fact.ts'
import { FACT_MESSAGES } from '#contracts/facts/messages.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { getFailureMessage } from '../../../shared/call-failure.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../../shared/versioned/versioned-form.ts'
import { useNoticeToast } from '../../versioned/use-notice-toast.ts'
import { useVersionedEdits } from '../../versioned/use-versioned-edits.ts'
import { createFactDescriber } from './describe-difference.ts'
import { FACTS_KEY, type FactsOwner, loadFacts, saveFacts } from './fact-calls.ts'
import { checkDrafts, type FactDraft, type FactDrafts, toDrafts, toInputs } from './fact-drafts.ts'
import { createFactForm, type FactForm } from './fact-form.ts'

type Attributes = ReadonlyMap<string, AttributeRecord>
type UseFacts = {
  owner: FactsOwner
  loaded: Versioned<ProductFacts>
  attributes: Attributes
  onSaved?: (() => void) | undefined
}

export type FactsSaving = ReturnType<typeof useFacts>['saving']

/** Returns the key of a product's facts for drafts and for the prompt before leaving. */
export const getFactsResourceKey = ({ catalogue, id }: FactsOwner): string => `facts:${catalogue}:${id}`

/** Returns the versioned form of a product's facts, with drafts, conflict resolution and undo. */
export function useFacts({ owner, loaded, attributes, onSaved }: UseFacts) {
  const { catalogue } = owner
  const today = toDay(new Date())
  const [form] = useState(() =>
    createFactForm(
      { value: toDrafts(loaded.value), version: loaded.version },
      { grade: 'public', sourceUrl: '', readAt: today, note: '' },
    ),
  )
  const saving = useVersionedEdits<FactDrafts>(useFactsSource(owner, attributes), {
    resourceKey: getFactsResourceKey(owner),
    edits: form.edits,
    describeDifference: useMemo(() => createFactDescriber(attributes), [attributes]),
    check: (value) => checkDrafts(value, { attributes, catalogue, today }),
    setErrors(errors: readonly FieldError[]): boolean {
      const haveFields = form.setErrors(errors)
      if (errors[0]) focusField(errors[0].path)
      return haveFields
    },
    showNotice: useNoticeToast(),
    onSaved() {
      onSaved?.()
      return false
    },
  })
  return { form, saving }
}

function useFactsSource(owner: FactsOwner, attributes: Attributes): VersionedResource<FactDrafts> {
  const client = useQueryClient()
  return {
    async read() {
      const { value, version } = await loadFacts(owner)
      return { value: toDrafts(value), version }
    },
    async save(drafts, { version }) {
      try {
        const saved = await saveFacts(owner, toInputs(drafts, attributes).facts, version)
        return { ...saved, value: toDrafts(saved.value) }
      } finally {
        void client.invalidateQueries({ queryKey: FACTS_KEY })
      }
    },
    toFormErrors: (errors, drafts) => toInputs(drafts, attributes).toDraftErrors(errors),
    savedMessage: FACT_MESSAGES.saved,
    getErrorMessage: (error) => getFailureMessage(error, FACT_MESSAGES.saveFailed),
  }
}

/** Returns the element id of a field's control. */
export const factFieldId = (path: string): string => path.replaceAll('.', '-')

/**
 * Focuses a field on the next frame, when it has been expanded. An error within a value belongs to its first control.
 */
function focusField(path: string) {
  requestAnimationFrame(() => {
    const parts = path.split('.')
    for (let length = parts.length; length > 2; length--) {
      const field = document.getElementById(factFieldId(parts.slice(0, length).join('.')))
      if (!field) continue
      field.focus()
      field.scrollIntoView({ block: 'center' })
      return
    }
  })
}

/** The props of a value's control, for any attribute type. */
export type ValueFieldProps = {
  attribute: AttributeRecord
  /** The path of the fact: `facts.license.0`. */
  path: string
  value: unknown
  onChange: (value: unknown) => void
}

type FactContext = { form: FactForm; canEdit: boolean }
const Context = createContext<FactContext | null>(null)
export const FactFormProvider = Context

/** Returns the form that contains a field. */
export function useFactForm(): FactContext {
  const context = use(Context)
  if (!context) throw new Error('A field of facts stands outside their form')
  return context
}

export function useDrafts(attribute: string): readonly FactDraft[] {
  const { form } = useFactForm()
  return useSyncExternalStore(form.subscribe, () => form.getDrafts(attribute))
}

export function useFactError(path: string): string | undefined {
  const { form } = useFactForm()
  return useSyncExternalStore(form.subscribe, () => form.getError(path))
}

/** Tracks unsaved facts: returns the rendered state, a getter for the current one, and the form's callback. */
export function useFactsDirty() {
  const now = useRef(false)
  const [isDirty, setDirty] = useState(false)
  const setBoth = useCallback((next: boolean) => {
    now.current = next
    setDirty(next)
  }, [])
  const isDirtyNow = useCallback(() => now.current, [])
  return { isDirty, isDirtyNow, onDirtyChange: setBoth }
}
