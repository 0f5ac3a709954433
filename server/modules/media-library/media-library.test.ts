import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import type { MediaFile, MediaUse } from '#contracts/media-library/media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from '#contracts/media-library/messages.ts'
import { toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { PRIVATE_PREFIX } from '#server/modules/files/service.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the media library', (app) => {
  let editor: Caller
  /** Part of the names of a test's files, which it finds among others. */
  let mark: string
  const create = (role: 'editor' | 'viewer' | 'reviewer') => createSignedInUser(app(), role, `${role}-${randomUUID()}`)
  beforeEach(async () => {
    mark = randomUUID()
    editor = await create('editor')
  })

  const send = async (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object, caller = editor) => {
    const reply = await app().server.inject({
      method,
      url: `/api/media${path}`,
      headers: caller.headers,
      ...(payload && { payload }),
    })
    const { data, message, errors, pagination } = reply.json()
    return { status: reply.statusCode, data, message, errors, pagination }
  }
  const upload = async (purpose: string, name = `${mark}.png`): Promise<string> => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes: await createPng(40, 30) }])
    const url = `/api/upload?purpose=${purpose}`
    const request = { method: 'POST', url, payload, headers: { ...headers, ...editor.headers } } as const
    return (await app().server.inject(request)).json().data.url
  }
  const list = async (query = ''): Promise<MediaFile[]> => (await send('GET', `?search=${mark}${query}`)).data
  const listUrls = async (query = '') => (await list(query)).map(({ url }) => url)
  const listUses = async (url: string): Promise<MediaUse[]> =>
    (await send('GET', `/uses?url=${encodeURIComponent(url)}`)).data
  const isServed = async (url: string) => (await app().server.inject(url)).statusCode === 200
  const saveMembers = (avatar: string) =>
    app().database.write((transaction) =>
      app().services.content.saveInTransaction(transaction, {
        kind: 'community',
        raw: withAllSections('community', { communityMembers: [{ name: '李', avatar }] }),
        actor: null,
      }),
    )

  it('says of a file what is known about it', async () => {
    const url = await upload('library')
    expect(await list()).toEqual([
      {
        url,
        kind: 'picture',
        name: `${mark}.png`,
        mimetype: 'image/png',
        size: expect.any(Number),
        width: 40,
        height: 30,
        altText: '',
        createdAt: expect.any(String),
        uploadedBy: { id: editor.id, name: editor.name },
      },
    ])
  })

  it('finds files by name, description, kind, and by being unused', async () => {
    const logo = await upload('product-logo')
    const screenshot = await upload('screenshot')
    await createProducts(app(), 'agent', [{ name: `产品${mark}`, logoUrl: logo }])
    expect(await listUrls('&kind=product-logo')).toEqual([logo])
    expect(await listUrls('&kind=screenshot')).toEqual([screenshot])
    expect(await listUrls('&unused=true')).toEqual([screenshot])
    const word = randomUUID()
    await send('PUT', '/alt-text', { url: logo, altText: `标志 ${word}` })
    expect((await send('GET', `?search=${word.toUpperCase()}`)).data).toMatchObject([{ url: logo }])
  })

  it('never shows private files, nor finds, describes or deletes them', async () => {
    const file = { mimetype: 'image/png', originalName: `${mark}.png`, bytes: Buffer.from('proof') }
    for (const folder of ['submissions', 'reviews', 'evaluations', 'inquiries']) {
      const url = await app().services.files.save({ ...file, key: `${PRIVATE_PREFIX}${folder}/${mark}.png` })
      expect((await send('GET', `/uses?url=${url}`)).status).toBe(404)
      expect((await send('PUT', '/alt-text', { url, altText: '改' })).status).toBe(404)
      expect((await send('POST', '/removal', { url })).status).toBe(404)
    }
    expect(await list()).toEqual([])
  })

  it('shows where a file is used: in products, their drafts and versions, and in documents', async () => {
    const url = await upload('product-logo')
    const [id = ''] = await createProducts(app(), 'agent', [{ name: `产品${mark}`, logoUrl: url }])
    await app().services.products.editing.save(
      { catalogue: 'agent', idOrName: id },
      { logoUrl: '' },
      { actor: { id: editor.id, name: editor.name, ip: null }, ifMatch: undefined },
    )
    expect(await listUses(url)).toEqual([
      {
        id: `version:${id}`,
        place: 'version',
        name: `产品${mark}`,
        path: expect.stringContaining('/admin/product-detail/'),
        count: 1,
        obstacle: 'history',
      },
    ])
    const avatar = await upload('library')
    await saveMembers(avatar)
    const community = { name: '社区内容', path: '/admin/community-management', count: 1 }
    expect(await listUses(avatar)).toEqual([
      { id: 'document:community', place: 'document', ...community, obstacle: null },
      { id: 'version:community', place: 'version', ...community, obstacle: 'history' },
    ])
  })

  describe('deleting', () => {
    const remove = (url: string) => send('POST', '/removal', { url })
    /** Lets time pass, after which sessions have ended. */
    const wait = async (ms: number) => {
      app().clock.advance(ms)
      editor = await create('editor')
    }

    it('is refused while a document or an earlier version shows the file', async () => {
      const url = await upload('library')
      await saveMembers(url)
      await wait(2 * DAY_MS)
      expect(await remove(url)).toMatchObject({ status: 409, message: MESSAGES.isUsed })
      await saveMembers('')
      expect(await remove(url)).toMatchObject({ status: 409, message: MESSAGES.isUsed })
      expect(await isServed(url)).toBe(true)
    })

    it('waits for a day, and then deletes the file with its smaller one', async () => {
      const url = await upload('screenshot')
      expect(await remove(url)).toMatchObject({ status: 409, message: MESSAGES.isRecent })
      await wait(DAY_MS + 1)
      expect(await remove(url)).toMatchObject({ status: 200, message: MESSAGES.removed })
      for (const each of [url, toSmallScreenshot(url)]) expect(await isServed(each)).toBe(false)
      expect(await listAudit(app(), 'file.remove')).toContainEqual(expect.objectContaining({ target: `${mark}.png` }))
      expect((await remove(url)).status).toBe(404)
    })

    it('is left to people: the housekeeping keeps what was uploaded to the library', async () => {
      const kept = await upload('library')
      const unused = await upload('rich-text')
      app().clock.advance(DAY_MS + 1)
      await app().services.files.deleteUnreferenced()
      expect([await isServed(kept), await isServed(unused)]).toEqual([true, false])
    })
  })

  it('lets viewers look, and others not at all', async () => {
    const viewer = await create('viewer')
    const url = `${UPLOADS_PREFIX}images/${mark}.png`
    expect((await send('GET', '', undefined, viewer)).status).toBe(200)
    expect((await send('PUT', '/alt-text', { url, altText: '改' }, viewer)).status).toBe(403)
    expect((await send('POST', '/removal', { url }, viewer)).status).toBe(403)
    const reviewer = await create('reviewer')
    expect((await send('GET', '', undefined, reviewer)).status).toBe(403)
  })

  it('names the field of bad input', async () => {
    expect(await send('GET', '?kind=film')).toMatchObject({
      status: 400,
      errors: [{ path: 'kind', message: MESSAGES.unknownKind }],
    })
    expect(await send('PUT', '/alt-text', { altText: '改' })).toMatchObject({
      status: 400,
      errors: [{ path: 'url', message: MESSAGES.url }],
    })
  })
})
