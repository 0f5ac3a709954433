import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commentCalls } from '#contracts/comments/calls.ts'
import { documentCalls } from '#contracts/content/calls.ts'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import type { DraftKind } from '#contracts/vocabulary.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the draft beside a published document', (app) => {
  let anna: Caller
  let bo: Caller
  let viewer: Caller
  beforeAll(async () => {
    anna = await createSignedInUser(app(), 'editor', 'anna')
    bo = await createSignedInUser(app(), 'super_admin', 'bo')
    viewer = await createSignedInUser(app(), 'viewer')
  })
  beforeEach(async () => {
    await app().database.write(({ db }) => db.deleteFrom('contentDrafts').execute())
    await app().database.write(({ db }) => db.deleteFrom('previewLinks').execute())
  })

  type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
  const call = (method: Method, path: string, { payload = {}, headers = {}, actor = anna }: Partial<Request> = {}) =>
    app().server.inject({
      method,
      url: `/api/content/${path}`,
      headers: { ...actor.headers, ...headers },
      ...(method === 'PUT' || method === 'POST' ? { payload } : {}),
    })
  type Request = { payload: object; headers: Record<string, string>; actor: Caller }
  const withTitle = (kind: DraftKind, title: string) => withAllSections(kind, { pageInfo: { title } })
  const save = (title: string, request: Partial<Request> = {}) =>
    call('PUT', 'home/draft', { payload: withTitle('home', title), ...request })
  const saveVersion = (title: string, version: number, actor = anna) =>
    save(title, { headers: { 'if-match': `"${version}"` }, actor })
  const readPublished = async (kind: DraftKind = 'home') =>
    (await app().server.inject({ url: documentCalls[kind].path })).json().data.pageInfo.title
  const publishDirectly = (kind: DraftKind, document: object) =>
    app().server.inject({ method: 'PUT', url: documentCalls[kind].path, payload: document, headers: anna.headers })

  it('is read as it was saved, by those who may read documents, and leaves the published one alone', async () => {
    await publishDirectly('home', withTitle('home', '已发布'))
    const saved = await save('草稿')
    expect(toResult(saved)).toMatchObject({ status: 200, message: CONTENT_DRAFT_MESSAGES.saved })
    const read = await call('GET', 'home/draft', { actor: viewer })
    expect(read.headers.etag).toBe(saved.headers.etag)
    expect(read.json().data).toMatchObject({
      kind: 'home',
      document: { pageInfo: { title: '草稿' } },
      savedBy: { id: anna.id, name: anna.name },
      schedule: null,
      failure: null,
    })
    expect(await readPublished()).toBe('已发布')
  })

  it('takes comments along with the items of its lists, as its published document does', async () => {
    const [first, second, third] = ['提交', '审核', '上架'].map((title) => ({ title, description: title }))
    const withSteps = (...steps: unknown[]) => withAllSections('submit', { submitProcess: { title: '流程', steps } })
    const subject = { kind: 'document', id: 'submit', path: 'submitProcess.steps.1.title' }
    const saveDraft = (...steps: unknown[]) => call('PUT', 'submit/draft', { payload: withSteps(...steps) })
    const readPath = async () => {
      const reply = await app().server.inject({ url: '/api/comments?kind=document&id=submit', headers: anna.headers })
      return reply.json().data[0].path
    }
    await publishDirectly('submit', withSteps(first, second, third))
    const payload = { subject, text: '写清时限', mentions: [] }
    await app().server.inject({ method: 'POST', url: commentCalls.create.path, headers: anna.headers, payload })
    await publishDirectly('submit', withSteps(second, first, third))
    expect(await readPath()).toBe('submitProcess.steps.0.title')
    await saveDraft(first, third, second)
    expect(await readPath()).toBe('submitProcess.steps.2.title')
    // Meanwhile the published document is another one than that which is edited.
    await publishDirectly('submit', withSteps(third, second, first))
    expect(await readPath()).toBe('submitProcess.steps.2.title')
    await call('DELETE', 'submit/draft')
    expect(await readPath()).toBe('submitProcess.steps.1.title')
    await saveDraft(first, third)
    await call('POST', 'submit/publish', { payload: { replaces: 3 } })
    expect(await readPath()).toBe('submitProcess.steps.-.title')
  })

  it('is listed without its document', async () => {
    await save('草稿')
    const { data } = (await call('GET', 'drafts', { actor: viewer })).json()
    expect(data).toEqual([expect.objectContaining({ kind: 'home' })])
    expect(data[0]).not.toHaveProperty('document')
  })

  it('may be incomplete and break the rules for publishing, which names the fields', async () => {
    const document = { hero: { buttons: [{ text: '去', link: 'javascript:alert(1)' }] }, statistics: [] }
    expect((await call('PUT', 'home/draft', { payload: document })).statusCode).toBe(200)
    expect((await call('GET', 'home/draft')).json().data.document).toEqual(document)
    const reply = toResult(await call('POST', 'home/publish'))
    expect(reply.status).toBe(400)
    expect(reply.errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['pageInfo', 'hero.buttons.0.link']),
    )
    expect((await call('GET', 'home/draft')).statusCode).toBe(200)
  })

  it('is refused if a value has another type, with its path', async () => {
    const reply = toResult(await call('PUT', 'home/draft', { payload: { statistics: '三项' } }))
    expect(reply).toMatchObject({ status: 400, errors: [{ path: 'statistics' }] })
    expect((await call('GET', 'home/draft')).statusCode).toBe(404)
  })

  it('is saved by version: the second of two editors is refused, also after it was discarded and begun again', async () => {
    const first = (await saveVersion('一', 0)).json().data.version
    expect((await saveVersion('二', 0, bo)).statusCode).toBe(412)
    expect((await saveVersion('二', first, bo)).statusCode).toBe(200)
    expect(toResult(await saveVersion('三', first))).toMatchObject({
      status: 412,
      message: CONTENT_DRAFT_MESSAGES.changed,
    })
    expect((await call('DELETE', 'home/draft', { headers: { 'if-match': `"${first}"` } })).statusCode).toBe(412)
    expect((await call('DELETE', 'home/draft')).statusCode).toBe(200)
    await save('重新开始')
    expect((await saveVersion('三', first)).statusCode).toBe(412)
  })

  it('keeps its version if nothing changed', async () => {
    const { version } = (await save('草稿')).json().data
    expect((await save('草稿')).json().data.version).toBe(version)
  })

  it('is based on the revision that its author loaded, and tells that another one was published meanwhile', async () => {
    await publishDirectly('home', withTitle('home', '甲'))
    const base = (await save('草稿')).json().data.baseRevision
    await publishDirectly('home', withTitle('home', '乙'))
    expect((await save('草稿二')).json().data).toMatchObject({ baseRevision: base, publishedRevision: base + 1 })
    const rebased = await call('PUT', `home/draft?base=${base + 1}`, { payload: withTitle('home', '草稿二') })
    expect(rebased.json().data).toMatchObject({ baseRevision: base + 1 })
  })

  describe('publishing', () => {
    it('replaces the published document, deletes the draft and is audited as a save', async () => {
      await save('新首页')
      const reply = toResult(await call('POST', 'home/publish'))
      expect(reply).toMatchObject({ status: 200, message: CONTENT_DRAFT_MESSAGES.published })
      expect(reply.data).toEqual({ scheduledFor: null, revision: expect.any(Number) })
      expect(await readPublished()).toBe('新首页')
      expect((await call('GET', 'home/draft')).statusCode).toBe(404)
      expect((await listAudit(app()))[0]).toMatchObject({ action: 'content.save', user: { id: anna.id } })
      expect(toResult(await call('POST', 'home/publish')).status).toBe(404)
    })

    it('refuses to overwrite what was published meanwhile, unless its revision is named', async () => {
      await save('草稿')
      await publishDirectly('home', withTitle('home', '别人所发'))
      expect(toResult(await call('POST', 'home/publish'))).toMatchObject({
        status: 412,
        message: CONTENT_DRAFT_MESSAGES.publishedChanged,
      })
      expect(await readPublished()).toBe('别人所发')
      const { publishedRevision } = (await call('GET', 'home/draft')).json().data
      const reply = await call('POST', 'home/publish', { payload: { replaces: publishedRevision } })
      expect(reply.statusCode).toBe(200)
      expect(await readPublished()).toBe('草稿')
    })

    it('refuses a draft that someone has changed meanwhile', async () => {
      const { version } = (await save('我看过的')).json().data
      await save('没看过的', { actor: bo })
      expect((await call('POST', 'home/publish', { payload: { version } })).statusCode).toBe(412)
    })
  })

  it('is refused to viewers and anonymous callers', async () => {
    await save('草稿')
    expect((await save('x', { actor: viewer })).statusCode).toBe(403)
    expect((await call('POST', 'home/publish', { actor: viewer })).statusCode).toBe(403)
    expect((await app().server.inject('/api/content/home/draft')).statusCode).toBe(401)
    expect((await call('GET', 'products/draft')).statusCode).toBe(400)
  })

  describe('preview links', () => {
    const inDays = (days: number) => new Date(app().clock.now().getTime() + days * 86_400_000).toISOString()
    const create = (expiresAt: string, actor = anna) =>
      call('POST', 'home/preview-links', { payload: { expiresAt }, actor })
    const getToken = (url: string) => new URL(url).searchParams.get('draft') ?? ''
    const find = (token: string) => app().services.contentDrafts.links.find(token)

    it('show the draft, and are stored as hashes', async () => {
      await save('待审阅')
      const { url, id } = (await create(inDays(1))).json().data
      expect(url).toMatch(/^http:\/\/zhijian\.test\/\?draft=[\w-]{43}$/)
      expect(await find(getToken(url))).toMatchObject({
        subject: { kind: 'home', product: null },
        document: { pageInfo: { title: '待审阅' } },
      })
      const stored = await app().database.read.selectFrom('previewLinks').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(getToken(url))
      const { data } = (await call('GET', 'home/preview-links', { actor: viewer })).json()
      expect(data).toEqual([expect.objectContaining({ id, createdBy: { id: anna.id, name: anna.name } })])
      expect(JSON.stringify(data)).not.toContain(getToken(url))
    })

    it('end when they expire, are revoked, or the draft is discarded or published', async () => {
      const createToken = async () => {
        await save('待审阅')
        const { url, id } = (await create(inDays(1))).json().data
        return { token: getToken(url), id }
      }
      const revoked = await createToken()
      await call('DELETE', `home/preview-links/${revoked.id}`)
      expect(await find(revoked.token)).toBeUndefined()
      expect((await call('DELETE', `home/preview-links/${revoked.id}`)).statusCode).toBe(404)
      const discarded = await createToken()
      await call('DELETE', 'home/draft')
      await save('另一份草稿')
      expect(await find(discarded.token)).toBeUndefined()
      const published = await createToken()
      await call('POST', 'home/publish')
      expect(await find(published.token)).toBeUndefined()
      await save('草稿')
      const expiring = getToken((await create(inDays(1))).json().data.url)
      app().clock.advance(86_400_000)
      expect(await find(expiring)).toBeUndefined()
      anna = await createSignedInUser(app(), 'editor', 'anna-later')
      bo = await createSignedInUser(app(), 'super_admin', 'bo-later')
      viewer = await createSignedInUser(app(), 'viewer', 'viewer-later')
    })

    it('need a draft, a time within thirty days, and the permission to edit', async () => {
      expect((await create(inDays(1))).statusCode).toBe(404)
      await save('草稿')
      expect(toResult(await create(inDays(31)))).toMatchObject({ status: 400, errors: [{ path: 'expiresAt' }] })
      expect(toResult(await create(inDays(-1)))).toMatchObject({ status: 400, errors: [{ path: 'expiresAt' }] })
      expect((await create(inDays(30))).statusCode).toBe(200)
      expect((await create(inDays(1), viewer)).statusCode).toBe(403)
    })
  })
})
