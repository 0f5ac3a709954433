import { expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { createMultipart } from '#testing/multipart.ts'
import { testConfig } from '#testing/test-app.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const LOOK_UP = { receipt: 'ZJ-20261121-00000000', contactEmail: 'a@b.cn' }

it.each([
  ['/api/submissions', 10, { headers: JSON_TYPE, payload: JSON.stringify(SUBMISSION) }, 200],
  ['/api/submissions/status', 20, { headers: JSON_TYPE, payload: JSON.stringify(LOOK_UP) }, 404],
  ['/api/submissions/files', 20, createMultipart([{ field: 'file', name: 'a.exe', bytes: 'MZ' }]), 415],
])('%s accepts %i requests per minute from one IP address', async (url, perMinute, request, status) => {
  const database = await openSqliteDatabase(':memory:')
  const { server } = await createApp({ config: testConfig({ RATE_LIMITS: 'on' }), database, servePages: false })
  const call = (remoteAddress: string) => server.inject({ method: 'POST', url, ...request, remoteAddress })
  const statuses: number[] = []
  for (let calls = 0; calls < perMinute; calls += 1) statuses.push((await call('10.0.0.1')).statusCode)
  const excess = await call('10.0.0.1')
  const fromOtherAddress = await call('10.0.0.2')
  await server.close()
  await database.close()

  expect(new Set(statuses)).toEqual(new Set([status]))
  expect({ status: excess.statusCode, body: excess.json() }).toEqual({
    status: 429,
    body: { success: false, message: '操作过于频繁，请稍后再试' },
  })
  expect(fromOtherAddress.statusCode).toBe(status)
})
