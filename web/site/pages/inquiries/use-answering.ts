import { useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import type { Answering } from '#contracts/inquiries/answering.ts'
import { answeringCalls } from '#contracts/inquiries/answering-calls.ts'
import { call } from '../../../shared/call.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { createStoredValue } from '../../stored-value.ts'
import { useAutosaveState } from '../../use-autosave-state.ts'
import { createAnswerAutosave } from './answer-autosave.ts'
import { createAnswerStorage } from './answer-storage.ts'

const LIFETIME_MS = 60 * DAY_MS
/** The part of the secret that is part of the storage key: it distinguishes links, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

/** Returns the accessors of what belongs to a link and is stored on the device; `suffix` distinguishes its parts. */
export const createAnsweringValue = <Value>(token: string, suffix = '') =>
  createStoredValue<Value>(`zhijian.answering.${token.slice(0, TOKEN_PREFIX_LENGTH)}${suffix}`, LIFETIME_MS)

/** Returns what a vendor sees of an inquiry, the autosave of its answers with its state, and functions that reload both. */
export function useAnswering(token: string, initial: Answering) {
  const [answering, setAnswering] = useState(initial)
  const [autosave] = useState(() =>
    createAnswerAutosave(initial.answers, {
      async send(answer) {
        try {
          return (await call(answeringCalls.save, { body: { token, answer } })).data
        } catch (error) {
          // The deadline may have passed, or the inquiry may have ended or changed.
          if (isCallError(error) && error.status === 409) await reload().catch(() => undefined)
          throw error
        }
      },
      read: async () => (await call(answeringCalls.open, { body: { token } })).data.answers,
      storage: createAnswerStorage(createAnsweringValue<unknown>(token)),
    }),
  )
  const state = useAutosaveState(autosave)

  function load(latest: Answering): void {
    autosave.load(latest.answers)
    setAnswering(latest)
  }
  async function reload(): Promise<void> {
    load((await call(answeringCalls.open, { body: { token } })).data)
  }

  useEffect(() => {
    // A colleague may have answered, or the owner may have sent an addendum, while the page was in the background.
    const refresh = () => {
      if (document.visibilityState !== 'visible') return
      call(answeringCalls.open, { body: { token } })
        .then(({ data }) => {
          autosave.load(data.answers)
          setAnswering(data)
        })
        .catch(() => undefined)
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [autosave, token])

  return { answering, autosave, state, load, reload }
}

export type AnsweringEditor = ReturnType<typeof useAnswering>
