import { beforeAll, beforeEach, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

/** Returns an editor's client for the home page and its history. */
function createHistoryClient(app: () => TestApp, getEditor: () => Caller) {
  const requestHistory = (path: string, headers: Record<string, string> = getEditor().headers) =>
    app().server.inject({ url: `/api/content/${path}`, headers })
  return {
    save: (sections: JsonObject) =>
      app().server.inject({
        method: 'PUT',
        url: documentCalls.home.path,
        payload: withAllSections('home', sections),
        headers: getEditor().headers,
      }),
    requestHistory,
    restore: (path: string, headers: Record<string, string> = {}, actor = getEditor()) =>
      app().server.inject({
        method: 'POST',
        url: `/api/content/${path}/restore`,
        headers: { ...actor.headers, ...headers },
      }),
    getNewest: async () => (await requestHistory('home/revisions')).json().data[0],
  }
}

onEveryDatabase('the history of a document', (app) => {
  let editor: Caller
  let viewer: Caller
  const { save, requestHistory, restore } = createHistoryClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
    for (const title of ['一', '二', '三']) {
      await save({ pageInfo: { title }, statistics: [{ value: title, label: '数' }] })
      app().clock.advance(1_000)
    }
  })

  it('lists revisions, newest first, with authors and numbers of changes', async () => {
    const { data, pagination } = (await requestHistory('home/revisions')).json()
    expect(data.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2, 1])
    expect(data[0]).toEqual({
      revision: 3,
      createdAt: '2026-11-21T02:00:02.000Z',
      createdBy: { id: editor.id, name: 'editor' },
      changes: { paths: 2, sections: ['pageInfo', 'statistics'] },
      restoredFrom: null,
      isCurrent: true,
    })
    expect(data[1].isCurrent).toBe(false)
    expect(pagination).toEqual({ current: 1, total: 1, limit: 20, totalItems: 3 })
  })

  it('returns an empty page after the last one', async () => {
    expect((await requestHistory('home/revisions?page=9')).json()).toMatchObject({
      data: [],
      pagination: { current: 9 },
    })
    expect((await requestHistory('ai/revisions')).json()).toMatchObject({ data: [], pagination: { totalItems: 0 } })
  })

  it('returns a document as of a revision', async () => {
    const { data } = (await requestHistory('home/revisions/1', viewer.headers)).json()
    expect({ revision: data.revision, title: data.document.pageInfo.title }).toEqual({ revision: 1, title: '一' })
  })

  it.each([
    ['home/revisions/99', 404],
    ['community/revisions/1', 404],
    ['home/revisions/0', 400],
    ['home/revisions/x', 400],
    ['home/revisions/99999999999', 400],
    ['home/revisions?page=0', 400],
    ['elsewhere/revisions', 400],
  ])('responds to %s with %i', async (path, status) => {
    expect((await requestHistory(path)).statusCode).toBe(status)
  })

  it('rejects anonymous requests and users without permission', async () => {
    expect((await requestHistory('home/revisions', {})).statusCode).toBe(401)
    expect(
      (await requestHistory('home/revisions', (await createSignedInUser(app(), 'reviewer')).headers)).statusCode,
    ).toBe(403)
    expect((await restore('home/revisions/1', {}, viewer)).statusCode).toBe(403)
  })
})

onEveryDatabase('restoring a revision', (app) => {
  let editor: Caller
  /** The newest revision and the one before it. */
  let newest = 0
  let earlier = 0
  const { save, requestHistory, restore, getNewest } = createHistoryClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })
  beforeEach(async () => {
    await save({ pageInfo: { title: '旧' } })
    earlier = (await getNewest()).revision
    await save({ pageInfo: { title: '新' } })
    newest = (await getNewest()).revision
  })

  it('creates a new revision with the older content, and is audited', async () => {
    const reply = await restore(`home/revisions/${earlier}`)
    const etag = `"${newest + 1}"`
    expect({ status: reply.statusCode, message: reply.json().message, etag: reply.headers.etag }).toEqual({
      status: 200,
      message: '已恢复到所选版本',
      etag,
    })
    expect(reply.json().data.pageInfo.title).toBe('旧')
    const publicReply = await app().server.inject(documentCalls.home.path)
    expect(publicReply.json().data).toEqual(reply.json().data)
    expect(publicReply.headers.etag).toBe(etag)
    expect((await requestHistory('home/revisions')).json().data[0]).toMatchObject({
      revision: newest + 1,
      restoredFrom: earlier,
    })
    expect((await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]).toMatchObject({
      action: 'content.restore',
      detail: `第${newest + 1}版，恢复自第${earlier}版；pageInfo.title：新 → 旧`,
    })
  })

  it('rejects an outdated If-Match', async () => {
    expect((await restore(`home/revisions/${earlier}`, { 'if-match': `"${newest - 1}"` })).statusCode).toBe(412)
    expect((await restore(`home/revisions/${earlier}`, { 'if-match': `"${newest}"` })).statusCode).toBe(200)
  })

  it('changes nothing if the revision is the current one', async () => {
    const reply = await restore(`home/revisions/${newest}`)
    expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag: `"${newest}"` })
  })

  it('returns 404 for an unknown revision', async () => {
    expect((await restore('home/revisions/99')).json()).toEqual({ success: false, message: '版本不存在' })
  })
})
