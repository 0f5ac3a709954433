import { DAY_MS } from '#contracts/durations.ts'
import type { Reading, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import { isReplyVerdict, PAIR_VERDICTS, type Verdict } from '#contracts/evaluation-grading/verdicts.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { isSame } from '../../../../shared/versioned/three-way.ts'
import { getSession } from '../../../session/session.ts'
import { createStoredValue } from '../../../stored-value.ts'
import type { ReadingStorage } from './reading-store.ts'

const LIFETIME_MS = 60 * DAY_MS
/** The part of the secret that is part of the storage key: it distinguishes links, but is too short to grant access. */
const TOKEN_PREFIX_LENGTH = 8

/** Members who share a device don't get each other's drafts. */
const getReader = (access: JudgeCredentials): string =>
  'project' in access ? (getSession().user?._id ?? '') : access.token.slice(0, TOKEN_PREFIX_LENGTH)

const isVerdict = (value: unknown): value is Verdict =>
  typeof value === 'string' && (isReplyVerdict(value) || PAIR_VERDICTS.some((verdict) => verdict === value))

/** Returns a stored reading; `undefined` if it is none. */
function parse(value: unknown): Reading | undefined {
  if (!isObject(value)) return undefined
  const { verdict, reason, version } = value
  if (typeof reason !== 'string' || typeof version !== 'number') return undefined
  return { verdict: isVerdict(verdict) ? verdict : null, reason, version }
}

/**
 * Creates the storage of readings on the device, which keeps each under a key of its own: several tabs may be open. What
 * another tab has changed since stays.
 */
export function createReadingStorage(access: JudgeCredentials, { items }: ReadingRoom): ReadingStorage {
  const open = (item: string) => createStoredValue<unknown>(`zhijian.reading.${getReader(access)}.${item}`, LIFETIME_MS)
  /** What this page has read or written. */
  let own: ReadonlyMap<string, Reading> = new Map()
  return {
    read() {
      const drafts = items.flatMap(({ id }) => {
        const reading = parse(open(id).read())
        return reading ? [[id, reading] as const] : []
      })
      own = new Map(drafts)
      return drafts
    },
    write(drafts) {
      const written = new Map(drafts)
      for (const [item, reading] of own)
        if (!written.has(item) && isSame(parse(open(item).read()), reading)) open(item).clear()
      own = written
      return drafts.map(([item, reading]) => open(item).write(reading)).every(Boolean)
    },
  }
}
