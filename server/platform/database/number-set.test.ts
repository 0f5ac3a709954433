import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_DATABASES } from '#testing/databases/test-databases.ts'
import type { Database } from './database.ts'
import { isAmong, listNumbers, toNumberSet } from './number-set.ts'

const numbers = fc.array(fc.nat({ max: 300 }), { maxLength: 80 })

it('contains the numbers of any list, without the excepted ones', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 4 }), numbers, (lists, except) => {
      const set = toNumberSet(lists, except)
      const expected = [...new Set(lists.flat())].filter((number) => !except.includes(number)).sort((a, b) => a - b)
      expect(listNumbers(set)).toEqual(expected)
      expect(set.size).toBe(expected.length)
    }),
  )
})

describe.each(TEST_DATABASES)('rows by their number ($name)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const ROWS = 4_000
  const select = async (members: readonly number[]) => {
    const { rows } = await sql<{ n: number }>`with recursive numbers (n) as
      (select 0 union all select n + 1 from numbers where n < ${sql.lit(ROWS - 1)})
      select n from numbers where ${isAmong(database.read, 'n', toNumberSet([members]))} order by n`.execute(
      database.read,
    )
    return rows.map(({ n }) => n)
  }
  const listEveryNth = (step: number, last = ROWS) =>
    Array.from({ length: Math.ceil(last / step) }, (_, index) => index * step)

  it.each([
    ['none', []],
    ['a few', [3, 1, 3_999]],
    ['every second, also those that no row has', listEveryNth(2, ROWS * 3)],
    ['every third', listEveryNth(3)],
    ['the first ones, of fewer than the rows', listEveryNth(1, 1_500)],
    ['a few among many more numbers', listEveryNth(20, ROWS * 10)],
  ])('selects %s', async (_, members) => {
    expect(await select(members)).toEqual(members.filter((number) => number < ROWS).sort((a, b) => a - b))
  })
})
