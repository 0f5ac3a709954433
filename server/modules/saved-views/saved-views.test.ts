import { expect, it } from 'vitest'
import { SAVED_VIEWS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { savedViewCalls as calls } from '#contracts/saved-views/calls.ts'
import { SAVED_VIEW_MESSAGES as MESSAGES } from '#contracts/saved-views/messages.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const NEW_VIEW = { list: 'leads', name: '逾期的线索', query: 'late=true', isShared: false }

onEveryDatabase('saved views', (app) => {
  let colleagues = 0
  function createColleague(role: Role): Promise<Caller> {
    colleagues += 1
    return createSignedInUser(app(), role, `colleague-${colleagues}`)
  }
  const create = ({ headers }: Caller, changes: object = {}) =>
    app().server.inject({
      method: 'POST',
      url: calls.create.path,
      headers,
      payload: { ...NEW_VIEW, ...changes },
    })
  const createId = async (caller: Caller, changes: object = {}): Promise<string> =>
    (await create(caller, changes)).json().data.id
  const list = ({ headers }: Caller, name = 'leads') =>
    app().server.inject({ url: calls.list.path, query: { list: name }, headers })
  const listNames = async (caller: Caller, name?: string): Promise<string[]> =>
    (await list(caller, name)).json().data.map((view: { name: string }) => view.name)
  const listOwn = async (caller: Caller, name?: string): Promise<{ name: string }[]> =>
    (await list(caller, name)).json().data.filter((view: { isOwn: boolean }) => view.isOwn)
  const change = ({ headers }: Caller, id: string, payload: object) =>
    app().server.inject({ method: 'PUT', url: fillPath(calls.change.path, { id }), headers, payload })
  const remove = ({ headers }: Caller, id: string) =>
    app().server.inject({ method: 'DELETE', url: fillPath(calls.remove.path, { id }), headers })

  it('keeps the filters of a list under a name, without the page and the opened record', async () => {
    const reviewer = await createColleague('reviewer')
    const reply = await create(reviewer, { query: 'page=3&lead=x&status=contacted&kind=evaluation&search=&other=1' })
    expect(toResult(reply)).toMatchObject({
      status: 200,
      data: {
        name: '逾期的线索',
        query: 'kind=evaluation&status=contacted',
        isShared: false,
        owner: { id: reviewer.id },
        isOwn: true,
        canChange: true,
      },
    })
    expect(await listOwn(reviewer)).toEqual([reply.json().data])
    expect(await listOwn(reviewer, 'submissions')).toEqual([])
  })

  it('shows a shared view to whoever can open the list, after their own, and a private one to nobody', async () => {
    const owner = await createColleague('reviewer')
    const colleague = await createColleague('reviewer')
    const suffix = owner.id.slice(0, 8)
    await create(owner, { name: `共享 ${suffix}`, isShared: true })
    await create(owner, { name: `私有 ${suffix}` })
    await create(colleague, { name: `同事 ${suffix}` })
    const own = (names: string[]) => names.filter((name) => name.endsWith(suffix))
    expect(own(await listNames(colleague))).toEqual([`同事 ${suffix}`, `共享 ${suffix}`])
    expect(own(await listNames(owner))).toEqual([`共享 ${suffix}`, `私有 ${suffix}`])
  })

  it.each([
    ['editor', 'leads'],
    ['editor', 'users'],
    ['reviewer', 'audit'],
    ['member', 'leads'],
  ] as const)('is closed to the %s for the list of %s', async (role, name) => {
    const caller = await createColleague(role)
    expect((await list(caller, name)).statusCode).toBe(403)
    expect((await create(caller, { list: name })).statusCode).toBe(403)
  })

  it('is changed by its owner', async () => {
    const owner = await createColleague('reviewer')
    const id = await createId(owner)
    const values = { name: '新名称', query: 'status=closed&page=2', isShared: true }
    expect(toResult(await change(owner, id, values))).toMatchObject({
      status: 200,
      data: { id, name: '新名称', query: 'status=closed', isShared: true },
    })
    expect((await remove(owner, id)).statusCode).toBe(200)
    expect(await listOwn(owner)).toEqual([])
    expect((await remove(owner, id)).statusCode).toBe(404)
  })

  it('is not changed by others; a shared one is by who manages users', async () => {
    const owner = await createColleague('reviewer')
    const colleague = await createColleague('reviewer')
    const admin = await createColleague('super_admin')
    const [shared, hidden] = [await createId(owner, { isShared: true }), await createId(owner, { name: '私有' })]
    const values = { name: '改名', query: '', isShared: true }
    expect((await change(colleague, shared, values)).statusCode).toBe(403)
    expect((await remove(colleague, shared)).statusCode).toBe(403)
    for (const caller of [colleague, admin]) {
      expect((await change(caller, hidden, values)).statusCode).toBe(404)
      expect((await remove(caller, hidden)).statusCode).toBe(404)
    }
    expect((await listOwn(owner)).map(({ name }) => name)).toEqual(['私有', '逾期的线索'])
    expect((await change(admin, shared, values)).statusCode).toBe(200)
    expect((await remove(admin, shared)).statusCode).toBe(200)
  })

  it.each([
    ['a blank name', { name: ' \u200b' }, 'name', MESSAGES.name],
    ['an unknown list', { list: 'settings' }, 'list', MESSAGES.unknownList],
    ['a list named like a property of all objects', { list: 'constructor' }, 'list', MESSAGES.unknownList],
  ])('rejects %s', async (_case, changes, path, message) => {
    const reviewer = await createColleague('reviewer')
    expect(toResult(await create(reviewer, changes))).toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  it('rejects a second view with the same name, in one list of one person only', async () => {
    const owner = await createColleague('reviewer')
    const other = await createColleague('reviewer')
    const first = await createId(owner)
    const second = await createId(owner, { name: '第二个' })
    const taken = { status: 409, errors: [{ path: 'name', message: MESSAGES.nameTaken }] }
    expect(toResult(await create(owner))).toMatchObject(taken)
    expect(toResult(await change(owner, second, { ...NEW_VIEW, list: undefined }))).toMatchObject(taken)
    expect((await create(owner, { list: 'submissions' })).statusCode).toBe(200)
    expect((await create(other)).statusCode).toBe(200)
    expect((await change(owner, first, { name: '逾期的线索', query: '', isShared: true })).statusCode).toBe(200)
  })

  it(`accepts ${SAVED_VIEWS.perList} views of a list, also if they are saved at once`, async () => {
    const owner = await createColleague('reviewer')
    const replies = await Promise.all(
      Array.from({ length: SAVED_VIEWS.perList + 2 }, (_, index) => create(owner, { name: `视图${index}` })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(SAVED_VIEWS.perList)
    expect(replies.filter((reply) => reply.json().message === MESSAGES.tooMany)).toHaveLength(2)
  })

  it('hides contacts in shared views from viewers', async () => {
    const owner = await createColleague('reviewer')
    const viewer = await createColleague('viewer')
    await create(owner, {
      name: `王工13912345678 ${owner.id.slice(0, 4)}`,
      query: 'search=13912345678',
      isShared: true,
    })
    const reply = await list(viewer)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('王工')
    expect(reply.body).not.toContain('13912345678')
  })
})
