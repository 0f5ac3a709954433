import { describe, expect, it } from 'vitest'
import { completeEmailConfig } from '#contracts/mail/default-config.ts'
import { explainLostPassword, toFormValues, toSavedValues } from './mail-values.ts'

const { smtpConfig, ...rest } = completeEmailConfig({ smtpConfig: { host: 'smtp.example.com', username: 'sender' } })
const config = { ...rest, smtpConfig: { ...smtpConfig, passwordSet: true }, _id: 'default', lastTestResult: null }
const loaded = toFormValues(config)
const changeSmtp = (change: object) => ({ ...loaded, smtpConfig: { ...loaded.smtpConfig, ...change } })

it('starts the form without a password', () => {
  expect(loaded.smtpConfig.password).toBe('')
})

it.each([
  ['the sent values, with an entered password only as a flag', { fromName: '新名', password: 'secret' }, true],
  ['the flag of the stored password', { fromName: '新名' }, true],
  ['no password for another server without sign-in', { host: 'smtp.example.org', username: '' }, false],
])('returns %s after a save', (_, change, passwordSet) => {
  const saved = toSavedValues(changeSmtp(change), loaded)
  expect(saved.smtpConfig).toMatchObject({ ...change, password: '', passwordSet })
})

describe('a stored password', () => {
  it.each([
    [
      'must be entered again with another port, entered as text',
      { port: '465' },
      '服务器、端口或用户名已更改，请重新填写密码',
    ],
    ['is retained with the same port, entered as text', { port: '587' }, undefined],
    ['need not be entered again while the host is invalid', { host: 'http://' }, undefined],
    ['need not be entered again if one is entered', { port: '465', password: 'secret' }, undefined],
  ])('%s', (_, change, message) => {
    expect(explainLostPassword(changeSmtp(change).smtpConfig, loaded.smtpConfig)).toBe(message)
  })

  it('is not required if there was none', () => {
    const { smtpConfig: server } = changeSmtp({ passwordSet: false })
    expect(explainLostPassword({ ...server, port: 465 }, server)).toBeUndefined()
  })
})
