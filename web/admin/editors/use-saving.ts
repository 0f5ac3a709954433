import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { ADMIN_MESSAGES, CONTENT_LOAD_FAILED, CONTENT_SAVED } from '#contracts/messages.ts'
import { failureMessage, isReadFailure } from '../../shared/read-failure.ts'
import { faultsOf, loadDocument, saveDocument } from './document-calls.ts'
import type { Editor } from './editor-context.tsx'
import type { Loaded } from './editor-store.ts'
import type { JsonFault } from './json/parse-json.ts'
import type { Json } from './json-path.ts'

/** Mine, the server's newer one, and what both started from. */
export type Conflict = { mine: Json; base: Json; theirs: Loaded }

export type Saving = ReturnType<typeof useSaving>

/** Saving: the check before it, what came of it, and the conflict that it may meet. */
export function useSaving({ kind, store, open }: Editor) {
  const [isSaving, setSaving] = useState(false)
  const [isReloading, setReloading] = useState(false)
  const [notice, setNotice] = useState<{ text: string; at: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<readonly FieldError[]>([])
  const [jsonFault, setJsonFault] = useState<JsonFault | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  function showFaults(found: readonly FieldError[]) {
    setFaults(found)
    open.showFaults(found)
  }

  async function send(document: Json) {
    setSaving(true)
    try {
      const saved = await saveDocument(kind, document, store.get().loaded.revision)
      store.saved(document, saved)
      setConflict(null)
      setNotice({ text: saved.message ?? CONTENT_SAVED[kind], at: Date.now() })
    } catch (error) {
      await explain(error, document)
    } finally {
      setSaving(false)
    }
  }

  async function explain(error: unknown, document: Json) {
    if (error instanceof DOMException) return
    if (isReadFailure(error) && error.status === 412) return meet(document)
    if (isReadFailure(error) && error.errors) showFaults(error.errors)
    setFailure(`${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`)
  }

  /** Lays the server's newer document beside the edits. */
  async function meet(mine: Json) {
    try {
      setConflict({ mine, base: store.get().loaded.document, theirs: await loadDocument(kind) })
    } catch (error) {
      setFailure(`${ADMIN_MESSAGES.saveFailedBecause}${failureMessage(error, ADMIN_MESSAGES.saveFailed)}`)
    }
  }

  /** Reads the document anew; what was edited is given up. */
  async function reload() {
    setReloading(true)
    try {
      store.load(await loadDocument(kind))
      setFailure(null)
      setJsonFault(null)
      showFaults([])
    } catch (error) {
      setFailure(`${CONTENT_LOAD_FAILED[kind]}${failureMessage(error, ADMIN_MESSAGES.loadFailed)}`)
    } finally {
      setReloading(false)
    }
  }

  return {
    ...{ isSaving, isReloading, reload, notice, failure, faults, jsonFault, conflict },
    setNotice: (text: string | null) => setNotice(text === null ? null : { text, at: Date.now() }),
    setFailure,
    setJsonFault,
    showFaults,
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
      const found = faultsOf(kind, now.document)
      showFaults(found)
      if (found.length === 0) await send(now.document)
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
