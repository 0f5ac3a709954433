import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject } from '#contracts/rules/is-object.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import type { Edits, RestoredEdits } from '../../../shared/versioned/edits.ts'
import { useUser } from '../../session/session.ts'
import { createBrowserDrafts } from './browser-drafts.ts'
import { listDraftChanges } from './draft-changes.ts'
import { blankSecrets, fillSecrets } from './draft-secrets.ts'
import { createDrafts, type FoundDraft, type StoredDraft } from './draft-store.ts'
import { holdEditorLock, waitUntilEditorClosed } from './editor-lock.ts'
import { createServerDrafts } from './server-drafts.ts'

const STORE_DEBOUNCE_MS = 300
/** Any of these may be a page's last event: switching tab or app, reloading, closing the tab. */
const LEAVE_EVENTS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

export type DraftedResource = {
  /** Identifies the edited object. */
  resourceKey: string
  /** The paths of passwords and other secrets, which are left out of drafts. */
  secrets?: readonly string[]
}

/** A draft of a closed editor. */
export type OfferedDraft<Value> = FoundDraft & RestoredEdits<Value>

export type DraftsInUse<Value> = ReturnType<typeof useDrafts<Value>>

type DraftedEdits<Value> = Pick<Edits<Value>, 'get' | 'subscribe' | 'unsaved' | 'restore'>

/**
 * Stores unsaved edits as a draft, and offers the drafts of closed editors. A draft is removed when it is saved, or
 * when its author discards or restores it; other editors don't affect it.
 */
export function useDrafts<Value>(edits: DraftedEdits<Value>, { resourceKey, secrets = [] }: DraftedResource) {
  // The author of the edits: another user may be signed in by the time they are stored.
  const { _id: userId } = useUser()
  const [{ id, drafts, toDraft }] = useState(() => ({
    id: createRandomId(),
    drafts: createDrafts(createBrowserDrafts(userId), createServerDrafts(userId)),
    toDraft: (draftId: string): StoredDraft | undefined => toStoredDraft(edits, { id: draftId, resourceKey, secrets }),
  }))
  const [offered, setOffered] = useState<readonly OfferedDraft<Value>[]>([])
  /** The ids of drafts that were already seen, which aren't looked up again. */
  const seenIds = useRef(new Set([id]))
  const isStored = useRef(false)

  const store = useCallback(() => {
    const draft = edits.get().isDirty ? toDraft(id) : undefined
    if (draft) {
      isStored.current = true
      void drafts.keep(draft)
    } else if (isStored.current) {
      isStored.current = false
      void drafts.remove(id)
    }
  }, [drafts, edits, id, toDraft])

  const offer = useCallback((draft: OfferedDraft<Value>) => {
    seenIds.current.add(draft.id)
    setOffered((current) => [draft, ...current].sort((a, b) => b.editedAt.localeCompare(a.editedAt)))
  }, [])

  /** Offers the last state of a draft once its editor has closed, unless it was saved by then. */
  const offerWhenClosed = useCallback(
    async (draftId: string, signal: AbortSignal) => {
      seenIds.current.add(draftId)
      if (!(await waitUntilEditorClosed(draftId, signal))) {
        seenIds.current.delete(draftId)
        return
      }
      const draft = await drafts.find(draftId)
      if (!draft || signal.aborted || !isDraftOf<Value>(draft)) return
      if (draft.text === null && listDraftChanges(draft, edits.get().loaded.value).length === 0)
        void drafts.remove(draftId)
      else offer(draft)
    },
    [drafts, edits, offer],
  )

  const offerClosedDrafts = useCallback(
    async (signal: AbortSignal) => {
      const ids = await drafts.listIds(resourceKey)
      for (const draftId of ids) if (!seenIds.current.has(draftId)) void offerWhenClosed(draftId, signal)
    },
    [drafts, offerWhenClosed, resourceKey],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const storeNow = () => {
      clearTimeout(timer)
      timer = undefined
      store()
    }
    const unsubscribe = edits.subscribe(() => {
      if (!edits.get().isDirty) storeNow()
      else timer ??= setTimeout(storeNow, STORE_DEBOUNCE_MS)
    })
    const storeAndUpload = () => {
      if (timer !== undefined) storeNow()
      if (isStored.current) void drafts.flush(id)
    }
    // `visibilitychange` is dispatched on the document and bubbles to the window.
    for (const event of LEAVE_EVENTS) window.addEventListener(event, storeAndUpload)
    return () => {
      storeAndUpload()
      unsubscribe()
      for (const event of LEAVE_EVENTS) window.removeEventListener(event, storeAndUpload)
    }
  }, [drafts, edits, id, store])

  // Must come after the effect above, whose cleanup stores the edits before the lock is released.
  useEffect(() => {
    const leaving = new AbortController()
    holdEditorLock(id, leaving.signal)
    void offerClosedDrafts(leaving.signal)
    const handleVisibilityChange = () => {
      if (document.visibilityState === 'visible') void offerClosedDrafts(leaving.signal)
    }
    document.addEventListener('visibilitychange', handleVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', handleVisibilityChange)
      leaving.abort()
    }
  }, [id, offerClosedDrafts])

  /** Stores a draft and uploads it immediately. */
  async function storeAndUpload(draft: StoredDraft): Promise<void> {
    await drafts.keep(draft)
    await drafts.flush(draft.id)
  }

  const drop = (draft: OfferedDraft<Value>) => setOffered((current) => current.filter((other) => other.id !== draft.id))

  /** Stores the current edits as a separate draft and offers it, before other edits replace them. */
  function storeSeparately(): void {
    const separateDraft = edits.get().isDirty ? toDraft(createRandomId()) : undefined
    if (!separateDraft) return
    void storeAndUpload(separateDraft)
    const draft: FoundDraft = { ...separateDraft, device: null }
    if (isDraftOf<Value>(draft)) offer(draft)
  }

  return {
    offered,
    storeSeparately,

    /** Restores a draft into the form; the edits that it replaces are offered as a draft instead. */
    restore(draft: OfferedDraft<Value>): void {
      storeSeparately()
      drop(draft)
      edits.restore(fillSecrets(draft, edits.get().loaded.value, secrets))
      const ownDraft = toDraft(id)
      isStored.current = true
      if (ownDraft) void storeAndUpload(ownDraft).then(() => drafts.remove(draft.id))
    },

    /** Removes a draft. Returns a function that restores it. */
    discard(draft: OfferedDraft<Value>): () => void {
      drop(draft)
      const removed = drafts.remove(draft.id)
      return () => {
        const { device: _device, ...stored } = draft
        void removed.then(() => storeAndUpload(stored))
        offer(draft)
      }
    },
  }
}

function toStoredDraft(
  edits: DraftedEdits<unknown>,
  { id, resourceKey, secrets = [] }: DraftedResource & { id: string },
): StoredDraft | undefined {
  const { value: edited, text } = edits.unsaved()
  const { loaded } = edits.get()
  const value = blankSecrets(edited, secrets)
  const base = blankSecrets(loaded.value, secrets)
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

/** Narrows by the resource: drafts are only written by our own forms, so their value has the type of the form. */
const isDraftOf = <Value>(draft: FoundDraft): draft is OfferedDraft<Value> & FoundDraft => isObject(draft.value)
