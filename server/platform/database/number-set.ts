/**
 * Sets of row numbers (ordinals), which a search returns and other queries are filtered by. The numbers of a small set
 * are looked up one by one in an index. A large set is bound as one byte map, so that a list is read in the order of
 * its own index and each row is looked up in the map, which takes a fraction of the time.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DatabaseKind, getDatabaseKind } from './database-kind.ts'

/** A byte per number, 1 for members, and the number of members. */
export type NumberSet = { readonly flags: Uint8Array; readonly size: number }

/** The numbers of smaller sets are looked up one by one. */
const MIN_DENSE_SIZE = 1_000
/** Those of sets with less than one member per this many numbers are looked up one by one, too. */
const MAX_SPARSITY = 16

/** Returns the numbers that are in any of the lists, but not in `except`. */
export function toNumberSet(lists: readonly (readonly number[])[], except: readonly number[] = []): NumberSet {
  let last = -1
  for (const list of lists) for (const number of list) if (number > last) last = number
  const flags = new Uint8Array(last + 1)
  for (const list of lists) for (const number of list) flags[number] = 1
  for (const number of except) if (number <= last) flags[number] = 0
  let size = 0
  for (const flag of flags) size += flag
  return { flags, size }
}

/** Returns the members in ascending order. */
export function listNumbers({ flags }: NumberSet): number[] {
  const numbers: number[] = []
  for (const [number, flag] of flags.entries()) if (flag === 1) numbers.push(number)
  return numbers
}

/** Returns the condition that a column's number is in a set. */
export function isAmong<DB>(db: Kysely<DB>, column: string, set: NumberSet): RawBuilder<boolean> {
  const kind = getDatabaseKind(db)
  const number = sql.ref(column)
  if (isDense(set)) return isFlagged(kind, number, set.flags)
  const numbers = listNumbers(set)
  return kind === 'sqlite'
    ? sql<boolean>`${number} in (select value from json_each(${JSON.stringify(numbers)}))`
    : sql<boolean>`${number} in (select unnest(${`{${numbers.join()}}`}::integer[]))`
}

const isDense = ({ flags, size }: NumberSet): boolean => size >= MIN_DENSE_SIZE && size * MAX_SPARSITY >= flags.length

/**
 * Looks a number up in a map; rows that were added since have higher numbers. PostgreSQL estimates that `>` selects a
 * third of the rows. For `=` it would estimate only a few, and would sort them instead of reading an index in order.
 */
const isFlagged = (kind: DatabaseKind, number: RawBuilder<unknown>, flags: Uint8Array): RawBuilder<boolean> =>
  kind === 'sqlite'
    ? sql<boolean>`substr(${flags}, ${number} + 1, 1) = x'01'`
    : sql<boolean>`(case when ${number} < ${flags.length}::integer then get_byte(${flags}::bytea, ${number}) else 0 end) > 0`
