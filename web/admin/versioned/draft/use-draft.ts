import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '../../session/session.ts'
import { createDraft, createDrafts, type Draft, type DraftedEdits, draftKey } from './draft-store.ts'
import { indexedDbStore } from './indexed-db-store.ts'

const drafts = createDrafts(indexedDbStore)
const PAUSE_MS = 300
/** What may be the last that a page hears: another tab or app in front, a reload, the tab closed. */
const LEAVE_EVENTS = ['beforeunload', 'pagehide', 'visibilitychange'] as const

/** Keeps unsaved edits while they are made, and offers those that an earlier visit left. `holder` names what is edited. */
export function useDraft(holder: string, edits: DraftedEdits) {
  const key = draftKey(holder, useUser()._id)
  const [offered, setOffered] = useState<Draft>()
  /** What is offered stays kept, behind what is typed meanwhile, until it is taken or given up. */
  const offeredDraft = useRef<Draft>(undefined)
  const setOffer = useCallback((draft: Draft | undefined) => {
    offeredDraft.current = draft
    setOffered(draft)
  }, [])
  const keep = useCallback(() => {
    const { current: older } = offeredDraft
    if (edits.get().isDirty) void drafts.keep(key, createDraft(edits, new Date(), older))
    else void (older ? drafts.keep(key, older) : drafts.remove(key))
  }, [key, edits])

  useEffect(() => {
    let isUnmounted = false
    void drafts.find(key, edits.get().loaded.value).then((draft) => {
      if (draft && !isUnmounted) setOffer(draft)
    })
    return () => {
      isUnmounted = true
    }
  }, [key, edits, setOffer])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDirty = false
    const saveNow = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      if (edits.get().isDirty) keep()
    }
    const stop = edits.subscribe(() => {
      const { isDirty } = edits.get()
      if (isDirty) timer ??= setTimeout(saveNow, PAUSE_MS)
      else if (wasDirty) {
        clearTimeout(timer)
        timer = undefined
        keep()
      }
      wasDirty = isDirty
    })
    // `visibilitychange` is the document's, and comes up to the window.
    for (const event of LEAVE_EVENTS) window.addEventListener(event, saveNow)
    return () => {
      saveNow()
      stop()
      for (const event of LEAVE_EVENTS) window.removeEventListener(event, saveNow)
    }
  }, [edits, keep])

  return {
    offered,
    /** Puts the draft into the form; what was typed meanwhile is offered in its place. */
    restore(): void {
      if (!offered) return
      const { older } = offered
      setOffer(edits.get().isDirty ? createDraft(edits, new Date(), older) : older)
      edits.restore(offered)
    },
    discard(): void {
      setOffer(offered?.older)
      keep()
    },
  }
}
