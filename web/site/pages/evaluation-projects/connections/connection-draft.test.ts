import { expect, it } from 'vitest'
import type { Connection } from '#contracts/agents/connection.ts'
import { ConnectionSaveSchema } from '#contracts/agents/connection.ts'
import { createDraft, leavesServer, parseHeaders, toDraft, toSave } from './connection-draft.ts'

const save = ConnectionSaveSchema.parse({
  kind: 'http',
  url: 'https://agent.example/api',
  template: {
    method: 'PUT',
    path: '/ask',
    headers: { 'X-Lang': 'zh' },
    body: '{"q": {{question}}}',
    poll: { path: '/t/{{task}}' },
  },
  paths: { reply: '$.a', task: '$.id', done: '$.done' },
  price: { input: 2, perCall: 0.5, replyRate: 7, replyRateOn: '2026-11-21' },
  timeoutMs: 90_500,
  headers: { 'X-Tenant': 'tenant-1234' },
})
const { secret: _, ...settings } = save
const STORED: Connection = {
  ...settings,
  headers: { 'X-Tenant': '' },
  candidate: 'a',
  hasSecret: true,
  lastProbe: null,
  version: 1,
  updatedAt: '2026-11-21T02:00:00.000Z',
}

it('keeps everything of a stored connection that the form does not change', () => {
  expect(toSave(toDraft(STORED))).toEqual({ ...save, headers: { 'X-Tenant': '' } })
})

it('begins with a connection that needs only an address', () => {
  const { success } = ConnectionSaveSchema.safeParse(toSave({ ...createDraft(), url: 'https://a.example' }))
  expect(success).toBe(true)
})

it('sends no field of another kind', () => {
  const draft = { ...toDraft(STORED), kind: 'dify' as const, model: 'm', botId: '1' }
  expect(toSave(draft)).toMatchObject({ model: '', botId: '', template: null, paths: null })
})

it('reads headers, one a line', () => {
  expect(parseHeaders('Accept: text/event-stream\n\n X-Time : 10:30 \nX-Flag')).toEqual({
    Accept: 'text/event-stream',
    'X-Time': '10:30',
    'X-Flag': '',
  })
})

it.each<[string, boolean]>([
  ['https://agent.example/other', false],
  ['https://AGENT.example/api', false],
  ['https://agent.example:8443/api', true],
  ['http://agent.example/api', true],
  ['https://other.example/api', true],
  ['https://', false],
])('knows whether %s is another server: %s', (url, isOther) => {
  expect(leavesServer({ ...toDraft(STORED), url }, STORED)).toBe(isOther)
})
