import { expect, it } from 'vitest'
import { removeSecrets, restoreSecrets } from './draft-secrets.ts'

const SECRET_PATHS = ['webhookUrl', 'server.password']

it('blanks only the secrets of a value', () => {
  const value = { webhookUrl: 'https://robot.example/key', server: { host: 'a', password: 'b' }, limit: 500 }
  expect(removeSecrets(value, SECRET_PATHS)).toEqual({
    webhookUrl: '',
    server: { host: 'a', password: '' },
    limit: 500,
  })
})

it('fills a restored draft with the loaded secrets, so that they are not edits', () => {
  const draft = {
    id: 'd',
    subject: 'settings:alarms',
    editedAt: '2026-11-21T02:00:00.000Z',
    loaded: { value: { webhookUrl: '', limit: 500 }, version: 3 },
    value: { webhookUrl: '', limit: 600 },
    text: null,
  }
  const { loaded, value } = restoreSecrets(draft, { webhookUrl: 'https://robot.example/key', limit: 700 }, [
    'webhookUrl',
  ])
  expect(loaded).toEqual({ value: { webhookUrl: 'https://robot.example/key', limit: 500 }, version: 3 })
  expect(value).toEqual({ webhookUrl: 'https://robot.example/key', limit: 600 })
})
