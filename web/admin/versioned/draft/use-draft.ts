import { useCallback, useEffect, useRef, useState } from 'react'
import { useEditor } from '../../editors/editor-context.tsx'
import { useUser } from '../../session/session.ts'
import { createDrafts, type Draft, draftKey, draftOf } from './draft-store.ts'
import { indexedKeeper } from './indexed-keeper.ts'

const drafts = createDrafts(indexedKeeper)
const PAUSE_MS = 300
/** What may be the last that a page hears: another tab or app in front, a reload, the tab closed. */
const LEAVINGS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

/** Keeps unsaved edits while they are made, and offers those that an earlier visit left. */
export function useDraft() {
  const { subject, store } = useEditor()
  const key = draftKey(subject.key, useUser()._id)
  const [offered, setOffered] = useState<Draft>()
  /** What is offered stays kept, behind what is typed meanwhile, until it is taken or given up. */
  const behind = useRef<Draft>(undefined)
  const offer = useCallback((draft: Draft | undefined) => {
    behind.current = draft
    setOffered(draft)
  }, [])
  const keep = useCallback(() => {
    const { current: earlier } = behind
    if (store.get().isDirty) void drafts.keep(key, draftOf(store.get(), new Date(), earlier))
    else void (earlier ? drafts.keep(key, earlier) : drafts.remove(key))
  }, [key, store])

  useEffect(() => {
    let isGone = false
    void drafts.find(key, store.get().loaded.value).then((draft) => {
      if (draft && !isGone) offer(draft)
    })
    return () => {
      isGone = true
    }
  }, [key, store, offer])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDirty = false
    const keepNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      if (store.get().isDirty) keep()
    }
    const stop = store.subscribe(() => {
      const { isDirty } = store.get()
      if (isDirty) timer ??= setTimeout(keepNow, PAUSE_MS)
      else if (wasDirty) {
        clearTimeout(timer)
        timer = undefined
        keep()
      }
      wasDirty = isDirty
    })
    // `visibilitychange` is the document's, and comes up to the window.
    for (const leaving of LEAVINGS) window.addEventListener(leaving, keepNow)
    return () => {
      keepNow()
      stop()
      for (const leaving of LEAVINGS) window.removeEventListener(leaving, keepNow)
    }
  }, [store, keep])

  return {
    offered,
    /**
     * Puts the draft into the editor; what was typed meanwhile is offered in its place. It goes on from the revision that
     * it was made on, so that a save can tell.
     */
    restore(): void {
      if (!offered) return
      const { earlier } = offered
      offer(store.get().isDirty ? draftOf(store.get(), new Date(), earlier) : earlier)
      store.rebase(offered.loaded)
      if (offered.text === null) store.replace(offered.document)
      else store.replaceText(offered.text)
    },
    discard(): void {
      offer(offered?.earlier)
      keep()
    },
  }
}
