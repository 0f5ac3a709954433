import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { type MediaUse, OBSTACLE_LABELS } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from '#contracts/media-library/messages.ts'
import type { ReplacedUse } from '#contracts/media-library/replacement.ts'
import { AppError } from '#server/platform/app-error.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('replacing a file of the media library', (app) => {
  let editor: Caller
  let admin: Caller
  /** Part of the names of a test's files. */
  let mark: string
  beforeEach(async () => {
    mark = randomUUID()
    editor = await createSignedInUser(app(), 'editor', `editor-${mark}`)
    admin = await createSignedInUser(app(), 'super_admin', `admin-${mark}`)
    await app().database.write(({ db }) => db.deleteFrom('contentDrafts').execute())
  })

  const send = async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, caller = editor) => {
    const reply = await app().server.inject({ method, url, headers: caller.headers, ...(payload && { payload }) })
    return { status: reply.statusCode, ...reply.json() }
  }
  const upload = async (purpose: string, { name = `${mark}.png`, width = 40, height = 30 } = {}): Promise<string> => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes: await createPng(width, height) }])
    const url = `/api/upload?purpose=${purpose}`
    const request = { method: 'POST', url, payload, headers: { ...headers, ...editor.headers } } as const
    return (await app().server.inject(request)).json().data.url
  }
  const listUses = async (url: string, caller = editor): Promise<MediaUse[]> =>
    (await send('GET', `/api/media/uses?url=${encodeURIComponent(url)}`, undefined, caller)).data
  const replace = (body: object, caller = editor) => send('POST', '/api/media/replacement', body, caller)
  /** Replaces a file wherever the caller can. */
  const replaceAll = async (url: string, newUrl: string, caller = editor): Promise<ReplacedUse[]> => {
    const uses = (await listUses(url, caller)).filter(({ obstacle }) => obstacle === null).map(({ id }) => id)
    return (await replace({ url, newUrl, uses }, caller)).data.uses
  }
  const createProduct = async (fields: object) => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: `产品${mark}`, ...fields }])
    return id
  }
  const readProduct = async (id: string) => (await send('GET', `/api/products/agent/${id}`)).data
  const saveMembers = (avatar: string) =>
    send(
      'PUT',
      documentCalls.community.path,
      withAllSections('community', { communityMembers: [{ name: '李', avatar }] }),
    )
  const readMembers = async () => (await send('GET', documentCalls.community.path)).data.communityMembers

  it('writes the new URL wherever the file is used now, and keeps earlier versions as they were', async () => {
    const [url, newUrl] = [await upload('product-logo'), await upload('product-logo')]
    const id = await createProduct({ logoUrl: url, detailedDescription: `<p>图</p><img src="${url}" alt="标志">` })
    expect(await replaceAll(url, newUrl)).toEqual([
      expect.objectContaining({ id: `product:${id}`, name: `产品${mark}`, outcome: 'replaced', reason: '' }),
    ])
    expect(await readProduct(id)).toMatchObject({
      logoUrl: newUrl,
      detailedDescription: expect.stringContaining(`src="${newUrl}"`),
    })
    expect(await listUses(url)).toEqual([expect.objectContaining({ place: 'version', obstacle: 'history' })])
    expect((await app().server.inject(url)).statusCode).toBe(200)
    expect(await listAudit(app(), 'file.replace')).toContainEqual(
      expect.objectContaining({ target: `${mark}.png`, detail: `${url} → ${newUrl}；产品${mark}` }),
    )
  })

  it('gives a screenshot the size of the new picture', async () => {
    const url = await upload('screenshot')
    const newUrl = await upload('screenshot', { width: 64, height: 20 })
    const id = await createProduct({ screenshots: [{ url, width: 40, height: 30, caption: '主页' }] })
    await replaceAll(url, newUrl)
    expect((await readProduct(id)).screenshots).toEqual([{ url: newUrl, width: 64, height: 20, caption: '主页' }])
  })

  it('replaces the file in a document and its draft at once, so that the draft can still be published', async () => {
    const [url, newUrl] = [await upload('avatar'), await upload('avatar')]
    await saveMembers(url)
    const draft = withAllSections('community', { communityMembers: [{ name: '李四', avatar: url }] })
    await send('PUT', '/api/content/community/draft', draft)
    const results = await replaceAll(url, newUrl)
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['document:community', 'replaced'],
      ['draft:community', 'replaced'],
    ])
    expect(await readMembers()).toMatchObject([{ name: '李', avatar: newUrl }])
    const stored = (await send('GET', '/api/content/community/draft')).data
    expect(stored).toMatchObject({
      baseRevision: stored.publishedRevision,
      savedBy: { id: editor.id },
      document: { communityMembers: [{ name: '李四', avatar: newUrl }] },
    })
    expect((await send('POST', '/api/content/community/publish', {})).status).toBe(200)
    expect(await readMembers()).toMatchObject([{ name: '李四', avatar: newUrl }])
  })

  it('leaves a scheduled publication scheduled, which publishes the new file', async () => {
    const [url, newUrl] = [await upload('product-logo'), await upload('product-logo')]
    const id = await createProduct({ logoUrl: url })
    const { id: _id, _id: __id, views: _views, lastUpdated: _at, ...fields } = await readProduct(id)
    await send('PUT', `/api/products/agent/${id}/draft`, { ...fields, slogan: '新标语' })
    const at = new Date(app().clock.now().getTime() + MINUTE_MS).toISOString()
    expect((await send('POST', `/api/products/agent/${id}/publish`, { at })).status).toBe(202)
    await replaceAll(url, newUrl)
    expect((await send('GET', `/api/products/agent/${id}/draft`)).data.schedule).toMatchObject({ at })
    app().clock.advance(MINUTE_MS)
    await app().services.contentDrafts.publishDue()
    expect(await readProduct(id)).toMatchObject({ slogan: '新标语', logoUrl: newUrl })
  })

  it('replaces the logo of the site and the picture of a QR code, which share the library’s file', async () => {
    const [url, newUrl] = [await upload('library'), await upload('library', { width: 80, height: 32 })]
    await send('PUT', '/api/logo/current', { url })
    const { data: code } = await send('POST', '/api/qrcode', { qrCodeUrl: url, title: `群${mark}` })
    const results = await replaceAll(url, newUrl)
    expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
      [`群${mark}`, 'replaced'],
      ['网站logo', 'replaced'],
    ])
    expect((await send('GET', '/api/logo/current')).data).toMatchObject({ logoUrl: newUrl, logoWidth: 80 })
    const { qrCodes } = (await send('GET', '/api/qrcode/all')).data
    expect(qrCodes).toContainEqual(expect.objectContaining({ _id: code._id, qrCodeUrl: newUrl }))
    await send('POST', '/api/logo/reset')
  })

  it('replaces a picture behind the link to the app, and in an event', async () => {
    const [url, newUrl] = [await upload('library'), await upload('library')]
    const download = { name: `应用${mark}`, downloadUrl: url, description: '', isActive: true }
    expect((await send('PUT', '/api/app-download/update', download, admin)).status).toBe(200)
    const event = { title: `沙龙${mark}`, date: '2026年12月20日', description: `海报：${url}` }
    const community = withAllSections('community', { upcomingEvents: [event] })
    expect((await send('PUT', documentCalls.community.path, community)).status).toBe(200)
    const results = await replaceAll(url, newUrl)
    expect(results.map(({ id, outcome }) => [id.split(':')[0], outcome]).sort()).toEqual([
      ['event', 'replaced'],
      ['settings', 'replaced'],
    ])
    expect((await send('GET', '/api/app-download/current')).data).toMatchObject({ downloadUrl: newUrl })
    const { upcomingEvents } = (await send('GET', documentCalls.community.path)).data
    expect(upcomingEvents).toMatchObject([{ description: `海报：${newUrl}` }])
    await send('POST', '/api/app-download/reset')
    await saveMembers('')
  })

  it('leaves what the caller may not change, and says why', async () => {
    const [url, newUrl] = [await upload('library'), await upload('library')]
    const terms = `<p>条款</p><img src="${url}" alt="流程">`
    expect((await send('PUT', '/api/settings/legal', { terms }, admin)).status).toBe(200)
    expect(await listUses(url)).toMatchObject([{ id: 'settings:legal', obstacle: 'forbidden' }])
    const refused = await replace({ url, newUrl, uses: ['settings:legal'] })
    expect(refused.data.uses).toMatchObject([{ outcome: 'failed', reason: OBSTACLE_LABELS.forbidden }])
    expect((await send('GET', '/api/legal')).data.terms).toContain(url)
    expect(await replaceAll(url, newUrl, admin)).toMatchObject([{ outcome: 'replaced' }])
    expect((await send('GET', '/api/legal')).data.terms).toContain(newUrl)
  })

  it('leaves products in the recycle bin', async () => {
    const [url, newUrl] = [await upload('product-logo'), await upload('product-logo')]
    const id = await createProduct({ logoUrl: url })
    await app().services.products.editing.remove('agent', id, { id: editor.id, name: editor.name, ip: null })
    const [use] = await listUses(url)
    expect(use).toMatchObject({ id: `product:${id}`, obstacle: 'recycled' })
    const { data } = await replace({ url, newUrl, uses: [use?.id] })
    expect(data.uses).toMatchObject([{ outcome: 'failed', reason: OBSTACLE_LABELS.recycled }])
  })

  it('says what failed, replaces the rest, and can be tried again', async () => {
    const [url, newUrl] = [await upload('library'), await upload('library')]
    const id = await createProduct({ logoUrl: url })
    await send('PUT', '/api/logo/current', { url })
    const failing = vi.spyOn(app().services.branding, 'replaceLogo')
    failing.mockRejectedValueOnce(new AppError('versionConflict'))
    const results = await replaceAll(url, newUrl)
    expect(results.map(({ id: use, outcome, reason }) => ({ use, outcome, reason }))).toEqual([
      { use: `product:${id}`, outcome: 'replaced', reason: '' },
      { use: 'settings:logo', outcome: 'failed', reason: MESSAGES.changedMeanwhile },
    ])
    const again = await replace({ url, newUrl, uses: [`product:${id}`, 'settings:logo'] })
    expect(again.data.uses).toMatchObject([
      { outcome: 'unchanged', reason: MESSAGES.noLongerUsed },
      { outcome: 'replaced' },
    ])
    await send('POST', '/api/logo/reset')
  })

  it('keeps what somebody else has changed meanwhile', async () => {
    const [url, newUrl] = [await upload('product-logo'), await upload('product-logo')]
    const id = await createProduct({ logoUrl: url })
    const uses = [`product:${id}`]
    await send('PUT', `/api/products/agent/${id}`, { slogan: '刚写的' }, admin)
    expect((await replace({ url, newUrl, uses })).data.uses).toMatchObject([{ outcome: 'replaced' }])
    expect(await readProduct(id)).toMatchObject({ slogan: '刚写的', logoUrl: newUrl })
  })

  it('carries the name and the description over to an uploaded picture, and keeps it as the former was', async () => {
    const [url, newUrl] = [await upload('library'), await upload('rich-text', { name: 'IMG_1.png' })]
    const id = await createProduct({ detailedDescription: `<img src="${url}" alt="合影">` })
    const uses = [`product:${id}`]
    const { data } = await replace({ url, newUrl, uses, name: `${mark}-合影.png`, altText: '发布会合影' })
    expect(data.file).toMatchObject({ url: newUrl, name: `${mark}-合影.png`, altText: '发布会合影' })
    await send('PUT', `/api/products/agent/${id}`, { detailedDescription: '' })
    const row = await app().database.read.selectFrom('files').select('isKept').where('key', '=', newUrl.slice(9))
    expect(await row.executeTakeFirst()).toEqual({ isKept: true })
  })

  describe('refuses', () => {
    it('a picture that doesn’t fit, the same one, and what isn’t a picture of the library', async () => {
      const [url, logo] = [await upload('screenshot'), await upload('product-logo')]
      const uses = ['document:home']
      const attempt = async (newUrl: string, old = url) => {
        const { status, errors } = await replace({ url: old, newUrl, uses })
        return { status, errors }
      }
      const refused = (message: string) => ({ status: 400, errors: [{ path: 'newUrl', message }] })
      expect(await attempt(logo)).toEqual(refused(MESSAGES.cannotReplace))
      expect(await attempt(url)).toEqual(refused(MESSAGES.sameFile))
      expect(await attempt('/uploads/images/none.png', logo)).toEqual(refused(MESSAGES.notPicture))
      expect((await attempt(logo, '/uploads/images/none.png')).status).toBe(404)
    })

    it('unknown uses, and none', async () => {
      const [url, newUrl] = [await upload('library'), await upload('library')]
      for (const use of ['version:home', 'constructor:home', 'toString', '__proto__:x'])
        expect(await replace({ url, newUrl, uses: [use] })).toMatchObject({
          status: 400,
          errors: [{ path: 'uses.0', message: MESSAGES.unknownUse }],
        })
      expect(await replace({ url, newUrl, uses: [] })).toMatchObject({ status: 400, errors: [{ path: 'uses' }] })
    })

    it('viewers', async () => {
      const viewer = await createSignedInUser(app(), 'viewer', `viewer-${mark}`)
      expect((await replace({ url: 'a', newUrl: 'b', uses: ['document:home'] }, viewer)).status).toBe(403)
    })
  })
})
