import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createVersionedForm, type VersionedFormOptions } from './versioned-form.ts'

export type VersionedFormView<Value> = ReturnType<typeof useVersionedForm<Value>>

/**
 * The one way to save a form of the back office that others may save, too: with version checks, comparison and merging
 * of conflicts, invalid fields marked, and no input lost. `side` must stay the same; other options may change between
 * renders.
 */
export function useVersionedForm<Value>(options: VersionedFormOptions<Value>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { side, mergesAlone = false } = options
  const [form] = useState(() =>
    createVersionedForm<Value>({
      side: {
        edits: side.edits,
        setErrors: (errors) => latest.current.side.setErrors(errors),
        showNotice: (notice) => latest.current.side.showNotice?.(notice),
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
  const state = useSyncExternalStore(form.subscribe, form.get)
  // One by one: what else is edited draws nothing here anew.
  const isDirty = useSyncExternalStore(side.edits.subscribe, () => side.edits.get().isDirty)
  const loaded = useSyncExternalStore(side.edits.subscribe, () => side.edits.get().loaded)
  return { ...form, ...state, isDirty, loaded, isSaving: state.activity === 'saving' }
}
