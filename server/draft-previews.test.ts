import { beforeAll, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { PREVIEW_PAGE_TEXTS } from '#contracts/content-drafts/messages.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onSqlite, testConfig } from '#testing/test-app.ts'
import { createPreviewFinder } from './draft-previews.ts'
import { createEncryption } from './platform/encryption.ts'
import { createFlashMessages } from './platform/form-posts/flash-messages.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerPages } from './platform/rendering/pages.ts'
import { createPublicApi } from './public-api.ts'

onSqlite('the page of a preview link', (app) => {
  let editor: Caller
  /** Serves pages that contain the title of the selection document, or of the home document. */
  beforeAll(async () => {
    const { server, services, clock } = app()
    const cache = new ReplyCache({ clock })
    registerPages(server, {
      cache,
      renderer: {
        admin: async () => ({ html: '', contentSecurityPolicy: '' }),
        async render({ name }, call, parts) {
          const { pageInfo } = await call(name === 'selection' ? 'getSelection' : 'getHome')
          return {
            page: { status: 200, head: '', body: [], state: '', module: '', failures: [] },
            html: Buffer.from(JSON.stringify({ title: pageInfo.title, preview: parts?.preview ?? null })),
            contentSecurityPolicy: "default-src 'none'",
          }
        },
      },
      createApi: createPublicApi(services, cache),
      findPreview: createPreviewFinder(services),
      pages: SITE_PAGES,
      flashMessages: createFlashMessages({ encryption: createEncryption(testConfig().appSecret), clock }),
      publicUrl: 'http://zhijian.test',
    })
    editor = await createSignedInUser(app(), 'editor')
    await send('PUT', documentCalls.selection.path, withAllSections('selection', { pageInfo: { title: '已发布' } }))
  })

  const send = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app().server.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
  const saveDraft = (sections: object) =>
    send('PUT', '/api/content/selection/draft', withAllSections('selection', { ...sections }))
  async function createLink(): Promise<string> {
    const expiresAt = new Date(app().clock.now().getTime() + 3_600_000).toISOString()
    const { url } = (await send('POST', '/api/content/selection/preview-links', { expiresAt })).json().data
    return url.replace('http://zhijian.test', '')
  }
  const open = (url: string) => app().server.inject(url)

  it('shows the draft to anyone, with headers by which nobody keeps it', async () => {
    await saveDraft({ pageInfo: { title: '草稿' } })
    const reply = await open(await createLink())
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ title: '草稿', preview: { expiresAt: expect.any(String) } })
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
  })

  it('never comes from the cache of pages, nor goes into it', async () => {
    await saveDraft({ pageInfo: { title: '草稿一' } })
    const link = await createLink()
    expect((await open('/selection')).json()).toEqual({ title: '已发布', preview: null })
    expect((await open(link)).json().title).toBe('草稿一')
    await saveDraft({ pageInfo: { title: '草稿二' } })
    expect((await open(link)).json().title).toBe('草稿二')
    expect((await open('/selection')).json()).toEqual({ title: '已发布', preview: null })
  })

  it('says plainly that the link has ended, also at another page', async () => {
    await saveDraft({ pageInfo: { title: '草稿' } })
    const link = await createLink()
    const elsewhere = await open(link.replace('/selection', '/'))
    expect(elsewhere.statusCode).toBe(410)
    await send('DELETE', '/api/content/selection/draft')
    const reply = await open(link)
    expect(reply.statusCode).toBe(410)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    expect(reply.body).toContain(PREVIEW_PAGE_TEXTS.endedTitle)
  })

  it('says that a draft can’t be shown while it breaks the rules for links', async () => {
    await saveDraft({ pageInfo: { title: '草稿' }, callToAction: { buttons: [{ link: 'javascript:alert(1)' }] } })
    const reply = await open(await createLink())
    expect(reply.statusCode).toBe(409)
    expect(reply.body).toContain(PREVIEW_PAGE_TEXTS.incompleteTitle)
  })

  it('ignores what is no token', async () => {
    expect((await open('/selection?draft=x')).json()).toEqual({ title: '已发布', preview: null })
  })
})
