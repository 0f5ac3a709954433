import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { LOGIN_ATTEMPTS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { ROLES, type Role } from '#contracts/vocabulary.ts'
import { MIGRATIONS } from '#server/platform/database/migrations/migrations.ts'
import { describeSchema } from '#server/platform/database/transfer/migrated-schema.ts'
import {
  createProjectClient,
  finishScoring,
  type PreparedProject,
  prepareProject,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { enableMail } from '#testing/factories/mail.ts'
import {
  addMemberData,
  createMemberDataContext,
  judgeOneCell,
  type MemberDataContext,
} from '#testing/factories/member-data.ts'
import { type Caller, createSignedInUser, createUser, PASSWORD, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

/** Tables in which the prepared data name the member, and from which closing the account removes that. */
const REMOVED_TABLES = [
  'evaluation_judges',
  'evaluation_projects',
  'evaluation_trials',
  'event_registrations',
  'known_devices',
  'member_reviews',
  'review_helpful_marks',
  'review_proofs',
  'sessions',
  'shortlists',
  'users',
]
const STAFF: readonly Role[] = ROLES.filter((role) => role !== 'member')

onEveryDatabase('closing an account', (app) => {
  let count = 0
  let member: Caller
  let email = ''
  let admin: Caller

  const createVerifiedMember = async (address: string, name: string): Promise<Caller> => {
    await createUser(app(), { email: address, name, emailVerifiedAt: '2026-11-21T00:00:00.000Z' })
    return toCaller(await signIn(app(), address))
  }
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller?: Caller, payload?: object) =>
    app().server.inject({ method, url, headers: { ...caller?.headers }, ...(payload ? { payload } : {}) })
  const close = (caller = member, password: unknown = PASSWORD) =>
    send('DELETE', accountSecurityCalls.closeAccount.path, caller, { password })
  const isSignedIn = async (caller = member) => (await send('GET', identityCalls.me.path, caller)).statusCode === 200

  beforeAll(async () => {
    await enableMail(app())
    admin = await createSignedInUser(app(), 'super_admin', 'closing-admin')
  })

  beforeEach(async () => {
    count += 1
    email = `leaving.${count}@example.com`
    member = await createVerifiedMember(email, `离开者${count}`)
  })

  it('ends all sessions', async () => {
    const otherSession = toCaller(await signIn(app(), email))
    expect(toResult(await close())).toMatchObject({ status: 200, message: '账号已注销', data: null })
    expect(await isSignedIn()).toBe(false)
    expect(await isSignedIn(otherSession)).toBe(false)
  })

  it('frees the address for another account', async () => {
    await close()
    const login = await send('POST', identityCalls.login.path, undefined, { email, password: PASSWORD })
    expect(toResult(login)).toMatchObject({ status: 401, message: '用户名或密码错误' })
    await createUser(app(), { email })
    expect((await signIn(app(), email)).user._id).not.toBe(member.id)
  })

  it('is confirmed by mail', async () => {
    await close()
    expect((await listOutbox(app())).filter(({ to }) => to === email)).toMatchObject([{ kind: 'accountClosed' }])
  })

  it('is audited', async () => {
    await close()
    const [entry] = await listAudit(app(), 'auth.close')
    expect(entry).toMatchObject({ user: { id: member.id, name: member.name }, target: member.name, detail: '' })
  })

  it.each([
    ['a wrong password', 'wrong', '当前密码不正确'],
    ['no password', null, '请输入当前密码'],
    ['a blank password', '', '请输入当前密码'],
  ])('is rejected with %s', async (_, password, message) => {
    expect(toResult(await close(member, password))).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message }],
    })
    expect(await isSignedIn()).toBe(true)
  })

  it('delays further attempts after several wrong passwords, even with the correct one', async () => {
    // After that, the failed attempts no longer count.
    onTestFinished(() => {
      app().clock.advance(LOGIN_ATTEMPTS.windowMs + 1)
    })
    let status = 400
    // More attempts than the settings allow.
    for (let attempt = 0; attempt < 20 && status === 400; attempt += 1)
      status = (await close(member, 'wrong')).statusCode
    expect(status).toBe(429)
    expect((await close()).statusCode).toBe(429)
  })

  it('is audited if it fails because of a wrong password', async () => {
    await close(member, 'wrong')
    expect(await listAudit(app(), 'auth.close')).toContainEqual(
      expect.objectContaining({ target: member.name, detail: '未执行：当前密码不正确' }),
    )
  })

  it.each(STAFF)('is rejected for the role %s', async (role) => {
    const staff = await createSignedInUser(app(), role, `staff-${role}`)
    expect(toResult(await close(staff))).toMatchObject({
      status: 409,
      message: '后台账号不能自行注销，请联系超级管理员删除',
    })
    expect(await isSignedIn(staff)).toBe(true)
  })

  it('requires a session', async () => {
    expect(
      (await send('DELETE', accountSecurityCalls.closeAccount.path, undefined, { password: PASSWORD })).statusCode,
    ).toBe(401)
  })

  it('happens once if it is requested twice at the same time', async () => {
    const replies = await Promise.all([close(), close()])
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    expect(
      (await listAudit(app(), 'auth.close')).filter(({ target, detail }) => target === member.name && detail === ''),
    ).toHaveLength(1)
  })

  describe('of a member with data', () => {
    let context: MemberDataContext
    let colleague: PreparedProject
    let shortlistId = ''

    /** Returns the tables with a row that contains one of the texts. */
    async function listTablesContaining(texts: readonly string[]): Promise<string[]> {
      const tables = await describeSchema(Object.keys(MIGRATIONS))
      const names = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await sql`select * from ${sql.table(name)}`.execute(app().database.read)
          return texts.some((text) => JSON.stringify(rows).includes(text)) ? name : undefined
        }),
      )
      return names.filter((name) => name !== undefined).sort()
    }
    const listOwnTables = () => listTablesContaining([member.id, email, member.name])
    const getProject = async (): Promise<ProjectView> => (await colleague.client.get(colleague.id)).json().data
    const removeByAdmin = () => send('DELETE', fillPath(userCalls.remove.path, { id: member.id }), admin)

    beforeAll(async () => {
      context = await createMemberDataContext(app())
    })

    beforeEach(async () => {
      const data = await addMemberData(app(), context, { member, email })
      colleague = data.judged
      shortlistId = data.shortlistId
    })

    it.each([
      ['by themselves', close],
      ['by an administrator', removeByAdmin],
    ] as const)(
      'removes their name, address and id from all tables but those that remain, closed %s',
      async (_, end) => {
        await judgeOneCell(app(), member, colleague)
        expect(await listOwnTables()).toEqual(expect.arrayContaining(REMOVED_TABLES))
        expect((await end()).statusCode).toBe(200)
        const remaining = ['audit_entries', 'compared_names', 'leads', 'outbox', 'submissions', 'vendor_statements']
        expect(await listOwnTables()).toEqual(remaining)
      },
    )

    it('announces that shared shortlists no longer exist', async () => {
      const topics: string[] = []
      onTestFinished(app().database.changes.subscribe((changed) => topics.push(...changed)))
      await close()
      expect(topics).toContain('shortlists')
      expect((await send('GET', fillPath(shortlistCalls.get.path, { id: shortlistId }))).statusCode).toBe(404)
    })

    it("keeps what they have submitted as a judge in another member's project, without their name", async () => {
      const client = createProjectClient(app(), member)
      await colleague.client.changeStatus(colleague.id, 'scoring')
      await scoreAll(client, { project: colleague.id })
      await client.declare({ project: colleague.id })
      await client.submit({ project: colleague.id })
      await scoreAll(colleague.guest, colleague.judge.access)
      await colleague.guest.submit(colleague.judge.access)
      await colleague.client.changeStatus(colleague.id, 'review')
      const { scores } = await getProject()
      await close()
      const project = await getProject()
      expect(project.judges.map(({ name, status }) => [name, status])).toEqual([
        ['李评委', 'submitted'],
        ['已注销用户', 'submitted'],
      ])
      expect(project.scores).toEqual(scores)
      expect((await colleague.client.changeStatus(colleague.id, 'final')).statusCode).toBe(200)
    })

    it('removes them as a judge who has not submitted, and the owner can replace them', async () => {
      await close()
      const judge = (await getProject()).judges.find(({ name }) => name === '已注销用户')
      expect(judge).toMatchObject({ status: 'removed', isMember: false })
      const path = `/projects/${colleague.id}/judges/${judge?.id}`
      expect((await colleague.client.send('POST', `${path}/restore`)).statusCode).toBe(200)
      const successor = createProjectClient(app(), await createVerifiedMember(email, '后来者'))
      expect((await successor.open({ project: colleague.id })).statusCode).toBe(404)
    })

    it('makes the reports of their own projects unavailable', async () => {
      const project = await prepareProject(app(), `finished-${count}`)
      await finishScoring(project)
      const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
      const read = () => send('GET', `/api/evaluation/project-reports/${reportId}`)
      expect((await read()).statusCode).toBe(200)
      const topics: string[] = []
      onTestFinished(app().database.changes.subscribe((changed) => topics.push(...changed)))
      await close(project.owner)
      expect(topics).toContain('evaluation-project-reports')
      expect((await read()).statusCode).toBe(404)
    })
  })
})
