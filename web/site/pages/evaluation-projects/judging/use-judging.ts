import { useEffect, useState, useSyncExternalStore } from 'react'
import { judgingCalls } from '#contracts/evaluation-projects/calls.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { call } from '../../../../shared/call.ts'
import { createDraftStorage } from './draft-storage.ts'
import { createScoreAutosave } from './score-autosave.ts'

/** Returns what a judge sees of the project, the autosave of the judge's scores, and functions that replace both. */
export function useJudging(access: JudgeCredentials, initialJudging: Judging) {
  const [judging, setJudging] = useState(initialJudging)
  const [autosave] = useState(() =>
    createScoreAutosave(initialJudging, {
      send: async (score) => (await call(judgingCalls.saveScore, { body: { access, score } })).data,
      read: async () => (await call(judgingCalls.open, { body: { access } })).data,
      storage: createDraftStorage(access),
    }),
  )
  const { pending, endReason } = useSyncExternalStore(autosave.subscribe, autosave.getState, autosave.getState)

  useEffect(() => {
    const flush = () => void autosave.flush()
    flush()
    window.addEventListener('online', flush)
    return () => window.removeEventListener('online', flush)
  }, [autosave])

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
