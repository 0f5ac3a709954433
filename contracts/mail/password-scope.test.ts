import { describe, expect, it } from 'vitest'
import { explainUnusablePassword } from './password-scope.ts'

const SERVER = { host: 'smtp.example.com', port: 465, secure: true, username: 'sender@example.com' }
const CHANGED = '服务器、端口或用户名已更改，请重新填写密码'
const DOWNGRADED = '已关闭连接时加密，请重新填写密码'

describe('a stored mail password', () => {
  it.each([
    { case: 'nothing', change: {} },
    { case: 'the case of the host', change: { host: 'SMTP.Example.COM' } },
    { case: 'a trailing dot', change: { host: 'smtp.example.com.' } },
    { case: 'spaces around the host', change: { host: ' smtp.example.com ' } },
  ])('stays usable if the change is $case', ({ change }) => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, ...change })).toBeUndefined()
  })

  it.each([
    { case: 'another host', change: { host: 'smtp.example.org' } },
    { case: 'a longer host', change: { host: 'smtp.example.com.evil.test' } },
    { case: 'a homograph of the host', change: { host: 'smtp.ехample.com' } },
    { case: 'no host', change: { host: '' } },
    { case: 'another port', change: { port: 587 } },
    { case: 'another user name', change: { username: 'other@example.com' } },
    { case: 'a user name in another case', change: { username: 'Sender@example.com' } },
    { case: 'no user name', change: { username: '' } },
    { case: 'another host without encryption', change: { host: 'smtp.example.org', secure: false } },
  ])("isn't used for $case", ({ change }) => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, ...change })).toBe(CHANGED)
  })

  it("isn't used on a connection that is no longer encrypted from the start", () => {
    expect(explainUnusablePassword(SERVER, { ...SERVER, secure: false })).toBe(DOWNGRADED)
    expect(explainUnusablePassword({ ...SERVER, secure: false }, SERVER)).toBeUndefined()
  })
})
