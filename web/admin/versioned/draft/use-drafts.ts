import { useEffect, useState } from 'react'
import { acquireEditorLock } from '../../../shared/versioned/editor-lock.ts'
import type { Edits } from '../../../shared/versioned/edits.ts'
import { useUser } from '../../session/session.ts'
import { createBrowserDrafts } from './browser-drafts.ts'
import { restoreSecrets } from './draft-secrets.ts'
import { createDraftStore, type DraftWithDevice, type StoredDraft } from './draft-store.ts'
import { createOwnDraft, type DraftedResource } from './own-draft.ts'
import { createServerDrafts } from './server-drafts.ts'
import { isRecoverable, type RecoverableDraft, useRecoverableDrafts } from './use-recoverable-drafts.ts'

/** Each of these may be the last event of a page: when the tab is closed or reloaded, or the app is switched. */
const UNLOAD_EVENTS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

type DraftedEdits<Value> = Pick<Edits<Value>, 'get' | 'subscribe' | 'getDraftContent' | 'restore'>

/**
 * Stores unsaved edits as a draft, and returns the recoverable drafts of closed editors. A draft is removed when its
 * edits are saved, or when the user discards or restores it.
 */
export function useDrafts<Value>(edits: DraftedEdits<Value>, { resourceKey, secrets = [] }: DraftedResource) {
  // The author of the edits: another user may be signed in by the time they are stored.
  const { _id: userId } = useUser()
  const [{ store, ownDraft }] = useState(() => {
    const store = createDraftStore(createBrowserDrafts(userId), createServerDrafts(userId))
    return { store, ownDraft: createOwnDraft({ edits, store, resourceKey, secrets }) }
  })

  useEffect(() => {
    const unsubscribe = edits.subscribe(ownDraft.handleChange)
    // `visibilitychange` is dispatched on the document and bubbles to the window.
    for (const event of UNLOAD_EVENTS) window.addEventListener(event, ownDraft.flush)
    return () => {
      ownDraft.flush()
      unsubscribe()
      for (const event of UNLOAD_EVENTS) window.removeEventListener(event, ownDraft.flush)
    }
  }, [edits, ownDraft])

  // Must come after the effect above, whose cleanup stores the edits before the lock is released.
  useEffect(() => {
    const lifetime = new AbortController()
    acquireEditorLock(ownDraft.id, lifetime.signal)
    return () => lifetime.abort()
  }, [ownDraft])

  const recoverable = useRecoverableDrafts<Value>({ ownId: ownDraft.id, resourceKey, edits, store })

  async function storeAndUpload(draft: StoredDraft): Promise<void> {
    await store.save(draft)
    await store.flush(draft.id)
  }

  /** Stores the current edits as a separate, recoverable draft, before other edits replace them. */
  function storeSeparately(): void {
    const copy = ownDraft.copy()
    if (!copy) return
    void storeAndUpload(copy)
    const draft: DraftWithDevice = { ...copy, device: null }
    if (isRecoverable<Value>(draft)) recoverable.add(draft)
  }

  return {
    recoverable: recoverable.drafts,
    storeSeparately,

    /** Restores a draft into the form. The edits that it replaces become a recoverable draft. */
    restore(draft: RecoverableDraft<Value>): void {
      storeSeparately()
      recoverable.remove(draft)
      edits.restore(restoreSecrets(draft, edits.get().loaded.value, secrets))
      void ownDraft.upload().then((isUploaded) => (isUploaded ? store.remove(draft.id) : undefined))
    },

    /** Removes a draft. Returns a function that restores it. */
    discard(draft: RecoverableDraft<Value>): () => void {
      recoverable.remove(draft)
      const removed = store.remove(draft.id)
      return () => {
        const { device: _device, ...stored } = draft
        void removed.then(() => storeAndUpload(stored))
        recoverable.add(draft)
      }
    },
  }
}
