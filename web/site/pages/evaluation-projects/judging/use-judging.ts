import { useEffect, useEffectEvent, useState } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../../shared/call.ts'
import { type CallError, isCallError } from '../../../../shared/call-error.ts'
import { acquireEditorLock, waitUntilEditorClosed } from '../../../../shared/versioned/editor-lock.ts'
import { getSession } from '../../../session/session.ts'
import { useAutosaveState } from '../../../use-autosave-state.ts'
import { createDraftStorage } from './draft-storage.ts'
import { createScoreAutosave, type ScoreAutosave } from './score-autosave.ts'

/**
 * Adopts the drafts that the judge's other workspaces have left on the device: of closed tabs at once, of open ones as
 * soon as they are closed.
 */
function useClosedWorkspaces(
  autosave: Pick<ScoreAutosave, 'adopt'>,
  storage: Pick<ReturnType<typeof createDraftStorage>, 'listOtherKeys' | 'read' | 'remove'>,
): void {
  useEffect(() => {
    const lifetime = new AbortController()
    const { signal } = lifetime
    /** The keys of the workspaces whose end is awaited. */
    const awaitedKeys = new Set<string>()

    async function adoptWhenClosed(key: string): Promise<void> {
      awaitedKeys.add(key)
      const isClosed = await waitUntilEditorClosed(key, signal)
      awaitedKeys.delete(key)
      if (isClosed && autosave.adopt(storage.read(key))) storage.remove(key)
    }

    function adoptDrafts(): void {
      for (const key of storage.listOtherKeys()) if (!awaitedKeys.has(key)) void adoptWhenClosed(key)
    }

    adoptDrafts()
    // Another tab has stored drafts. Without locks, open tabs would adopt each other's again and again.
    if (navigator.locks) window.addEventListener('storage', adoptDrafts, { signal })
    return () => lifetime.abort()
  }, [autosave, storage])
}

/** Returns what a judge sees of the project, the autosave of the judge's scores with its state, and functions that replace both. */
export function useJudging(access: JudgeCredentials, initialJudging: Judging) {
  const [judging, setJudging] = useState(initialJudging)
  const [userId] = useState(() => getSession().user?._id)
  const [storage] = useState(() => createDraftStorage(access, initialJudging))
  const [autosave] = useState(() =>
    createScoreAutosave(initialJudging, {
      async send(score) {
        requireSameJudge()
        try {
          return (await call(judgingCalls.saveScore, { body: { access, score } })).data
        } catch (error) {
          // The owner may have moved the project.
          if (isCallError(error) && error.status === 409) await reload()
          throw error
        }
      },
      read: async () => (await call(judgingCalls.open, { body: { access } })).data,
      storage,
    }),
  )
  const state = useAutosaveState(autosave)

  // The other tabs of the judge must not adopt the drafts while this workspace is open.
  useEffect(() => {
    const lifetime = new AbortController()
    acquireEditorLock(storage.key, lifetime.signal)
    return () => void autosave.close().finally(() => lifetime.abort())
  }, [autosave, storage])

  useClosedWorkspaces(autosave, storage)

  /** Updates the project when the judge returns to the page: the owner may have moved it. */
  const handleVisibilityChange = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void reload().catch(() => undefined)
  })
  useEffect(() => {
    const listen = () => handleVisibilityChange()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])

  /** Throws if another member has signed in since, as whom the scores must not be saved. */
  function requireSameJudge(): void {
    if ('project' in access && getSession().user?._id !== userId)
      throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
  }

  function load(latest: Judging): void {
    autosave.load(latest)
    setJudging(latest)
  }

  async function reload(): Promise<void> {
    const { data } = await call(judgingCalls.open, { body: { access } })
    load(data)
  }

  return { judging, autosave, state, load, reload }
}
