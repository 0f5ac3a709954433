import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError } from '../../../../shared/call-error.ts'
import { createDraftStorage } from './draft-storage.ts'
import { createScoreAutosave } from './score-autosave.ts'

/** Returns what a judge sees of the project, the autosave of the judge's scores, and functions that replace both. */
export function useJudging(access: JudgeCredentials, initialJudging: Judging) {
  const [judging, setJudging] = useState(initialJudging)
  const [autosave] = useState(() =>
    createScoreAutosave(initialJudging, {
      async send(score) {
        try {
          return (await call(judgingCalls.saveScore, { body: { access, score } })).data
        } catch (error) {
          // The owner may have moved the project.
          if (isCallError(error) && error.status === 409) await reload()
          throw error
        }
      },
      read: async () => (await call(judgingCalls.open, { body: { access } })).data,
      storage: createDraftStorage(access, initialJudging),
    }),
  )
  const { pending, endReason } = useSyncExternalStore(autosave.subscribe, autosave.getState, autosave.getState)

  useEffect(() => {
    const flush = () => void autosave.flush()
    flush()
    window.addEventListener('online', flush)
    return () => window.removeEventListener('online', flush)
  }, [autosave])

  /** Updates the project when the judge returns to the page: the owner may have moved it. */
  const handleVisibilityChange = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void reload().catch(() => undefined)
  })
  useEffect(() => {
    const listen = () => handleVisibilityChange()
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])

  function load(latest: Judging): void {
    autosave.load(latest)
    setJudging(latest)
  }

  async function reload(): Promise<void> {
    const { data } = await call(judgingCalls.open, { body: { access } })
    load(data)
  }

  return { judging, autosave, pending, endReason, load, reload }
}
