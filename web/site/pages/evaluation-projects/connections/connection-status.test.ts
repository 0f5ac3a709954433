import { expect, it } from 'vitest'
import { ConnectionSaveSchema, type LastProbe } from '#contracts/agents/connection.ts'
import { getConnectionStatus } from './connection-status.ts'

const { secret: _, ...settings } = ConnectionSaveSchema.parse({ kind: 'openai', url: 'https://a.example' })
const AT = '2026-11-21T02:00:00.000Z'
const PROBE = { at: AT, version: 2, message: '', error: null, answer: null, sent: '', received: '', example: null }
const createConnection = (lastProbe: LastProbe | null) => ({
  ...settings,
  candidate: 'a',
  hasSecret: false,
  headers: {},
  version: 2,
  updatedAt: AT,
  lastProbe,
})

it.each<[string, LastProbe | null]>([
  ['untried', null],
  ['works', PROBE],
  ['fails', { ...PROBE, error: '401' }],
  ['changed', { ...PROBE, version: 1 }],
])('is %s by the last question', (status, lastProbe) => {
  expect(getConnectionStatus(createConnection(lastProbe))).toBe(status)
})

it('is none without a connection', () => {
  expect(getConnectionStatus(undefined)).toBe('none')
})
