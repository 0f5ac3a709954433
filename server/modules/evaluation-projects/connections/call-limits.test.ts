import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { AGENT_MESSAGES } from '#contracts/agents/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { ContentSettingsSchema } from '#contracts/settings/settings.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { createTestClock } from '#testing/test-app.ts'
import { createCallLimits } from './call-limits.ts'

async function openLimits() {
  const folder = await mkdtemp(join(tmpdir(), 'zhijian-'))
  const database = await openSqliteDatabase(join(folder, 'data.sqlite'))
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const clock = createTestClock()
  const settings = {
    getContent: async () => ContentSettingsSchema.parse({ maxAgentCallsPerMinute: 3, maxAgentCallsPerDay: 5 }),
  }
  const limits = createCallLimits({ database, clock, settings })
  return { limits, clock, database }
}

it('counts in a database file, which only transactions can write', async () => {
  const { limits } = await openLimits()
  for (let call = 0; call < 3; call += 1) await limits.count('a', 'https://agent.example')
  await limits.count('a', 'https://other.example')
  await expect(limits.count('b', 'https://agent.example')).rejects.toMatchObject({ code: 'tooManyRequests' })
})

it('allows as many of several calls as all limits do, and counts those alone', async () => {
  const { limits, clock, database } = await openLimits()
  const target = 'https://agent.example'
  const count = async (wanted: number, perMinute = 10) => {
    const countCalls = await limits.create('a', target, { key: 'connection', perMinute })
    const { allowed, refusal } = await database.write(({ db }) => countCalls(db, wanted))
    return { allowed, message: refusal?.message, retryAfterSeconds: refusal?.retryAfterSeconds }
  }
  expect(await count(2, 1)).toEqual({
    allowed: 1,
    message: AGENT_MESSAGES.callsPerMinute(1),
    retryAfterSeconds: 60,
  })
  expect(await count(4)).toMatchObject({ allowed: 2, message: AGENT_MESSAGES.callsPerMinute(3) })
  clock.advance(MINUTE_MS)
  expect(await count(3)).toMatchObject({ allowed: 2, message: AGENT_MESSAGES.callsPerDay(5) })
  expect(await count(1)).toMatchObject({ allowed: 0 })
})
