import { useState } from 'react'
import { readingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../../shared/call.ts'
import type { CallError } from '../../../../shared/call-error.ts'
import { getSession } from '../../../session/session.ts'
import { useAutosaveState } from '../../../use-autosave-state.ts'
import { createReadingStorage } from './reading-storage.ts'
import { createReadingStore } from './reading-store.ts'

type ReadingsInput = { access: JudgeCredentials; run: string; room: ReadingRoom }

/** Returns the store of what a reader says, and its state. */
export function useReadings({ access, run, room }: ReadingsInput) {
  const [userId] = useState(() => getSession().user?._id)
  const [store] = useState(() =>
    createReadingStore(room, {
      async send(item, reading) {
        // Another member may have signed in since, as whom the readings must not be saved.
        if ('project' in access && getSession().user?._id !== userId)
          throw { status: 401, message: SITE_MESSAGES.notSignedIn } satisfies CallError
        return (await call(readingCalls.saveReading, { body: { access, item, ...reading } })).data
      },
      reload: async () => (await call(readingCalls.open, { body: { access, run } })).data,
      storage: createReadingStorage(access, room),
    }),
  )
  const state = useAutosaveState(store)
  return { store, state }
}
