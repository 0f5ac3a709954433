import { describe, expect, it } from 'vitest'
import { explainUnusablePassword } from './password-scope.ts'

const SERVER = { host: 'smtp.example.com', port: 465, secure: true, username: 'sender@example.com' }
const CHANGED = '服务器、端口或用户名已更改，请重新填写密码'
const DOWNGRADED = '已关闭连接时加密，请重新填写密码'

describe('a stored mail password', () => {
  it.each([
    ['nothing', {}],
    ['the case of the host', { host: 'SMTP.Example.COM' }],
    ['a trailing dot', { host: 'smtp.example.com.' }],
    ['spaces around the host', { host: ' smtp.example.com ' }],
  ])('stays usable if the change is %s', (_, change) => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, ...change })).toBeUndefined()
  })

  it.each([
    ['another host', { host: 'smtp.example.org' }],
    ['a longer host', { host: 'smtp.example.com.evil.test' }],
    ['a homograph of the host', { host: 'smtp.ехample.com' }],
    ['no host', { host: '' }],
    ['another port', { port: 587 }],
    ['another user name', { username: 'other@example.com' }],
    ['a user name in another case', { username: 'Sender@example.com' }],
    ['no user name', { username: '' }],
    ['another host without encryption', { host: 'smtp.example.org', secure: false }],
  ])("isn't used for %s", (_, change) => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, ...change })).toBe(CHANGED)
  })

  it("isn't used on a connection that is no longer encrypted from the start", () => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, secure: false })).toBe(DOWNGRADED)
    expect(explainUnusablePassword({ ...SERVER, secure: false }, SERVER)).toBeUndefined()
  })
})
