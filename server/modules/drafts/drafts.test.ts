import { describe, expect, it } from 'vitest'
import { draftCalls } from '#contracts/drafts/calls.ts'
import type { DraftInput } from '#contracts/drafts/draft.ts'
import { DRAFT_MESSAGES } from '#contracts/drafts/messages.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { DRAFT_LIMITS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const EDITED_AT = '2026-11-21T01:58:00.000Z'
const createInput = (changes: Partial<DraftInput> = {}): DraftInput => ({
  subject: 'home',
  editedAt: EDITED_AT,
  loaded: { value: { hero: { title: '旧' } }, version: 3 },
  value: { hero: { title: '新\u0000' } },
  text: null,
  ...changes,
})

onEveryDatabase('drafts', (app) => {
  const createEditor = (name: string): Promise<Caller> => createSignedInUser(app(), 'editor', name)

  const getDraftUrl = (id: string) => fillPath(draftCalls.save.path, { id })
  const save = ({ headers }: Caller, id: string, payload: object = createInput()) =>
    app().server.inject({
      method: 'PUT',
      url: getDraftUrl(id),
      headers: { ...headers, 'user-agent': 'Chrome/1 Windows' },
      payload,
    })
  const getDraft = ({ headers }: Caller, id: string) => app().server.inject({ url: getDraftUrl(id), headers })
  const removeDraft = ({ headers }: Caller, id: string) =>
    app().server.inject({ method: 'DELETE', url: getDraftUrl(id), headers })
  const list = async ({ headers }: Caller, subject = 'home') =>
    (await app().server.inject({ url: draftCalls.list.path, query: { subject }, headers })).json().data
  const listIds = async (caller: Caller, subject = 'home') =>
    (await list(caller, subject)).map(({ id }: { id: string }) => id)
  const listStored = async (...authors: Caller[]) => {
    const userIds = authors.map(({ id }) => id)
    return app().database.read.selectFrom('drafts').select('id').where('userId', 'in', userIds).execute()
  }

  it('returns a saved draft with the user agent that saved it', async () => {
    const author = await createEditor('author')
    expect((await save(author, 'first-tab')).statusCode).toBe(200)
    expect((await getDraft(author, 'first-tab')).json().data).toEqual({
      ...createInput(),
      id: 'first-tab',
      userAgent: 'Chrome/1 Windows',
    })
  })

  it('overwrites a draft saved under the same id', async () => {
    const author = await createEditor('again')
    await save(author, 'first-tab')
    await save(author, 'first-tab', createInput({ text: '{"hero": ' }))
    expect((await getDraft(author, 'first-tab')).json().data).toMatchObject({ text: '{"hero": ' })
    expect(await listIds(author)).toEqual(['first-tab'])
  })

  it("lists a subject's drafts, newest first, without their content", async () => {
    const author = await createEditor('lister')
    await save(author, 'older-tab')
    await save(author, 'later-tab', createInput({ editedAt: '2026-11-21T01:59:00.000Z' }))
    await save(author, 'of-a-lead', createInput({ subject: 'lead:1' }))
    expect(await list(author)).toEqual([
      { id: 'later-tab', editedAt: '2026-11-21T01:59:00.000Z', userAgent: 'Chrome/1 Windows' },
      { id: 'older-tab', editedAt: EDITED_AT, userAgent: 'Chrome/1 Windows' },
    ])
    expect(await listIds(author, 'lead:1')).toEqual(['of-a-lead'])
    expect(await listIds(author, 'community')).toEqual([])
  })

  it("isolates users' drafts even if their ids are equal", async () => {
    const [anna, bo] = [await createEditor('anna'), await createEditor('bo')]
    await save(anna, 'first-tab')
    await save(anna, 'second-tab')
    expect(await listIds(bo)).toEqual([])
    const reply = await getDraft(bo, 'first-tab')
    expect(toResult(reply)).toMatchObject({ status: 404, message: DRAFT_MESSAGES.notFound })
    await save(bo, 'first-tab', createInput({ value: { hero: { title: '别人的' } } }))
    await removeDraft(bo, 'second-tab')
    expect((await getDraft(anna, 'first-tab')).json().data.value).toEqual(createInput().value)
    expect(await listIds(anna)).toEqual(['first-tab', 'second-tab'])
  })

  it('deletes only the given draft, and succeeds if it was already deleted', async () => {
    const author = await createEditor('remover')
    await save(author, 'first-tab')
    await save(author, 'second-tab')
    await removeDraft(author, 'second-tab')
    expect((await removeDraft(author, 'second-tab')).statusCode).toBe(200)
    expect(await listIds(author)).toEqual(['first-tab'])
  })

  it('rejects an invalid draft with 400', async () => {
    const author = await createEditor('invalid')
    const invalid = {
      'without a subject': createInput({ subject: ' ' }),
      'with a list as its value': { ...createInput(), value: [] },
      'without the version it was made on': { ...createInput(), loaded: undefined },
      'with a wrong time': createInput({ editedAt: 'yesterday' }),
    }
    for (const [label, payload] of Object.entries(invalid))
      expect((await save(author, 'wrong-one', payload)).statusCode, label).toBe(400)
  })

  it('rejects an invalid id with 400', async () => {
    expect((await save(await createEditor('short'), 'x')).statusCode).toBe(400)
  })

  it('rejects members with 403 and anonymous requests with 401', async () => {
    const member = await createSignedInUser(app(), 'member')
    expect((await save(member, 'a-members')).statusCode).toBe(403)
    expect((await app().server.inject(draftCalls.list.path)).statusCode).toBe(401)
  })

  describe('the limits', () => {
    it('rejects a draft above the maximum number, and deletes no other draft', async () => {
      const hoarder = await createEditor('hoarder')
      for (let number = 0; number < DRAFT_LIMITS.perUser; number += 1) await save(hoarder, `draft-number-${number}`)
      const reply = await save(hoarder, 'one-more-draft')
      expect(toResult(reply)).toMatchObject({ status: 409, message: DRAFT_MESSAGES.tooMany })
      expect((await save(hoarder, 'draft-number-7')).statusCode).toBe(200)
      expect(await listIds(hoarder)).toHaveLength(DRAFT_LIMITS.perUser)
    })

    it('rejects a draft above the maximum size', { timeout: 60_000 }, async () => {
      const writer = await createEditor('writer')
      const large = createInput({ value: { text: 'x'.repeat(DRAFT_LIMITS.bytes - 1_000) } })
      for (const id of ['large-one', 'large-two', 'large-three'])
        expect((await save(writer, id, large)).statusCode, id).toBe(200)
      const reply = await save(writer, 'large-four', large)
      expect(toResult(reply)).toMatchObject({ status: 409, message: DRAFT_MESSAGES.draftsTooLarge })
      expect(
        (await save(writer, 'larger-than-one', createInput({ text: 'x'.repeat(DRAFT_LIMITS.bytes) }))).statusCode,
      ).toBe(413)
    })
  })

  it("deletes a user's drafts with the user", async () => {
    const leaving = await createEditor('leaving')
    const { headers } = await createSignedInUser(app(), 'super_admin')
    await save(leaving, 'left-behind')
    await app().server.inject({ method: 'DELETE', url: `/api/users/${leaving.id}`, headers })
    expect(await listStored(leaving)).toEqual([])
  })

  it('deletes drafts 30 days after they were last saved', async () => {
    const earlier = await createEditor('earlier')
    await save(earlier, 'forgotten-draft')
    app().clock.advance(20 * DAY_MS)
    const later = await createEditor('later')
    await save(later, 'younger-draft')
    app().clock.advance(11 * DAY_MS)
    await runHousekeeping(app().database, app().clock, app().services)
    expect(await listStored(earlier, later)).toEqual([{ id: 'younger-draft' }])
  })
})
