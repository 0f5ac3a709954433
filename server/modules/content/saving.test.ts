import { beforeAll, describe, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { RECORD_SECTIONS, withAllSections } from '#contracts/documents/documents.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { insertRevision } from './store.ts'

type Reply = { statusCode: number; headers: Record<string, unknown>; json(): Record<string, unknown> }

onEveryDatabase('saving a document', (app) => {
  let editor: Caller
  let other: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    other = await createSignedInUser(app(), 'super_admin')
  })

  const put = (kind: DocumentKind, payload: object | string, headers: Record<string, string> = {}, actor = editor) =>
    app().server.inject({
      method: 'PUT',
      url: documentCalls[kind].path,
      payload,
      headers: { ...actor.headers, 'content-type': 'application/json', ...headers },
    })
  const get = (kind: DocumentKind, headers: Record<string, string> = {}) =>
    app().server.inject({ url: documentCalls[kind].path, headers })
  const listRevisions = async (kind: DocumentKind): Promise<unknown[]> =>
    (await app().server.inject({ url: `/api/content/${kind}/revisions`, headers: editor.headers })).json().data
  const withTitle = (kind: DocumentKind, title: string) => withAllSections(kind, { pageInfo: { title } })
  const getEtag = (reply: Reply) => String(reply.headers.etag)
  /** Stores a document that was valid before a rule was added. */
  const storeUnchecked = (kind: DocumentKind, revision: number, document: JsonObject) =>
    app().database.write(({ db }) =>
      insertRevision(db, {
        kind,
        revision,
        data: document,
        snapshot: document,
        changes: { paths: 1, sections: [] },
        restoredFrom: null,
        savedAt: app().clock.now().toISOString(),
        actor: null,
      }),
    )

  it.each([
    ['home', '首页内容保存成功！'],
    ['community', '社区内容保存成功！'],
    ['selection', '选型内容保存成功！'],
    ['products', '产品内容保存成功！'],
    ['ai', 'AI内容保存成功！'],
    ['evaluation', '评估内容保存成功！'],
    ['submit', '提交内容保存成功！'],
  ] as const)('%s replies with what is stored, and anonymous callers read it', async (kind, message) => {
    const reply = await put(kind, withTitle(kind, '新标题'))
    expect({ status: reply.statusCode, success: reply.json().success, message: reply.json().message }).toEqual({
      status: 200,
      success: true,
      message,
    })
    expect(reply.json().data.pageInfo).toEqual({ title: '新标题', subtitle: '' })
    const read = await get(kind)
    expect(read.json().data).toEqual(reply.json().data)
    expect(read.headers.etag).toBe(reply.headers.etag)
    expect(reply.headers['cache-control']).toBe('private, no-store')
  })

  it("retains keys that aren't in the schema", async () => {
    const reply = await put('home', { ...withTitle('home', '未知'), campaign: { id: 7, on: [true, null] } })
    expect(reply.json().data.campaign).toEqual({ id: 7, on: [true, null] })
    expect((await get('home')).json().data.campaign).toEqual({ id: 7, on: [true, null] })
  })

  it('accepts the legacy format', async () => {
    await put('home', withAllSections('home', { testimonials: [{ author: '甲' }] }))
    const reply = await put('home', {
      heroSection: { title: '旧', buttons: [{ text: '去', type: 'outline', href: '/products' }] },
      features: [{ icon: 'Star', title: '特色' }],
      stats: [{ number: '100+', label: '产品' }],
    })
    const { hero, statistics, testimonials } = reply.json().data
    expect(hero.buttons).toEqual([{ text: '去', style: 'outline', link: '/products' }])
    expect(hero.features[0].title).toBe('特色')
    expect(statistics[0].value).toBe('100+')
    // The legacy format has no testimonials, which a save in it doesn't change.
    expect(testimonials).toMatchObject([{ author: '甲' }])
  })

  describe('an invalid save', () => {
    it('is rejected with the path and a Chinese message for every invalid field, and saves nothing', async () => {
      const before = (await get('home')).json()
      const { testimonials: _, ...rest } = withAllSections('home', {
        pageInfo: { title: 7 },
        hero: { buttons: [{ link: 'javascript:alert(1)' }, { style: 'huge' }] },
        statistics: 'none',
      })
      const reply = await put('home', rest)
      expect(reply.statusCode).toBe(400)
      const { errors } = reply.json()
      expect(errors.map(({ path }: { path: string }) => path).sort()).toEqual([
        'hero.buttons.0.link',
        'hero.buttons.1.style',
        'pageInfo.title',
        'statistics',
        'testimonials',
      ])
      for (const { message } of errors) expect(message).toMatch(/[\u4e00-\u9fff]/)
      expect((await get('home')).json()).toEqual(before)
    })

    it.each(DOCUMENT_KINDS)('is rejected if %s lacks any of its sections, with their names', async (kind) => {
      const before = (await get(kind)).json()
      const sections = Object.keys(withAllSections(kind, {})).filter((section) => !RECORD_SECTIONS.includes(section))
      const empty = await put(kind, {})
      expect(toResult(empty)).toMatchObject({
        status: 400,
        errors: expect.arrayContaining(sections.map((path) => ({ path, message: '缺少此项' }))),
      })
      for (const section of sections) {
        const { [section]: _, ...rest } = withAllSections(kind, {})
        const reply = await put(kind, rest)
        expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: section, message: '缺少此项' }] })
      }
      expect((await get(kind)).json()).toEqual(before)
    })

    it.each([
      ['a list', '[]'],
      ['a text', '"text"'],
      ['null', 'null'],
      ['invalid JSON', '{"a":'],
      ['a key that would change a prototype', '{"__proto__": {"a": 1}}'],
      ['nothing', ''],
    ])('is rejected if its body is %s', async (_, body) => {
      expect((await put('home', body)).statusCode).toBe(400)
    })

    it('is rejected if its body has more than eight megabytes', async () => {
      expect((await put('home', { blob: 'x'.repeat(8 * 1024 * 1024) })).statusCode).toBe(413)
    })

    it('is rejected for anonymous requests, and roles without permission', async () => {
      const anonymous = await app().server.inject({
        method: 'PUT',
        url: documentCalls.home.path,
        payload: withTitle('home', '陌生人'),
      })
      expect(toResult(anonymous)).toMatchObject({ status: 401, message: '未登录' })
      for (const role of ['reviewer', 'viewer', 'member'] as const) {
        const reply = await put('home', withTitle('home', '越权'), {}, await createSignedInUser(app(), role))
        expect(toResult(reply), role).toMatchObject({ status: 403, message: '没有权限执行此操作' })
      }
    })
  })

  describe('with If-Match', () => {
    it('saves if the revision is current, in any form of ETag', async () => {
      for (const form of [
        (tag: string) => tag,
        (tag: string) => `W/${tag}`,
        (tag: string) => tag.replaceAll('"', ''),
        () => '*',
      ]) {
        const tag = getEtag(await get('submit'))
        expect((await put('submit', withTitle('submit', `第${tag}版`), { 'if-match': form(tag) })).statusCode).toBe(200)
      }
    })

    it('rejects a save over a newer revision, and saves nothing', async () => {
      const loaded = getEtag(await get('submit'))
      const theirs = await put('submit', withTitle('submit', '他人所存'), {}, other)
      const mine = await put('submit', withTitle('submit', '我所存'), { 'if-match': loaded })
      expect(toResult(mine)).toEqual({
        status: 412,
        success: false,
        message: '内容已被其他管理员更新，请刷新后再保存',
      })
      const current = await get('submit')
      expect({ title: current.json().data.pageInfo.title, etag: current.headers.etag }).toEqual({
        title: '他人所存',
        etag: theirs.headers.etag,
      })
    })

    it('accepts exactly one of many concurrent saves', async () => {
      const tag = getEtag(await get('evaluation'))
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          put('evaluation', withTitle('evaluation', `同时${index}`), { 'if-match': tag }),
        ),
      )
      const successes = replies.filter(({ statusCode }) => statusCode === 200)
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(412)])
      expect((await get('evaluation')).json().data.pageInfo).toEqual(successes[0]?.json().data.pageInfo)
    })
  })

  it('adds a revision for each of several concurrent saves without If-Match', async () => {
    const before = (await listRevisions('selection')).length
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => put('selection', withTitle('selection', `并行${index}`))),
    )
    expect(new Set(replies.map(getEtag)).size).toBe(5)
    expect((await listRevisions('selection')).length).toBe(before + 5)
  })

  it('creates no revision if nothing changed', async () => {
    const first = await put('community', { ...withTitle('community', '不变'), upcomingEvents: [] })
    const revisions = await listRevisions('community')
    const again = await put('community', first.json().data)
    expect({ status: again.statusCode, etag: again.headers.etag, body: again.json() }).toEqual({
      status: 200,
      etag: first.headers.etag,
      body: first.json(),
    })
    expect(await listRevisions('community')).toEqual(revisions)
  })

  it('is audited with actor and IP address', async () => {
    await put('home', withTitle('home', '从前'))
    await put('home', withTitle('home', '记录'))
    const newest = (await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]
    expect(newest).toMatchObject({
      action: 'content.save',
      target: '首页内容',
      detail: expect.stringMatching(/^第\d+版，改动1处；pageInfo\.title：从前 → 记录$/),
      user: { id: editor.id, name: 'editor' },
    })
  })

  it.each([
    ['community', 'joinProcess', { steps: [{ stepNumber: 1 }, { stepNumber: 0 }] }, 'joinProcess.steps.1.stepNumber'],
    ['selection', 'serviceProcess', [{ step: '0' }], 'serviceProcess.0.step'],
    ['evaluation', 'evaluationProcess', { steps: [{ stepNumber: 0 }] }, 'evaluationProcess.steps.0.stepNumber'],
    ['submit', 'submitProcess', { steps: [{ stepNumber: 0 }] }, 'submitProcess.steps.0.stepNumber'],
  ] as const)('rejects a step 0 of %s, but reads one that was stored before', async (kind, section, value, path) => {
    const document = withAllSections(kind, { [section]: value })
    const reply = await put(kind, document)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ path, message: '序号不能小于1' }])
    await storeUnchecked(kind, 40, document)
    expect(JSON.stringify((await get(kind)).json().data[section])).toMatch(/"step(Number)?":0/)
  })

  const withDate = (date: string) =>
    withAllSections('community', {
      upcomingEvents: [
        { title: '沙龙', date: '每月第二个周四' },
        { title: '会', date },
      ],
    })

  it('rejects an invalid date', async () => {
    const reply = await put('community', withDate('2026-13-45'))
    expect(toResult(reply)).toMatchObject({
      status: 400,
      errors: [{ path: 'upcomingEvents.1.date', message: '没有这一天，请检查年、月、日' }],
    })
  })

  it('restores an invalid date that was stored before', async () => {
    await storeUnchecked('community', 50, withDate('2026-13-45'))
    expect((await put('community', withDate('2026-12-01'))).statusCode).toBe(200)
    const restored = await app().server.inject({
      method: 'POST',
      url: '/api/content/community/revisions/50/restore',
      headers: editor.headers,
    })
    expect({ status: restored.statusCode, date: restored.json().data.upcomingEvents[1].date }).toEqual({
      status: 200,
      date: '2026-13-45',
    })
  })
})
