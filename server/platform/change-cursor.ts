/** The position of a program in a list of changes: the time and the id of the last row that it has read. */
import { z } from 'zod'
import { CHANGE_DELAY_MS, CHANGES_PER_PAGE, type ChangesQuery, MIRROR_MESSAGES } from '#contracts/mirror.ts'
import type { Pagination } from '#contracts/pagination.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { invalidField } from './app-error.ts'
import type { Clock } from './clock.ts'

export type ChangePosition = { updatedAt: string; id: string }
/** The rows of a page of changes: those after a position, until a time. */
export type ChangeRange = { after: ChangePosition; until: string; limit: number }

/** Before all changes. */
const EPOCH = new Date(0).toISOString()

const PositionSchema = z.tuple([z.iso.datetime(), z.string()])

const encode = ({ updatedAt, id }: ChangePosition): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url')

function decode(cursor: string): ChangePosition {
  const parsed = PositionSchema.safeParse(tryParseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) throw invalidField('cursor', MIRROR_MESSAGES.cursor)
  const [updatedAt, id] = parsed.data
  return { updatedAt, id }
}

/** Returns the range of a page of changes. Throws `invalid` for a cursor that isn't one of ours. */
export function toChangeRange({ cursor, updatedSince }: ChangesQuery, clock: Clock): ChangeRange {
  const since = updatedSince === undefined ? EPOCH : new Date(updatedSince).toISOString()
  const after = cursor === undefined ? { updatedAt: since, id: '' } : decode(cursor)
  const until = new Date(clock.now().getTime() - CHANGE_DELAY_MS).toISOString()
  return { after, until, limit: CHANGES_PER_PAGE }
}

/** Returns the pagination of a page of changes, with the cursor of the next. */
export const toChangePagination = ({ after, limit }: ChangeRange, rows: readonly ChangePosition[]): Pagination => ({
  current: 1,
  total: 1,
  limit,
  totalItems: rows.length,
  nextCursor: encode(rows.at(-1) ?? after),
})
