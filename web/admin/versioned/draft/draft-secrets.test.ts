import { expect, it } from 'vitest'
import { blankSecrets, fillSecrets } from './draft-secrets.ts'

const PLACES = ['webhookUrl', 'server.password']

it('leaves the secrets out of a value, and nothing else', () => {
  const value = { webhookUrl: 'https://robot.example/key', server: { host: 'a', password: 'b' }, limit: 500 }
  expect(blankSecrets(value, PLACES)).toEqual({ webhookUrl: '', server: { host: 'a', password: '' }, limit: 500 })
})

it('restores a draft with the secrets that are loaded now, as no edit', () => {
  const draft = {
    id: 'd',
    subject: 'settings:alarms',
    editedAt: '2026-11-21T02:00:00.000Z',
    loaded: { value: { webhookUrl: '', limit: 500 }, version: 3 },
    value: { webhookUrl: '', limit: 600 },
    text: null,
  }
  const { loaded, value } = fillSecrets(draft, { webhookUrl: 'https://robot.example/key', limit: 700 }, ['webhookUrl'])
  expect(loaded).toEqual({ value: { webhookUrl: 'https://robot.example/key', limit: 500 }, version: 3 })
  expect(value).toEqual({ webhookUrl: 'https://robot.example/key', limit: 600 })
})
