import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject } from '#contracts/rules/is-object.ts'
import { createRandomId } from '../../../shared/random-id.ts'
import type { Edits, RestoredEdits } from '../../../shared/versioned/edits.ts'
import { useUser } from '../../session/session.ts'
import { createBrowserDrafts } from './browser-drafts.ts'
import { listDraftChanges } from './draft-changes.ts'
import { blankSecrets, fillSecrets } from './draft-secrets.ts'
import { createDrafts, type FoundDraft, type StoredDraft } from './draft-store.ts'
import { holdEditorLock, waitUntilEditorGone } from './editor-lock.ts'
import { createServerDrafts } from './server-drafts.ts'

const PAUSE_MS = 300
/** What may be the last that a page hears: another tab or app in front, a reload, the tab closed. */
const LEAVE_EVENTS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

export type DraftSubject = {
  /** Names what is edited. */
  subject: string
  /** The places of passwords and other secrets, which no draft keeps. */
  secrets?: readonly string[]
}

/** A draft of an editor that is gone. */
export type OfferedDraft<Value> = FoundDraft & RestoredEdits<Value>

export type DraftsInUse<Value> = ReturnType<typeof useDrafts<Value>>

type DraftedEdits<Value> = Pick<Edits<Value>, 'get' | 'subscribe' | 'unsaved' | 'restore'>

/**
 * Keeps unsaved edits while they are made, and offers those of editors that are gone. A draft ends when it is saved or
 * when its author discards or restores it; what happens in another editor leaves it alone.
 */
export function useDrafts<Value>(edits: DraftedEdits<Value>, { subject, secrets = [] }: DraftSubject) {
  // Of whoever made the edits: somebody else may be signed in before they are kept.
  const { _id: userId } = useUser()
  const [{ id, drafts, toDraft }] = useState(() => ({
    id: createRandomId(),
    drafts: createDrafts(createBrowserDrafts(userId), createServerDrafts(userId)),
    toDraft: (draftId: string): StoredDraft | undefined => toStoredDraft(edits, { id: draftId, subject, secrets }),
  }))
  const [offered, setOffered] = useState<readonly OfferedDraft<Value>[]>([])
  /** The drafts that were found, offered or decided about: they are not looked at again. */
  const known = useRef(new Set([id]))
  const isKept = useRef(false)

  const keep = useCallback(() => {
    const draft = edits.get().isDirty ? toDraft(id) : undefined
    if (draft) {
      isKept.current = true
      void drafts.keep(draft)
    } else if (isKept.current) {
      isKept.current = false
      void drafts.remove(id)
    }
  }, [drafts, edits, id, toDraft])

  const offer = useCallback((draft: OfferedDraft<Value>) => {
    known.current.add(draft.id)
    setOffered((before) => [draft, ...before].sort((a, b) => b.editedAt.localeCompare(a.editedAt)))
  }, [])

  /** Offers a draft as its editor kept it last, once that is gone; nothing if it was saved in the end. */
  const offerWhenGone = useCallback(
    async (foundId: string, signal: AbortSignal) => {
      known.current.add(foundId)
      if (!(await waitUntilEditorGone(foundId, signal))) {
        known.current.delete(foundId)
        return
      }
      const draft = await drafts.find(foundId)
      if (!draft || signal.aborted || !isDraftOf<Value>(draft)) return
      if (draft.text === null && listDraftChanges(draft, edits.get().loaded.value).length === 0)
        void drafts.remove(foundId)
      else offer(draft)
    },
    [drafts, edits, offer],
  )

  const find = useCallback(
    async (signal: AbortSignal) => {
      const ids = await drafts.listIds(subject)
      for (const foundId of ids) if (!known.current.has(foundId)) void offerWhenGone(foundId, signal)
    },
    [drafts, offerWhenGone, subject],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keepNow = () => {
      clearTimeout(timer)
      timer = undefined
      keep()
    }
    const stop = edits.subscribe(() => {
      if (!edits.get().isDirty) keepNow()
      else timer ??= setTimeout(keepNow, PAUSE_MS)
    })
    const keepAndSend = () => {
      if (timer !== undefined) keepNow()
      if (isKept.current) void drafts.flush(id)
    }
    // `visibilitychange` is the document's, and comes up to the window.
    for (const event of LEAVE_EVENTS) window.addEventListener(event, keepAndSend)
    return () => {
      keepAndSend()
      stop()
      for (const event of LEAVE_EVENTS) window.removeEventListener(event, keepAndSend)
    }
  }, [drafts, edits, id, keep])

  // Behind the effect above: the lock is released when the edits are kept.
  useEffect(() => {
    const leaving = new AbortController()
    holdEditorLock(id, leaving.signal)
    void find(leaving.signal)
    const findAgain = () => {
      if (document.visibilityState === 'visible') void find(leaving.signal)
    }
    document.addEventListener('visibilitychange', findAgain)
    return () => {
      document.removeEventListener('visibilitychange', findAgain)
      leaving.abort()
    }
  }, [id, find])

  /** Keeps a draft, and has it on the server as soon as can be. */
  async function keepAndSend(draft: StoredDraft): Promise<void> {
    await drafts.keep(draft)
    await drafts.flush(draft.id)
  }

  const drop = (draft: OfferedDraft<Value>) => setOffered((before) => before.filter((other) => other.id !== draft.id))

  /** Keeps what is edited as a draft of its own, which is offered beside the edits that replace it. */
  function keepAside(): void {
    const aside = edits.get().isDirty ? toDraft(createRandomId()) : undefined
    if (!aside) return
    void keepAndSend(aside)
    const draft: FoundDraft = { ...aside, device: null }
    if (isDraftOf<Value>(draft)) offer(draft)
  }

  return {
    offered,
    keepAside,

    /** Puts a draft into the form; what was edited there is offered in its place. */
    restore(draft: OfferedDraft<Value>): void {
      keepAside()
      drop(draft)
      edits.restore(fillSecrets(draft, edits.get().loaded.value, secrets))
      const own = toDraft(id)
      isKept.current = true
      if (own) void keepAndSend(own).then(() => drafts.remove(draft.id))
    },

    /** Removes a draft. Returns what brings it back. */
    discard(draft: OfferedDraft<Value>): () => void {
      drop(draft)
      const removed = drafts.remove(draft.id)
      return () => {
        const { device: _device, ...stored } = draft
        void removed.then(() => keepAndSend(stored))
        offer(draft)
      }
    },
  }
}

function toStoredDraft(
  edits: DraftedEdits<unknown>,
  { id, subject, secrets = [] }: DraftSubject & { id: string },
): StoredDraft | undefined {
  const { value: edited, text } = edits.unsaved()
  const { loaded } = edits.get()
  const value = blankSecrets(edited, secrets)
  const base = blankSecrets(loaded.value, secrets)
  if (!isObject(value) || !isObject(base)) return undefined
  return {
    id,
    subject,
    editedAt: new Date().toISOString(),
    loaded: { value: base, version: loaded.version },
    value,
    text,
  }
}

/** Our own forms wrote it: a draft of a subject is one of its value. */
const isDraftOf = <Value>(draft: FoundDraft): draft is OfferedDraft<Value> & FoundDraft => isObject(draft.value)
