import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ContentSettingsSchema } from '#contracts/settings/settings.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createCallLimits } from './call-limits.ts'

it('counts in a database file, which only transactions can write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const database = await openSqliteDatabase(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const settings = { getContent: async () => ContentSettingsSchema.parse({ maxAgentCallsPerMinute: 1 }) }
  const limits = createCallLimits({ database, clock: createTestClock(), settings })
  await limits.count('a', 'https://agent.example')
  await limits.count('a', 'https://other.example')
  await expect(limits.count('b', 'https://agent.example')).rejects.toMatchObject({ code: 'tooManyRequests' })
})
