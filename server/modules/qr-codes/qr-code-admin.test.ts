import { beforeAll, describe, expect, it } from 'vitest'
import type { QrCodeRecord } from '#contracts/qr-codes/qr-code.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

onEveryDatabase('QR codes in the back office', (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })
  /** Uploads a code. Returns its id. */
  const givenCode = async (title: string): Promise<string> =>
    (await uploadCode({ title, displayOrder: '5' })).json().data._id

  const uploadCode = async (fields: Record<string, string> = {}, caller = editor) => {
    const { headers, payload } = createMultipart(
      [{ field: 'qrcode', name: 'q.png', bytes: await createPng(300, 300) }],
      fields,
    )
    return app().server.inject({
      method: 'POST',
      url: '/api/qrcode/upload',
      payload,
      headers: { ...headers, ...caller.headers },
    })
  }
  const call = createApiCaller(app, { basePath: '/api/qrcode/', getCaller: () => editor })
  const listAll = async (): Promise<QrCodeRecord[]> => (await call('GET', 'all')).json().data.qrCodes
  const listActiveTitles = async (): Promise<string[]> =>
    (await call('GET', 'active', undefined, null)).json().data.map(({ title }: QrCodeRecord) => title)
  const listIds = async () => (await listAll()).map(({ _id }) => _id)

  it('uploads a code with defaults, which is visible immediately', async () => {
    expect(await listActiveTitles()).not.toContain('微信群二维码')
    const reply = await uploadCode({ type: 'wechat', displayOrder: '0', title: '' })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '二维码上传成功！' })
    expect(reply.json().data).toEqual({
      _id: expect.any(String),
      type: 'wechat',
      title: '微信群二维码',
      description: 'CIO社区微信群，扫码加入',
      qrCodeUrl: expect.stringMatching(/^\/uploads\/qrcodes\/[\w-]{36}\.png$/),
      contactInfo: { name: '社区管理员', position: '' },
      isActive: true,
      scanCount: 0,
      displayOrder: 0,
      createdAt: app().clock.now().toISOString(),
    })
    expect((await app().server.inject(reply.json().data.qrCodeUrl)).statusCode).toBe(200)
    expect(await listActiveTitles()).toContain('微信群二维码')
  })

  describe('a picture of the media library', () => {
    const uploadPicture = async (): Promise<string> => {
      const { headers, payload } = createMultipart([{ field: 'file', name: 'q.png', bytes: await createPng(300, 300) }])
      const url = '/api/upload?purpose=library'
      const request = { method: 'POST', url, payload, headers: { ...headers, ...editor.headers } } as const
      return (await app().server.inject(request)).json().data.url
    }
    const add = (body: object, caller: Caller = editor) =>
      app().server.inject({ method: 'POST', url: '/api/qrcode', payload: body, headers: caller.headers })

    it('is used for a code, which shares its file, and takes another one later', async () => {
      const [url, later] = [await uploadPicture(), await uploadPicture()]
      const reply = await add({ qrCodeUrl: url, title: '读者群' })
      expect(toResult(reply)).toMatchObject({ status: 200, message: '二维码已添加', data: { qrCodeUrl: url } })
      const id = reply.json().data._id
      const changed = await call('PUT', id, { qrCodeUrl: later })
      expect(toResult(changed)).toMatchObject({ status: 200, data: { qrCodeUrl: later, title: '读者群' } })
      expect(await app().services.audit.listRecentChanges(1, SUPER_ADMIN)).toMatchObject([
        { action: 'qr-code.update', target: '读者群', detail: '修改：图片' },
      ])
    })

    it('is used once if the request is repeated with its key', async () => {
      const [url, caller] = [await uploadPicture(), withKey(editor)]
      const body = { qrCodeUrl: url, title: '只加一次' }
      const [first, repeated] = [await add(body, caller), await add(body, caller)]
      expect(toResult(repeated)).toEqual(toResult(first))
      expect((await listAll()).filter(({ qrCodeUrl }) => qrCodeUrl === url)).toHaveLength(1)
    })

    it('has to exist', async () => {
      const refused = { status: 400, errors: [{ path: 'qrCodeUrl', message: '媒体库中没有这张图片' }] }
      expect(toResult(await add({ qrCodeUrl: '/uploads/images/none.png' }))).toMatchObject(refused)
      const id = await givenCode('不变')
      expect(toResult(await call('PUT', id, { qrCodeUrl: 'https://example.com/q.png' }))).toMatchObject(refused)
    })
  })

  it('adds a code once if the upload is repeated with its key, which another picture cannot use', async () => {
    const caller = withKey(editor)
    const first = await uploadCode({ title: '重复上传' }, caller)
    const repeated = await uploadCode({ title: '重复上传' }, caller)
    expect(toResult(repeated)).toEqual(toResult(first))
    expect((await listAll()).filter(({ title }) => title === '重复上传')).toHaveLength(1)
    expect((await uploadCode({ title: '另一个' }, caller)).statusCode).toBe(422)
  })

  it.each([
    ['an order that is not a number', { displayOrder: 'x' }, 'displayOrder'],
    ['a negative order', { displayOrder: '-1' }, 'displayOrder'],
    ['a title that is too long', { title: '长'.repeat(201) }, 'title'],
    ['a title that nobody can see', { title: '\u200b\u2060' }, 'title'],
    ['NUL in the title', { title: 'a\u0000' }, 'title'],
  ])('rejects %s', async (_, fields, path) => {
    const before = await listAll()
    const reply = await uploadCode(fields)
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path }] })
    expect(await listAll()).toEqual(before)
  })

  describe('existing codes', () => {
    it('disables and enables a code', async () => {
      const id = await givenCode('要停用的')
      const off = await call('PUT', id, { isActive: false })
      expect({ message: off.json().message, isActive: off.json().data.isActive }).toEqual({
        message: '二维码已禁用',
        isActive: false,
      })
      expect(await listActiveTitles()).not.toContain('要停用的')
      expect((await call('PUT', id, { isActive: true })).json().message).toBe('二维码已启用')
      expect(await listActiveTitles()).toContain('要停用的')
    })

    it("retains fields that a change doesn't include", async () => {
      const id = await givenCode('原名')
      const reply = await call('PUT', id, { title: '改名', contactPosition: '运营' })
      expect(reply.json()).toMatchObject({
        message: '二维码已更新',
        data: { title: '改名', contactInfo: { name: '社区管理员', position: '运营' }, displayOrder: 5 },
      })
    })

    it('reorders codes', async () => {
      const first = await givenCode('前一个')
      const second = await givenCode('后一个')
      const others = (await listIds()).filter((id) => id !== first && id !== second)
      const ids = [second, first, ...others]
      const reply = await call('POST', 'order', { ids })
      expect(reply.json().data.qrCodes.map(({ _id }: QrCodeRecord) => _id)).toEqual(ids)
      expect(await listIds()).toEqual(ids)
      const titles = await listActiveTitles()
      expect(titles.indexOf('后一个')).toBeLessThan(titles.indexOf('前一个'))
    })

    it('rejects an order with duplicate, unknown or no ids', async () => {
      const id = await givenCode('排错的')
      expect((await call('POST', 'order', { ids: [id, id] })).statusCode).toBe(400)
      expect((await call('POST', 'order', { ids: ['nobody'] })).statusCode).toBe(404)
      expect((await call('POST', 'order', { ids: [] })).statusCode).toBe(400)
    })

    it.each([
      ['text instead of a boolean', { isActive: 'yes' }],
      ['a blank title', { title: '' }],
      ['an order that is not an integer', { displayOrder: 1.5 }],
    ])('rejects a change to %s', async (_, change) => {
      expect((await call('PUT', await givenCode('改错的'), change)).statusCode).toBe(400)
    })

    it('deletes a code', async () => {
      const id = await givenCode('要删除的')
      const reply = await call('DELETE', id)
      expect(toResult(reply)).toMatchObject({ status: 200, message: '二维码删除成功！' })
      expect((await call('DELETE', id)).json().message).toBe('二维码不存在')
      expect((await call('PUT', id, { isActive: true })).statusCode).toBe(404)
      expect(await listIds()).not.toContain(id)
    })
  })

  it('allows viewers to read codes, but not to change them', async () => {
    const id = await givenCode('可读的')
    expect((await call('GET', 'all', undefined, viewer)).statusCode).toBe(200)
    for (const reply of await Promise.all([
      call('PUT', id, { isActive: false }, viewer),
      call('DELETE', id, undefined, viewer),
      call('POST', 'order', { ids: [id] }, viewer),
      uploadCode({}, viewer),
    ]))
      expect(reply.statusCode).toBe(403)
    expect((await call('GET', 'all', undefined, null)).statusCode).toBe(401)
  })

  it('audits every change', async () => {
    const id = await givenCode('留痕的')
    await call('PUT', id, { isActive: false })
    await call('PUT', id, { title: '改名', contactPosition: '运营' })
    await call('DELETE', id)
    const auditEntries = (await app().services.audit.listRecentChanges(10, SUPER_ADMIN)).map(({ action, detail }) => [
      action,
      detail,
    ])
    expect(auditEntries).toContainEqual(['qr-code.remove', ''])
    expect(auditEntries).toContainEqual(['qr-code.update', '禁用'])
    expect(auditEntries).toContainEqual(['qr-code.update', '修改：标题、联系人职务'])
  })
})
