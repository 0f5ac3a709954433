import { beforeEach, describe, expect, it, vi } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import type { PublishInput } from '#contracts/content-drafts/draft.ts'
import { CONTENT_DRAFT_MESSAGES, PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { runWhileLocked } from '#testing/run-while-locked.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('publishing a draft at a time', (app) => {
  let editor: Caller
  let admin: Caller
  const createNode = () =>
    createServices({
      database: app().database,
      fileStore: openFileStore({ s3: undefined, folder: app().dataDir }),
      clock: app().clock,
    })
  let turn = 0
  beforeEach(async () => {
    turn += 1
    editor = await createSignedInUser(app(), 'editor', `editor-${turn}`)
    admin = await createSignedInUser(app(), 'super_admin', `admin-${turn}`)
    await app().database.write(({ db }) => db.deleteFrom('contentDrafts').execute())
    await publishDirectly({ pageInfo: { title: `第${turn}次之前` } })
  })

  const publishDirectly = (sections: JsonObject) =>
    app().server.inject({
      method: 'PUT',
      url: documentCalls.submit.path,
      payload: withAllSections('submit', sections),
      headers: admin.headers,
    })
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) =>
    app().server.inject({
      method,
      url: `/api/content/submit/${path}`,
      headers: editor.headers,
      ...(payload && { payload }),
    })
  const save = (sections: JsonObject, query = '') => call('PUT', `draft${query}`, withAllSections('submit', sections))
  const getTime = (ms: number) => new Date(app().clock.now().getTime() + ms).toISOString()
  const schedule = (input: Partial<PublishInput> = {}) => call('POST', 'publish', { at: getTime(MINUTE_MS), ...input })
  const publishDue = () => app().services.contentDrafts.publishDue()
  const getDraft = async () => (await call('GET', 'draft')).json().data
  const readPublished = async () => (await app().server.inject({ url: documentCalls.submit.path })).json().data
  const readTitle = async () => (await readPublished()).pageInfo.title
  const getNewest = async () => (await call('GET', 'revisions')).json().data[0]

  it('replies 202 with the time, and publishes then, not before', async () => {
    await save({ pageInfo: { title: '定时' } })
    const at = getTime(MINUTE_MS)
    const reply = await call('POST', 'publish', { at })
    expect(toResult(reply)).toMatchObject({ status: 202, data: { scheduledFor: at, revision: null } })
    expect(await getDraft()).toMatchObject({ schedule: { at, by: { id: editor.id } } })
    app().clock.advance(MINUTE_MS - 1)
    await publishDue()
    expect(await readTitle()).not.toBe('定时')
    app().clock.advance(1)
    await publishDue()
    expect(await readTitle()).toBe('定时')
    expect((await call('GET', 'draft')).statusCode).toBe(404)
    expect((await getNewest()).createdBy).toEqual({ id: editor.id, name: editor.name })
  })

  it('takes times of other zones, such as the half hour that their clocks skip', async () => {
    vi.stubEnv('TZ', 'America/New_York')
    try {
      await save({ pageInfo: { title: '换时' } })
      const reply = await schedule({ at: '2027-03-14T02:30:00+08:00' })
      expect(reply.json().data.scheduledFor).toBe('2027-03-13T18:30:00.000Z')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it.each([
    ['the past', -1],
    ['more than a year ahead', 367 * 24 * HOUR_MS],
  ])('refuses a time in %s', async (_, ms) => {
    await save({ pageInfo: { title: '定时' } })
    expect(toResult(await schedule({ at: getTime(ms) }))).toMatchObject({ status: 400, errors: [{ path: 'at' }] })
  })

  it('refuses a draft that could not be published now, and publishes nothing', async () => {
    const before = (await getNewest()).revision
    await call('PUT', 'draft', { pageInfo: { title: '只有标题' } })
    const reply = toResult(await schedule())
    expect(reply.status).toBe(400)
    expect(reply.errors.length).toBeGreaterThan(0)
    await save({ pageInfo: { title: '完整' } })
    expect((await schedule()).statusCode).toBe(202)
    expect((await getNewest()).revision).toBe(before)
  })

  it('publishes what fell due while no server ran, after a restart', async () => {
    await save({ pageInfo: { title: '停机时到期' } })
    await schedule()
    app().clock.advance(2 * MINUTE_MS)
    const restarted = createNode()
    await restarted.contentDrafts.publishDue()
    expect(await readTitle()).toBe('停机时到期')
    await restarted.close()
  })

  it('publishes once if two nodes do so at the same time', async () => {
    const before = (await getNewest()).revision
    await save({ pageInfo: { title: '两个节点' } })
    await schedule()
    app().clock.advance(2 * MINUTE_MS)
    const other = createNode()
    await Promise.all([publishDue(), other.contentDrafts.publishDue(), publishDue()])
    expect(await readTitle()).toBe('两个节点')
    expect((await getNewest()).revision).toBe(before + 1)
    await other.close()
  })

  it('leaves nothing behind if it is interrupted, and is made again', async () => {
    await save({ pageInfo: { title: '被打断' } })
    await schedule()
    const before = (await getNewest()).revision
    app().clock.advance(2 * MINUTE_MS)
    const { content } = app().services
    const fail = vi.fn(() => Promise.reject(new Error('the process ends here')))
    content.onSave('submit', { complete: (document) => document, afterSave: fail })
    await expect(publishDue()).rejects.toThrow('the process ends here')
    expect((await getNewest()).revision).toBe(before)
    expect(await getDraft()).toMatchObject({ failure: null, schedule: { by: { id: editor.id } } })
    content.onSave('submit', { complete: (document) => document, afterSave: async () => {} })
    await publishDue()
    expect(await readTitle()).toBe('被打断')
  })

  it('doesn’t hold up other publications if one is interrupted again and again', async () => {
    await save({ pageInfo: { title: '一再被打断' } })
    await schedule()
    const url = '/api/content/selection'
    const { headers } = editor
    const payload = withAllSections('selection', { pageInfo: { title: '不受影响' } })
    await app().server.inject({ method: 'PUT', url: `${url}/draft`, payload, headers })
    await app().server.inject({ method: 'POST', url: `${url}/publish`, payload: { at: getTime(HOUR_MS) }, headers })
    app().clock.advance(2 * HOUR_MS)
    const { content } = app().services
    const fail = () => Promise.reject(new Error('fails every time'))
    content.onSave('submit', { complete: (document) => document, afterSave: fail })
    await expect(publishDue()).rejects.toThrow('fails every time')
    content.onSave('submit', { complete: (document) => document, afterSave: async () => {} })
    const published = (await app().server.inject({ url: documentCalls.selection.path })).json().data
    expect(published.pageInfo.title).toBe('不受影响')
  })

  describe('cancelling', () => {
    it('keeps the draft, which isn’t published', async () => {
      await save({ pageInfo: { title: '取消的' } })
      await schedule()
      expect((await call('DELETE', 'publish')).statusCode).toBe(200)
      app().clock.advance(2 * MINUTE_MS)
      await publishDue()
      expect(await readTitle()).not.toBe('取消的')
      expect(await getDraft()).toMatchObject({ schedule: null, failure: null })
      expect(toResult(await call('DELETE', 'publish'))).toMatchObject({
        status: 404,
        message: CONTENT_DRAFT_MESSAGES.notScheduled,
      })
    })

    it('wins or loses whole against a publication at the same moment', async () => {
      await save({ pageInfo: { title: '同时' } })
      await schedule()
      app().clock.advance(2 * MINUTE_MS)
      const [, reply] = await Promise.all([publishDue(), call('DELETE', 'publish')])
      const wasPublished = (await readTitle()) === '同时'
      expect(reply.statusCode).toBe(wasPublished ? 404 : 200)
      expect((await call('GET', 'draft')).statusCode).toBe(wasPublished ? 404 : 200)
    })

    it('stops a publication that waits for its transaction', async () => {
      await save({ pageInfo: { title: '正在取消' } })
      await schedule()
      app().clock.advance(2 * MINUTE_MS)
      await runWhileLocked(app().database, {
        lock: (transaction) => transaction.lock('content-draft:submit'),
        run: publishDue,
        change: ({ db }) => db.updateTable('contentDrafts').set({ scheduledAt: null }).execute(),
      })
      expect(await readTitle()).not.toBe('正在取消')
    })
  })

  it('is cancelled by saving the draft, which asks before', async () => {
    await save({ pageInfo: { title: '定时' } })
    await schedule()
    expect(toResult(await save({ pageInfo: { title: '又改了' } }))).toMatchObject({
      status: 409,
      reason: 'confirmation-required',
    })
    expect(await getDraft()).toMatchObject({ schedule: { by: { id: editor.id } } })
    expect((await save({ pageInfo: { title: '定时' } })).statusCode).toBe(200)
    expect((await save({ pageInfo: { title: '又改了' } }, '?confirmed=true')).statusCode).toBe(200)
    expect(await getDraft()).toMatchObject({ schedule: null })
    app().clock.advance(2 * MINUTE_MS)
    await publishDue()
    expect(await readTitle()).not.toBe('又改了')
  })

  describe('what others published meanwhile', () => {
    it('is kept if it concerns other sections', async () => {
      await save({ pageInfo: { title: '我的标题' } })
      await schedule()
      const { pageInfo, ...others } = await readPublished()
      await publishDirectly({ ...others, pageInfo, contactSection: { title: '别人改的' } })
      app().clock.advance(2 * MINUTE_MS)
      await publishDue()
      expect(await readPublished()).toMatchObject({
        pageInfo: { title: '我的标题' },
        contactSection: { title: '别人改的' },
      })
    })

    it('fails the publication if it concerns the same section: both remain, with the reason', async () => {
      await save({ pageInfo: { title: '我的标题' } })
      const scheduledFor = (await schedule()).json().data.scheduledFor
      await publishDirectly({ pageInfo: { title: '别人的标题' } })
      app().clock.advance(2 * MINUTE_MS)
      await publishDue()
      expect(await readTitle()).toBe('别人的标题')
      expect(await getDraft()).toMatchObject({
        document: { pageInfo: { title: '我的标题' } },
        schedule: null,
        failure: { scheduledFor, message: PUBLICATION_FAILURES.changed },
      })
      const [entry] = await listAudit(app(), 'content.publication-failed')
      expect(entry?.detail).toContain(PUBLICATION_FAILURES.changed)
      await publishDue()
      expect(await listAudit(app(), 'content.publication-failed')).toContainEqual(entry)
    })
  })

  it.each([
    ['was disabled', { status: 'inactive' as const }],
    ['may not publish any more', { role: 'viewer' as const }],
  ])('fails if whoever scheduled it %s', async (_, change) => {
    await save({ pageInfo: { title: '离职前定时' } })
    await schedule()
    await app().database.write(({ db }) => db.updateTable('users').set(change).where('id', '=', editor.id).execute())
    app().clock.advance(2 * MINUTE_MS)
    await publishDue()
    expect(await readTitle()).not.toBe('离职前定时')
    const reply = await app().server.inject({ url: '/api/content/drafts', headers: admin.headers })
    expect(reply.json().data).toMatchObject([
      { kind: 'submit', schedule: null, failure: { message: PUBLICATION_FAILURES.author } },
    ])
  })

  it('is listed in the calendar, like what was published', async () => {
    await save({ pageInfo: { title: '日历' } })
    await schedule({ at: '2027-02-01T00:00:00+08:00' })
    const list = async (from: string, to: string) =>
      (
        await app().server.inject({ url: `/api/content/calendar?from=${from}&to=${to}`, headers: editor.headers })
      ).json().data
    expect((await list('2027-02-01', '2027-02-28')).scheduled).toMatchObject([{ kind: 'submit' }])
    expect((await list('2027-01-01', '2027-01-31')).scheduled).toEqual([])
    const { published } = await list('2026-11-01', '2026-12-31')
    expect(published[0]).toMatchObject({ kind: 'submit', createdBy: { id: admin.id } })
    const wrong = `/api/content/calendar?from=2026-11-01&to=2027-11-01`
    expect((await app().server.inject({ url: wrong, headers: editor.headers })).statusCode).toBe(400)
  })
})
