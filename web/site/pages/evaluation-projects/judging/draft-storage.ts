import { DAY_MS } from '#contracts/durations.ts'
import type { JudgingAccess, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createStoredValue } from '../../../stored-value.ts'
import { readDrafts } from './score-autosave.ts'

const LIFETIME_MS = 60 * DAY_MS
/** A prefix of the secret that distinguishes the links used on a device, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

/** Stores a judge's drafts on the device until the server has saved them. */
export function createDraftStorage(access: JudgingAccess) {
  const name = 'project' in access ? access.project : access.token.slice(0, TOKEN_PREFIX_LENGTH)
  const stored = createStoredValue<unknown>(`zhijian.judging.${name}`, LIFETIME_MS)
  return {
    read: () => readDrafts(stored.read()),
    write: (drafts: ScoreSave[]) => (drafts.length > 0 ? stored.write(drafts) : stored.clear()),
  }
}
