import { DAY_MS } from '#contracts/durations.ts'
import type { JudgeCredentials, ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { createRandomId } from '../../../../shared/random-id.ts'
import { getSession } from '../../../session/session.ts'
import { createStoredValue } from '../../../stored-value.ts'
import { describeDraft, type NamedProject } from './describe-draft.ts'
import { readDrafts } from './score-drafts.ts'

const LIFETIME_MS = 60 * DAY_MS
/** The part of the secret that is part of the storage key: it distinguishes links, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

const NO_NAMES: NamedProject = { groups: [], candidates: [], grades: [] }

const createStorage = (key: string) => createStoredValue<unknown>(key, LIFETIME_MS)

/** Returns the keys of a judge's drafts: one per workspace, since several may be open in different tabs. */
function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}.`))
  } catch {
    // Storage is denied: nothing was stored.
    return []
  }
}

/** Members who share a device don't get each other's drafts. */
const getPrefix = (access: JudgeCredentials): string => {
  const judge =
    'project' in access ? [access.project, getSession().user?._id] : [access.token.slice(0, TOKEN_PREFIX_LENGTH)]
  return ['zhijian.judging', ...judge].join('.')
}

/**
 * Creates the storage of the drafts of an open workspace on the device, which contains them until the server has saved
 * them. Each is stored with its description, because the project can't be read any more once the link is invalid.
 */
export function createDraftStorage(access: JudgeCredentials, project: NamedProject) {
  const prefix = getPrefix(access)
  const key = `${prefix}.${createRandomId()}`
  const storage = createStorage(key)
  const toStored = (draft: ScoreSave) => ({ ...draft, description: describeDraft(project, draft) })
  return {
    key,
    /** Stores the drafts. Returns whether the browser could store them. */
    write: (drafts: readonly ScoreSave[]): boolean =>
      drafts.length > 0 ? storage.write(drafts.map(toStored)) : storage.clear(),

    /** Lists the keys of the drafts of the judge's other workspaces, open and closed ones. */
    listOtherKeys: (): string[] => listKeys(prefix).filter((other) => other !== key),

    read: (other: string): ScoreSave[] => readDrafts(createStorage(other).read()),
    remove: (other: string): void => void createStorage(other).clear(),
  }
}

/** Returns the descriptions of all drafts of a judge that are stored on the device. */
export const readDraftDescriptions = (access: JudgeCredentials): string[] =>
  listKeys(getPrefix(access)).flatMap((key) => {
    const stored = createStorage(key).read()
    const items: readonly unknown[] = Array.isArray(stored) ? stored : []
    return items.flatMap((item) => {
      const [draft] = readDrafts([item])
      if (!draft) return []
      return isObject(item) && typeof item.description === 'string' ? item.description : describeDraft(NO_NAMES, draft)
    })
  })
