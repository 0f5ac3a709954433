import { expect, it } from 'vitest'
import { bearer, createUser, PASSWORD, SUPER_ADMIN, signIn } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('a password reset from the command line', (app) => {
  const login = (email: string, password: string) =>
    app().server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })

  it('sets a new password and ends the sessions', async () => {
    await createUser(app(), { email: 'locked@example.com', name: '李四', role: 'super_admin' })
    const before = await signIn(app(), 'locked@example.com')
    const account = await app().services.identity.resetPassword(' Locked@Example.com ')
    expect(account).toEqual({
      email: 'locked@example.com',
      name: '李四',
      status: 'active',
      wasTwoFactorEnabled: false,
      deletedPasskeys: 0,
      deletedCompanyAccounts: 0,
      password: expect.stringMatching(/^[\w-]{24}$/),
    })
    const me = await app().server.inject({ method: 'GET', url: '/api/auth/me', headers: bearer(before.token) })
    expect(me.statusCode).toBe(401)
    expect((await login('locked', PASSWORD)).statusCode).toBe(401)
    expect((await login('locked', account.password)).statusCode).toBe(200)
  })

  it('unlocks an account that was locked by failed attempts', async () => {
    await createUser(app(), { email: 'forgetful@example.com' })
    for (const name of ['forgetful', 'forgetful@example.com', 'forgetful', 'forgetful', 'forgetful'])
      expect((await login(name, 'wrong')).statusCode).toBe(401)
    expect((await login('forgetful', PASSWORD)).statusCode).toBe(429)
    const { password } = await app().services.identity.resetPassword('forgetful@example.com')
    expect((await login('forgetful', password)).statusCode).toBe(200)
  })

  it('is audited without the new password', async () => {
    await createUser(app(), { email: 'audited@example.com', name: '王五' })
    const { password } = await app().services.identity.resetPassword('audited@example.com')
    const { items: entries } = await app().services.audit.list({ page: 1, user: '命令行' }, SUPER_ADMIN)
    expect(entries.filter(({ target }) => target === '王五')).toMatchObject([
      { action: 'user.password', ip: null, user: { name: '命令行' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(password)
  })

  it.each(['nobody@example.com', 'locked', '%', "' or 1=1 --"])('rejects the unknown account %s', async (email) => {
    await expect(app().services.identity.resetPassword(email)).rejects.toMatchObject({ code: 'notFound' })
  })
})
