import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject } from '#contracts/rules/is-object.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import type { Edits, RestoredEdits } from '../../../shared/versioned/edits.ts'
import { useUser } from '../../session/session.ts'
import { createBrowserDrafts } from './browser-drafts.ts'
import { listDraftChanges } from './draft-changes.ts'
import { removeSecrets, restoreSecrets } from './draft-secrets.ts'
import { createDraftStore, type DraftWithDevice, type StoredDraft } from './draft-store.ts'
import { acquireEditorLock, waitUntilEditorClosed } from './editor-lock.ts'
import { createServerDrafts } from './server-drafts.ts'

const STORE_DEBOUNCE_MS = 300
/** Each of these may be the last event of a page: when the tab is closed or reloaded, or the app is switched. */
const UNLOAD_EVENTS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

export type DraftedResource = {
  /** Identifies the edited object. */
  resourceKey: string
  /** The paths of passwords and other secrets, which are left out of drafts. */
  secrets?: readonly string[]
}

/** A draft whose editor was closed, which can be restored or discarded. */
export type RecoverableDraft<Value> = DraftWithDevice & RestoredEdits<Value>

type DraftedEdits<Value> = Pick<Edits<Value>, 'get' | 'subscribe' | 'getDraftContent' | 'restore'>

/**
 * Stores unsaved edits as a draft, and returns the recoverable drafts of closed editors. A draft is removed when its
 * edits are saved, or when the user discards or restores it.
 */
export function useDrafts<Value>(edits: DraftedEdits<Value>, { resourceKey, secrets = [] }: DraftedResource) {
  // The author of the edits: another user may be signed in by the time they are stored.
  const { _id: userId } = useUser()
  const [{ id, store, toDraft }] = useState(() => ({
    id: createRandomId(),
    store: createDraftStore(createBrowserDrafts(userId), createServerDrafts(userId)),
    toDraft: (draftId: string): StoredDraft | undefined => toStoredDraft(edits, { id: draftId, resourceKey, secrets }),
  }))
  const [recoverable, setRecoverable] = useState<readonly RecoverableDraft<Value>[]>([])
  /** The ids of this editor's draft and of the drafts that were already looked up. */
  const seenIds = useRef(new Set([id]))
  const isStored = useRef(false)

  const storeEdits = useCallback(() => {
    const draft = edits.get().isDirty ? toDraft(id) : undefined
    if (draft) {
      isStored.current = true
      void store.save(draft)
    } else if (isStored.current) {
      isStored.current = false
      void store.remove(id)
    }
  }, [store, edits, id, toDraft])

  const addRecoverable = useCallback((draft: RecoverableDraft<Value>) => {
    seenIds.current.add(draft.id)
    setRecoverable((current) => [draft, ...current].sort((a, b) => b.editedAt.localeCompare(a.editedAt)))
  }, [])

  /** Adds a draft to the recoverable ones when its editor has closed, unless its edits were saved by then. */
  const addWhenEditorClosed = useCallback(
    async (draftId: string, signal: AbortSignal) => {
      seenIds.current.add(draftId)
      if (!(await waitUntilEditorClosed(draftId, signal))) {
        seenIds.current.delete(draftId)
        return
      }
      const draft = await store.find(draftId)
      if (!draft || signal.aborted || !isRecoverable<Value>(draft)) return
      if (draft.text === null && listDraftChanges(draft, edits.get().loaded.value).length === 0)
        void store.remove(draftId)
      else addRecoverable(draft)
    },
    [store, edits, addRecoverable],
  )

  const findRecoverable = useCallback(
    async (signal: AbortSignal) => {
      const ids = await store.listIds(resourceKey)
      for (const draftId of ids) if (!seenIds.current.has(draftId)) void addWhenEditorClosed(draftId, signal)
    },
    [store, addWhenEditorClosed, resourceKey],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const storeNow = () => {
      clearTimeout(timer)
      timer = undefined
      storeEdits()
    }
    const unsubscribe = edits.subscribe(() => {
      if (!edits.get().isDirty) storeNow()
      else timer ??= setTimeout(storeNow, STORE_DEBOUNCE_MS)
    })
    const storeAndUpload = () => {
      if (timer !== undefined) storeNow()
      if (isStored.current) void store.flush(id)
    }
    // `visibilitychange` is dispatched on the document and bubbles to the window.
    for (const event of UNLOAD_EVENTS) window.addEventListener(event, storeAndUpload)
    return () => {
      storeAndUpload()
      unsubscribe()
      for (const event of UNLOAD_EVENTS) window.removeEventListener(event, storeAndUpload)
    }
  }, [store, edits, id, storeEdits])

  // Must come after the effect above, whose cleanup stores the edits before the lock is released.
  useEffect(() => {
    const lifetime = new AbortController()
    acquireEditorLock(id, lifetime.signal)
    void findRecoverable(lifetime.signal)
    const handleVisibilityChange = () => {
      if (document.visibilityState === 'visible') void findRecoverable(lifetime.signal)
    }
    document.addEventListener('visibilitychange', handleVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibilityChange)
      lifetime.abort()
    }
  }, [id, findRecoverable])

  /** Stores a draft and uploads it immediately. */
  async function storeAndUpload(draft: StoredDraft): Promise<void> {
    await store.save(draft)
    await store.flush(draft.id)
  }

  const removeRecoverable = (draft: RecoverableDraft<Value>) =>
    setRecoverable((current) => current.filter((other) => other.id !== draft.id))

  /** Stores the current edits as a separate, recoverable draft, before other edits replace them. */
  function storeSeparately(): void {
    const separateDraft = edits.get().isDirty ? toDraft(createRandomId()) : undefined
    if (!separateDraft) return
    void storeAndUpload(separateDraft)
    const draft: DraftWithDevice = { ...separateDraft, device: null }
    if (isRecoverable<Value>(draft)) addRecoverable(draft)
  }

  return {
    recoverable,
    storeSeparately,

    /** Restores a draft into the form. The edits that it replaces become a recoverable draft. */
    restore(draft: RecoverableDraft<Value>): void {
      storeSeparately()
      removeRecoverable(draft)
      edits.restore(restoreSecrets(draft, edits.get().loaded.value, secrets))
      const ownDraft = toDraft(id)
      isStored.current = true
      if (ownDraft) void storeAndUpload(ownDraft).then(() => store.remove(draft.id))
    },

    /** Removes a draft. Returns a function that restores it. */
    discard(draft: RecoverableDraft<Value>): () => void {
      removeRecoverable(draft)
      const removed = store.remove(draft.id)
      return () => {
        const { device: _device, ...stored } = draft
        void removed.then(() => storeAndUpload(stored))
        addRecoverable(draft)
      }
    },
  }
}

function toStoredDraft(
  edits: DraftedEdits<unknown>,
  { id, resourceKey, secrets = [] }: DraftedResource & { id: string },
): StoredDraft | undefined {
  const { value: editedValue, text } = edits.getDraftContent()
  const { loaded } = edits.get()
  const value = removeSecrets(editedValue, secrets)
  const base = removeSecrets(loaded.value, secrets)
  if (!isObject(value) || !isObject(base)) return undefined
  return {
    id,
    subject: resourceKey,
    editedAt: new Date().toISOString(),
    loaded: { value: base, version: loaded.version },
    value,
    text,
  }
}

/** Narrows the type of a draft. Only the forms of a resource write its drafts, so the value has the form's type. */
const isRecoverable = <Value>(draft: DraftWithDevice): draft is RecoverableDraft<Value> & DraftWithDevice =>
  isObject(draft.value)
