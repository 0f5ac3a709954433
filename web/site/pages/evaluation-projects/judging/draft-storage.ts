import { DAY_MS } from '#contracts/durations.ts'
import type { JudgeCredentials, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createStoredValue } from '../../../stored-value.ts'
import { readDrafts } from './score-drafts.ts'

const LIFETIME_MS = 60 * DAY_MS
/** The part of the secret that is part of the storage key: it tells links apart, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

/** Creates the storage of a judge's drafts on the device, which contains them until the server has saved them. */
export function createDraftStorage(access: JudgeCredentials) {
  const name = 'project' in access ? access.project : access.token.slice(0, TOKEN_PREFIX_LENGTH)
  const storage = createStoredValue<unknown>(`zhijian.judging.${name}`, LIFETIME_MS)
  return {
    read: () => readDrafts(storage.read()),
    write: (drafts: ScoreSave[]) => (drafts.length > 0 ? storage.write(drafts) : storage.clear()),
  }
}
