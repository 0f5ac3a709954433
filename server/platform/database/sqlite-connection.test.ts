import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SqliteConnection } from './sqlite-connection.ts'

it('prepares a repeated statement once, also after more others than it keeps', async () => {
  const connection = new SqliteConnection(':memory:')
  onTestFinished(() => connection.close())
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql))
  for (let number = 0; number < 600; number += 1) await run(`select ${number}`)
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  await run(`select 'repeated'`)
  for (let number = 0; number < 400; number += 1) {
    await run(`select 'other ${number}'`)
    await run(`select 'repeated'`)
  }
  expect(prepare).toHaveBeenCalledTimes(401)
})
