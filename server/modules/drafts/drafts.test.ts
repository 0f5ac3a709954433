import { beforeAll, describe, expect, it } from 'vitest'
import { draftCalls } from '#contracts/drafts/calls.ts'
import type { DraftInput } from '#contracts/drafts/draft.ts'
import { DRAFT_MESSAGES } from '#contracts/drafts/messages.ts'
import { DRAFTS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const AT = '2026-11-21T01:58:00.000Z'
const draft = (changes: Partial<DraftInput> = {}): DraftInput => ({
  subject: 'home',
  editedAt: AT,
  loaded: { value: { hero: { title: '旧' } }, version: 3 },
  value: { hero: { title: '新\u0000' } },
  text: null,
  ...changes,
})

onEveryDatabase('drafts', (app) => {
  let anna: Caller
  let bo: Caller
  beforeAll(async () => {
    anna = await createSignedInUser(app(), 'editor', 'anna')
    bo = await createSignedInUser(app(), 'super_admin', 'bo')
  })

  const url = (id: string) => fillPath(draftCalls.save.path, { id })
  const save = (id: string, payload: object = draft(), { headers } = anna) =>
    app().server.inject({
      method: 'PUT',
      url: url(id),
      headers: { ...headers, 'user-agent': 'Chrome/1 Windows' },
      payload,
    })
  const get = (id: string, { headers } = anna) => app().server.inject({ url: url(id), headers })
  const remove = (id: string, { headers } = anna) => app().server.inject({ method: 'DELETE', url: url(id), headers })
  const list = async (subject = 'home', { headers } = anna) =>
    (await app().server.inject({ url: draftCalls.list.path, query: { subject }, headers })).json().data
  const listIds = async (subject = 'home', caller = anna) =>
    (await list(subject, caller)).map(({ id }: { id: string }) => id)

  it('returns a draft as it was saved, with the device it was made on', async () => {
    expect((await save('first-tab')).statusCode).toBe(200)
    expect((await get('first-tab')).json().data).toEqual({
      ...draft(),
      id: 'first-tab',
      userAgent: 'Chrome/1 Windows',
    })
    await save('first-tab', draft({ text: '{"hero": ', editedAt: '2026-11-21T01:59:00.000Z' }))
    expect((await get('first-tab')).json().data).toMatchObject({ text: '{"hero": ' })
  })

  it('lists drafts by their subject, the latest first, without their content', async () => {
    await save('second-tab')
    await save('of-a-lead', draft({ subject: 'lead:1' }))
    expect(await list()).toEqual([
      { id: 'first-tab', editedAt: '2026-11-21T01:59:00.000Z', userAgent: 'Chrome/1 Windows' },
      { id: 'second-tab', editedAt: AT, userAgent: 'Chrome/1 Windows' },
    ])
    expect(await listIds('lead:1')).toEqual(['of-a-lead'])
    expect(await listIds('community')).toEqual([])
  })

  it('keeps the drafts of users apart, whatever id another chooses', async () => {
    expect(await listIds('home', bo)).toEqual([])
    const reply = await get('first-tab', bo)
    expect([reply.statusCode, reply.json().message]).toEqual([404, DRAFT_MESSAGES.notFound])
    await save('first-tab', draft({ value: { hero: { title: '别人的' } } }), bo)
    await remove('second-tab', bo)
    expect((await get('first-tab')).json().data.value).toEqual(draft().value)
    expect(await listIds()).toEqual(['first-tab', 'second-tab'])
  })

  it('removes one draft at a time, also twice', async () => {
    await remove('second-tab')
    expect((await remove('second-tab')).statusCode).toBe(200)
    expect(await listIds()).toEqual(['first-tab'])
  })

  it.each([
    ['without a subject', draft({ subject: ' ' })],
    ['with a list as its value', { ...draft(), value: [] }],
    ['without the version it was made on', { ...draft(), loaded: undefined }],
    ['with a wrong time', draft({ editedAt: 'yesterday' })],
  ])('refuses a draft %s', async (_, payload) => {
    expect((await save('wrong-one', payload)).statusCode).toBe(400)
  })

  it('refuses an invalid id', async () => {
    expect((await save('x')).statusCode).toBe(400)
  })

  it('refuses members and strangers', async () => {
    const member = await createSignedInUser(app(), 'member')
    expect((await save('a-members', draft(), member)).statusCode).toBe(403)
    expect((await app().server.inject(draftCalls.list.path)).statusCode).toBe(401)
  })

  describe('the limits', () => {
    it('refuses a draft beyond the number allowed, and drops none for it', async () => {
      const hoarder = await createSignedInUser(app(), 'editor', 'hoarder')
      for (let number = 0; number < DRAFTS.perUser; number += 1) await save(`draft-number-${number}`, draft(), hoarder)
      const reply = await save('one-more-draft', draft(), hoarder)
      expect([reply.statusCode, reply.json().message]).toEqual([409, DRAFT_MESSAGES.tooMany])
      expect((await save('draft-number-7', draft(), hoarder)).statusCode).toBe(200)
      expect(await listIds('home', hoarder)).toHaveLength(DRAFTS.perUser)
    })

    it('refuses a draft beyond the size allowed', async () => {
      const writer = await createSignedInUser(app(), 'editor', 'writer')
      const large = draft({ value: { text: 'x'.repeat(DRAFTS.bytes - 1_000) } })
      for (const id of ['large-one', 'large-two', 'large-three'])
        expect((await save(id, large, writer)).statusCode, id).toBe(200)
      const reply = await save('large-four', large, writer)
      expect([reply.statusCode, reply.json().message]).toEqual([409, DRAFT_MESSAGES.noRoom])
      expect((await save('larger-than-one', draft({ text: 'x'.repeat(DRAFTS.bytes) }), writer)).statusCode).toBe(413)
    })
  })

  it('deletes drafts with their user', async () => {
    const leaving = await createSignedInUser(app(), 'editor', 'leaving')
    await save('left-behind', draft(), leaving)
    await app().server.inject({ method: 'DELETE', url: `/api/users/${leaving.id}`, headers: bo.headers })
    const left = await app().database.read.selectFrom('drafts').select('id').where('userId', '=', leaving.id).execute()
    expect(left).toEqual([])
  })

  it('deletes drafts 30 days after they were last saved', async () => {
    await save('forgotten-draft')
    app().clock.advance(20 * 24 * 3_600_000)
    await save('younger-draft', draft(), await createSignedInUser(app(), 'editor', 'later'))
    app().clock.advance(11 * 24 * 3_600_000)
    await runHousekeeping(app().database, app().clock, app().services)
    const left = await app().database.read.selectFrom('drafts').select('id').execute()
    expect(left).toEqual([{ id: 'younger-draft' }])
  })
})
