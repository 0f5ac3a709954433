import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '../../session/session.ts'
import { createDrafts, type Draft, type DraftedEdits, draftKey, draftOf } from './draft-store.ts'
import { indexedKeeper } from './indexed-keeper.ts'

const drafts = createDrafts(indexedKeeper)
const PAUSE_MS = 300
/** What may be the last that a page hears: another tab or app in front, a reload, the tab closed. */
const LEAVINGS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

/** Keeps unsaved edits while they are made, and offers those that an earlier visit left. `holder` names what is edited. */
export function useDraft(holder: string, edits: DraftedEdits) {
  const key = draftKey(holder, useUser()._id)
  const [offered, setOffered] = useState<Draft>()
  /** What is offered stays kept, behind what is typed meanwhile, until it is taken or given up. */
  const behind = useRef<Draft>(undefined)
  const offer = useCallback((draft: Draft | undefined) => {
    behind.current = draft
    setOffered(draft)
  }, [])
  const keep = useCallback(() => {
    const { current: earlier } = behind
    if (edits.get().isDirty) void drafts.keep(key, draftOf(edits, new Date(), earlier))
    else void (earlier ? drafts.keep(key, earlier) : drafts.remove(key))
  }, [key, edits])

  useEffect(() => {
    let isGone = false
    void drafts.find(key, edits.get().loaded.value).then((draft) => {
      if (draft && !isGone) offer(draft)
    })
    return () => {
      isGone = true
    }
  }, [key, edits, offer])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDirty = false
    const keepNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      if (edits.get().isDirty) keep()
    }
    const stop = edits.subscribe(() => {
      const { isDirty } = edits.get()
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
  }, [edits, keep])

  return {
    offered,
    /** Puts the draft into the form; what was typed meanwhile is offered in its place. */
    restore(): void {
      if (!offered) return
      const { earlier } = offered
      offer(edits.get().isDirty ? draftOf(edits, new Date(), earlier) : earlier)
      edits.restore(offered)
    },
    discard(): void {
      offer(offered?.earlier)
      keep()
    },
  }
}
