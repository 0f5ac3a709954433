import { beforeAll, beforeEach, expect, it } from 'vitest'
import { bearer, type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('ending sessions', (app) => {
  let admin: Caller
  /** The tokens of the administrator's other session and of two users, who have one session each. */
  let tokens: { ownOther: string; member: string; editor: string }
  let memberId: string

  const end = async (url: string, caller: Caller = admin) => {
    const reply = await app().server.inject({ method: 'DELETE', url, headers: caller.headers })
    return { status: reply.statusCode, message: reply.json().message }
  }
  const isSignedIn = async (token: string) =>
    (await app().server.inject({ url: '/api/auth/me', headers: bearer(token) })).statusCode === 200
  const getSignedIn = async () => ({
    admin: await isSignedIn(admin.headers.authorization.replace('Bearer ', '')),
    ownOther: await isSignedIn(tokens.ownOther),
    member: await isSignedIn(tokens.member),
    editor: await isSignedIn(tokens.editor),
  })

  beforeAll(async () => {
    await createUser(app(), { email: 'admin@example.com', name: '管理员', role: 'super_admin' })
    const member = await createUser(app(), { email: 'member@example.com', name: '会员' })
    memberId = member._id
    await createUser(app(), { email: 'editor@example.com', name: '编辑', role: 'editor' })
  })
  beforeEach(async () => {
    await app().database.write(({ db }) => db.deleteFrom('sessions').execute())
    admin = toCaller(await signIn(app(), 'admin@example.com'))
    tokens = {
      ownOther: (await signIn(app(), 'admin@example.com')).token,
      member: (await signIn(app(), 'member@example.com')).token,
      editor: (await signIn(app(), 'editor@example.com')).token,
    }
  })

  it('ends those of one user, and is audited', async () => {
    expect(await end(`/api/users/${memberId}/sessions`)).toEqual({ status: 200, message: '已结束1个会话' })
    expect(await getSignedIn()).toEqual({ admin: true, ownOther: true, member: false, editor: true })
    const [entry] = await listAudit(app(), 'user.sessions')
    expect(entry).toMatchObject({ user: { name: '管理员' }, target: '会员', detail: '1个会话' })
    expect(await end(`/api/users/${memberId}/sessions`)).toEqual({ status: 200, message: '没有其他会话需要结束' })
    expect((await end('/api/users/nobody/sessions')).status).toBe(404)
  })

  it("keeps the administrator's current session if they end their own", async () => {
    expect((await end(`/api/users/${admin.id}/sessions`)).status).toBe(200)
    expect(await getSignedIn()).toEqual({ admin: true, ownOther: false, member: true, editor: true })
  })

  it("ends those of all users but the administrator's current one, and is audited", async () => {
    expect(await end('/api/user-sessions')).toEqual({ status: 200, message: '已结束3个会话' })
    expect(await getSignedIn()).toEqual({ admin: true, ownOther: false, member: false, editor: false })
    const [entry] = await listAudit(app(), 'user.sessions')
    expect(entry).toMatchObject({ target: '全部用户', detail: '3个会话，保留了自己当前的会话' })
  })

  it('is only for administrators', async () => {
    const viewer = await createSignedInUser(app(), 'viewer', `viewer-${tokens.member.slice(0, 4).toLowerCase()}`)
    expect((await end('/api/user-sessions', viewer)).status).toBe(403)
    expect((await end(`/api/users/${memberId}/sessions`, viewer)).status).toBe(403)
  })
})
