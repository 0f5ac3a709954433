import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createVersionedForm, type VersionedFormOptions } from '../../shared/versioned/versioned-form.ts'
import { type DraftSubject, useDrafts } from './draft/use-drafts.ts'
import { useFieldChange } from './undo/undo-keys.ts'

type FormOptions<Value> = VersionedFormOptions<Value> & { draft: DraftSubject }

export type VersionedFormView<Value> = ReturnType<typeof useVersionedForm<Value>>

/**
 * The one way to save a form of the back office that others may save, too: with version checks, comparison and merging
 * of conflicts, invalid fields marked, drafts of what is unsaved, and no input lost. `binding` and `draft` must stay the
 * same; other options may change between renders.
 */
export function useVersionedForm<Value>(options: FormOptions<Value>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { binding, mergesAlone = false } = options
  const [form] = useState(() =>
    createVersionedForm<Value>({
      binding: {
        edits: binding.edits,
        setErrors: (errors) => latest.current.binding.setErrors(errors),
        showNotice: (notice) => latest.current.binding.showNotice?.(notice),
      },
      source: {
        read: () => latest.current.source.read(),
        save: (value, revision) => latest.current.source.save(value, revision),
        getKept: (value) => latest.current.source.getKept?.(value) ?? value,
        messages: options.source.messages,
      },
      check: (value, loaded) => latest.current.check?.(value, loaded) ?? [],
      onSaved: (saved) => latest.current.onSaved?.(saved) ?? false,
      mergesAlone,
    }),
  )
  const drafts = useDrafts(binding.edits, options.draft)
  useFieldChange(binding.edits.closeStep)
  const state = useSyncExternalStore(form.subscribe, form.get)
  // Subscribed one by one, so that other edits don't rerender this.
  const isDirty = useSyncExternalStore(binding.edits.subscribe, () => binding.edits.get().isDirty)
  const loaded = useSyncExternalStore(binding.edits.subscribe, () => binding.edits.get().loaded)
  return { ...form, ...state, drafts, isDirty, loaded, isSaving: state.activity === 'saving' }
}
