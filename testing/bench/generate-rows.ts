/** SQL that generates rows in the database, equal on SQLite and PostgreSQL. Expressions refer to a row's number as `n`. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { DatabaseKind } from '#server/platform/database/database-kind.ts'
import { toGrams } from '#server/platform/database/text-terms.ts'

/** When the newest rows were created. */
export const NEWEST = new Date('2026-11-22T02:00:00.000Z')

type Expression = RawBuilder<unknown>

/** Selects the rows 0 to `count - 1` as `numbers(n)`. */
const selectNumbersUpTo = (count: number) =>
  sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})`

const rowNumber = sql.ref('n')
export const getId = (prefix: string, number: Expression = rowNumber) =>
  sql`${sql.lit(prefix)} || substr(cast(10000000 + ${number} as text), 2)`
export const pick = (values: readonly string[], number?: Expression) =>
  pickSql(
    values.map((value) => sql.lit(value)),
    number,
  )
const pickSql = (values: readonly Expression[], number: Expression = rowNumber) =>
  sql`case (${number}) % ${sql.lit(values.length)} ${sql.join(
    values.map((value, index) => sql`when ${sql.lit(index)} then ${value}`),
    sql` `,
  )} end`
/** Returns the index terms of a text that ends with the digits of `getId`, each by its position. */
export function getNumberedTerms(prefix: string): Expression {
  const digits = '0000000'
  const [head = '', ...pairs] = toGrams(prefix + digits)
    .split(' ')
    .map((gram, index) => {
      const [first, second] = [index, index + 1].map((position) => {
        const digit = position - prefix.length
        if (digit < 0 || digit >= digits.length) return sql.lit(gram.slice(position === index ? 0 : 4).slice(0, 4))
        return sql`'003' || substr(${getId('')}, ${sql.lit(digit + 1)}, 1)`
      })
      return sql`${first} || ${second}`
    })
  return sql.join([head, ...pairs], sql` || ' ' || `)
}
export const castTerms = (kind: DatabaseKind, terms: Expression) =>
  sql`cast(${terms} as ${sql.raw(kind === 'sqlite' ? 'text' : 'tsvector')})`

/** Returns the time that is `seconds` before the newest row. */
export function timeBefore(kind: DatabaseKind, seconds: Expression): Expression {
  const moment = sql`${sql.lit(NEWEST.getTime() / 1_000)} - ${seconds}`
  return kind === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, 'unixepoch')`
    : sql`to_char(to_timestamp(${moment}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

type Columns = Readonly<Record<string, Expression | string | number | null>>

const toSql = (value: Columns[string]): Expression =>
  typeof value === 'object' && value !== null ? value : sql`${sql.lit(value)}`

/** Inserts rows into a table; each column is an expression of the row's number `n`. */
export async function insertRows(db: Queryable, table: string, count: number, columns: Columns): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(columns).map(toSql))
  await sql`insert into ${sql.table(table)} (${names}) ${selectNumbersUpTo(count)} select ${values} from numbers`.execute(
    db,
  )
}

/** Returns the index terms of one of the texts. PostgreSQL evaluates constant expressions only once. */
export const pickTerms = (kind: DatabaseKind, texts: readonly string[]) =>
  pickSql(texts.map((text) => castTerms(kind, sql.lit(toGrams(text)))))
