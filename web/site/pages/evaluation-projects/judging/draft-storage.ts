import { DAY_MS } from '#contracts/durations.ts'
import type { JudgingAccess, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { createLocalCopy } from '../../../local-copy.ts'
import { readDrafts } from './score-keeper.ts'

const LIFETIME_MS = 60 * DAY_MS
/** Tells the links of one device apart, and opens nothing: most of the secret is left out. */
const TOKEN_PART = 8

/** Where a device stores what a judge has typed until the server has it. */
export function draftStorage(access: JudgingAccess) {
  const name = 'project' in access ? access.project : access.token.slice(0, TOKEN_PART)
  const copy = createLocalCopy<unknown>(`zhijian.judging.${name}`, LIFETIME_MS)
  return {
    read: () => readDrafts(copy.read()),
    write: (drafts: ScoreSave[]) => (drafts.length > 0 ? copy.write(drafts) : copy.clear()),
  }
}
