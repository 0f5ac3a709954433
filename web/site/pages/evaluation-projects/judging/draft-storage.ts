import { DAY_MS } from '#contracts/durations.ts'
import type { JudgeCredentials, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { createStoredValue } from '../../../stored-value.ts'
import { describeDraft, type NamedProject } from './describe-draft.ts'
import { readDrafts } from './score-drafts.ts'

const LIFETIME_MS = 60 * DAY_MS
/** The part of the secret that is part of the storage key: it distinguishes links, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

const NO_NAMES: NamedProject = { groups: [], candidates: [], grades: [] }

/**
 * Creates the storage of a judge's drafts on the device, which contains them until the server has saved them. Each is
 * stored with its description, because the project can't be read any more once the link is invalid.
 */
export function createDraftStorage(access: JudgeCredentials, project: NamedProject = NO_NAMES) {
  const name = 'project' in access ? access.project : access.token.slice(0, TOKEN_PREFIX_LENGTH)
  const storage = createStoredValue<unknown>(`zhijian.judging.${name}`, LIFETIME_MS)
  const toStored = (draft: ScoreSave) => ({ ...draft, description: describeDraft(project, draft) })
  return {
    read: () => readDrafts(storage.read()),
    write: (drafts: ScoreSave[]) => (drafts.length > 0 ? storage.write(drafts.map(toStored)) : storage.clear()),
    /** Returns the description of each stored draft. */
    readDescriptions: (): string[] => {
      const stored = storage.read()
      const items: readonly unknown[] = Array.isArray(stored) ? stored : []
      return items.flatMap((item) => {
        const [draft] = readDrafts([item])
        if (!draft) return []
        return isObject(item) && typeof item.description === 'string' ? item.description : describeDraft(project, draft)
      })
    },
  }
}
