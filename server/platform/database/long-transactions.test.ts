import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSqliteDatabase } from './database.ts'

/** Takes some tens of milliseconds. */
const COUNT = sql`with recursive numbers(number) as
  (select 1 union all select number + 1 from numbers where number < 300000) select max(number) from numbers`

it('yields to the event loop between the statements of a long transaction', async () => {
  const database = await openSqliteDatabase(':memory:')
  try {
    const done: string[] = []
    setTimeout(() => done.push('other'))
    await database.write(async ({ db }) => {
      for (let count = 0; count < 4; count += 1) await COUNT.execute(db)
      done.push('transaction')
    })
    expect(done).toEqual(['other', 'transaction'])
  } finally {
    await database.close()
  }
})
