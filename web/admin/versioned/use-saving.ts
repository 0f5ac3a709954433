import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { isReadFailure } from '../../shared/read-failure.ts'
import type { Editor } from '../editors/editor-context.tsx'
import type { Loaded } from '../editors/editor-store.ts'
import type { JsonFault } from '../editors/json/parse-json.ts'
import type { Json } from '../editors/json-path.ts'
import type { Saved } from '../editors/subject.ts'

/** Mine, the server's newer one, and what both started from. */
export type Conflict = { mine: Json; base: Json; theirs: Loaded }

export type Saving = ReturnType<typeof useSaving>

/**
 * Saving: the check before it, what came of it, and the conflict that it may meet. `onSaved` hears of what the server
 * took, once nothing is unsaved, and says whether it told of it itself.
 */
export function useSaving({ subject, store, open }: Editor, onSaved?: (saved: Saved) => boolean) {
  const [isSaving, setSaving] = useState(false)
  const [isReloading, setReloading] = useState(false)
  const [notice, setNotice] = useState<{ text: string; at: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [jsonFault, setJsonFault] = useState<JsonFault | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** Counts the saves that met a wrong field. */
  const [refusals, setRefusals] = useState(0)

  function refuse(found: readonly FieldError[]) {
    open.showFaults(found)
    setRefusals((count) => count + 1)
  }

  async function send(document: Json) {
    setSaving(true)
    try {
      const saved = await subject.save(document, store.get().loaded.revision)
      store.saved(document, saved)
      setConflict(null)
      const isTold = !store.get().isDirty && onSaved?.(saved)
      if (!isTold) setNotice({ text: saved.message ?? subject.sentences.saved, at: Date.now() })
    } catch (error) {
      await explain(error, document)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown, document: Json) {
    if (error instanceof DOMException) return
    if (isReadFailure(error) && error.status === 412) return meet(document)
    if (isReadFailure(error) && error.errors) refuse(error.errors)
    setFailure(subject.sentences.saveFailed(error))
  }

  /** Lays the server's newer document beside the edits. */
  async function meet(mine: Json) {
    try {
      setConflict({ mine, base: store.get().loaded.document, theirs: await subject.load() })
    } catch (error) {
      setFailure(subject.sentences.newerFailed(error))
    }
  }

  /** Reads the document anew; what was edited is given up. */
  async function reload() {
    setReloading(true)
    try {
      store.load(await subject.load())
      setFailure(null)
      setJsonFault(null)
      open.showFaults([])
    } catch (error) {
      setFailure(subject.sentences.reloadFailed(error))
    } finally {
      setReloading(false)
    }
  }

  return {
    ...{ isSaving, isReloading, reload, notice, failure, jsonFault, conflict, refusals },
    setNotice: (text: string | null) => setNotice(text === null ? null : { text, at: Date.now() }),
    setFailure,
    setJsonFault,
    closeConflict: () => setConflict(null),

    async save(): Promise<void> {
      if (isSaving) return
      setFailure(null)
      setJsonFault(null)
      const now = store.current()
      if ('fault' in now) {
        setJsonFault(now.fault)
        return
      }
      const found = subject.faultsOf(now.document, store.get().loaded.document)
      if (found.length > 0) refuse(found)
      else {
        open.showFaults([])
        await send(now.document)
      }
    },

    /** Compares with the server's newer document before saving. */
    async compare(): Promise<void> {
      const now = store.current()
      if ('fault' in now) setJsonFault(now.fault)
      else await meet(now.document)
    },

    /** Saves what was merged, over the revision that it was merged with. */
    async saveMerged(document: Json, theirs: Loaded): Promise<void> {
      store.rebase(theirs)
      store.replace(document)
      await send(store.get().document)
    },
  }
}
