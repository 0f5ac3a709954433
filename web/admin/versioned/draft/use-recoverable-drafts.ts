import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject } from '#contracts/rules/is-object.ts'
import { waitUntilEditorClosed } from '../../../shared/versioned/editor-lock.ts'
import type { Edits, RestoredEdits } from '../../../shared/versioned/edits.ts'
import { listDraftChanges } from './draft-changes.ts'
import type { DraftStore, DraftWithDevice } from './draft-store.ts'

/** A draft whose editor was closed, which can be restored or discarded. */
export type RecoverableDraft<Value> = DraftWithDevice & RestoredEdits<Value>

type RecoverableDraftsInput<Value> = {
  ownId: string
  resourceKey: string
  edits: Pick<Edits<Value>, 'get'>
  store: Pick<DraftStore, 'listIds' | 'find' | 'remove'>
}

/**
 * Returns the recoverable drafts of an object, latest first. Looks for further ones each time the page becomes visible.
 * A draft without changes from the loaded version is removed.
 */
export function useRecoverableDrafts<Value>({ ownId, resourceKey, edits, store }: RecoverableDraftsInput<Value>) {
  const [drafts, setDrafts] = useState<readonly RecoverableDraft<Value>[]>([])
  /** The ids of this editor's draft and of the drafts that were already looked up. */
  const seenIds = useRef(new Set([ownId]))

  const add = useCallback((draft: RecoverableDraft<Value>) => {
    seenIds.current.add(draft.id)
    setDrafts((current) => [draft, ...current].sort((a, b) => b.editedAt.localeCompare(a.editedAt)))
  }, [])

  /** Adds a draft when its editor has closed, unless its edits were saved by then. */
  const addWhenEditorClosed = useCallback(
    async (id: string, signal: AbortSignal) => {
      seenIds.current.add(id)
      if (!(await waitUntilEditorClosed(id, signal))) {
        seenIds.current.delete(id)
        return
      }
      const draft = await store.find(id)
      if (!draft || signal.aborted || !isRecoverable<Value>(draft)) return
      if (draft.text === null && listDraftChanges(draft, edits.get().loaded.value).length === 0) void store.remove(id)
      else add(draft)
    },
    [store, edits, add],
  )

  const addNewDrafts = useCallback(
    async (signal: AbortSignal) => {
      const ids = await store.listIds(resourceKey)
      for (const id of ids) if (!seenIds.current.has(id)) void addWhenEditorClosed(id, signal)
    },
    [store, addWhenEditorClosed, resourceKey],
  )

  useEffect(() => {
    const lifetime = new AbortController()
    void addNewDrafts(lifetime.signal)
    const handleVisibilityChange = () => {
      if (document.visibilityState === 'visible') void addNewDrafts(lifetime.signal)
    }
    document.addEventListener('visibilitychange', handleVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibilityChange)
      lifetime.abort()
    }
  }, [addNewDrafts])

  return {
    drafts,
    add,
    remove: ({ id }: RecoverableDraft<Value>) => setDrafts((current) => current.filter((draft) => draft.id !== id)),
  }
}

/** Narrows the type of a draft. Only the forms of a resource write its drafts, so the value has the form's type. */
export const isRecoverable = <Value>(draft: DraftWithDevice): draft is RecoverableDraft<Value> & DraftWithDevice =>
  isObject(draft.value)
