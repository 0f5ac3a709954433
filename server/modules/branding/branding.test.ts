import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createGif, createJpeg, createPng, createPngWithText, createWebp } from '#testing/factories/pictures.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const DEFAULT_LOGO = {
  logoType: 'default',
  logoUrl: '',
  logoFilename: '',
  logoOriginalName: '',
  logoSize: 0,
  logoMimeType: '',
  isActive: true,
  logoWidth: 0,
  logoHeight: 0,
}
const NO_DOWNLOAD = { name: '', downloadUrl: '', description: '', isActive: false }
const SVG_WITH_SCRIPT = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="80" viewBox="0 0 200 80"
  onload="alert(1)"><script>alert(2)</script><rect width="200" height="80" fill="#123456"/></svg>`

type BrandingPart = 'logo' | 'app-download'

const readCurrent = async ({ server }: TestApp, part: BrandingPart) =>
  (await send(server, `/api/${part}/current`)).json().data

onEveryDatabase('the branding of a new installation', (app) => {
  it('is the default', async () => {
    expect(await readCurrent(app(), 'logo')).toEqual(DEFAULT_LOGO)
    expect(await readCurrent(app(), 'app-download')).toEqual(NO_DOWNLOAD)
  })
})

onEveryDatabase('the branding', (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const getCurrent = (part: BrandingPart) => readCurrent(app(), part)
  const uploadLogo = (bytes: Uint8Array | string, name: string, caller: Caller | null = editor, field = 'logo') => {
    const { headers, payload } = createMultipart([{ field, name, bytes }])
    return app().server.inject({
      method: 'POST',
      url: '/api/logo/upload',
      payload,
      headers: { ...headers, ...caller?.headers },
    })
  }
  const call = createApiCaller(app, { basePath: '', getCaller: () => editor })
  const updateAppDownload = (payload: object, caller: Caller | null = editor) =>
    call('PUT', '/api/app-download/update', payload, caller)
  const findNewestAuditEntry = async () => {
    const [entry] = await app().services.audit.listRecentChanges(1, SUPER_ADMIN)
    return { action: entry?.action, target: entry?.target, detail: entry?.detail }
  }

  it('saves a logo, which visitors see immediately', async () => {
    await getCurrent('logo')
    const reply = await uploadLogo(await createPng(400, 160), '公司 标志.png')
    expect(toResult(reply)).toMatchObject({ status: 200, message: 'Logo上传成功！' })
    const logo = reply.json().data
    expect(logo).toEqual({
      ...DEFAULT_LOGO,
      logoType: 'custom',
      logoUrl: expect.stringMatching(/^\/uploads\/branding\/[\w-]{36}\.png$/),
      logoFilename: expect.stringMatching(/^[\w-]{36}\.png$/),
      logoOriginalName: '公司 标志.png',
      logoSize: expect.any(Number),
      logoMimeType: 'image/png',
      logoWidth: 400,
      logoHeight: 160,
    })
    expect(await getCurrent('logo')).toEqual(logo)
    const file = await app().server.inject(logo.logoUrl)
    expect({ status: file.statusCode, contentType: file.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'image/png',
    })
    expect(file.rawPayload.length).toBe(logo.logoSize)
  })

  it('audits the upload of a logo', async () => {
    await uploadLogo(await createPng(400, 160), '公司 标志.png')
    expect(await findNewestAuditEntry()).toEqual({
      action: 'branding.update',
      target: '网站logo',
      detail: '上传：公司 标志.png',
    })
  })

  it.each([
    ['JPEG', 'image/jpeg', createJpeg],
    ['GIF', 'image/gif', createGif],
    ['WebP', 'image/webp', createWebp],
  ])('accepts a %s, regardless of its file name', async (_, mimetype, createImage) => {
    expect((await uploadLogo(await createImage(), 'logo.txt')).json().data).toMatchObject({ logoMimeType: mimetype })
  })

  it('sanitizes an SVG', async () => {
    const { data } = (await uploadLogo(SVG_WITH_SCRIPT, 'logo.svg')).json()
    expect(data).toMatchObject({ logoMimeType: 'image/svg+xml', logoWidth: 200, logoHeight: 80 })
    const file = await app().server.inject(data.logoUrl)
    expect({ contentType: file.headers['content-type'], body: file.body }).toEqual({
      contentType: 'image/svg+xml',
      body: expect.not.stringMatching(/script|onload|alert/),
    })
    expect(file.body).toContain('fill="#123456"')
  })

  it('shrinks large images', async () => {
    expect((await uploadLogo(await createPng(1_600, 1_600), 'a.png')).json().data).toMatchObject({
      logoWidth: 320,
      logoHeight: 320,
    })
  })

  it('removes metadata', async () => {
    const { data } = (await uploadLogo(await createPngWithText('secret-text'), 'a.png')).json()
    expect((await app().server.inject(data.logoUrl)).body).not.toContain('secret-text')
  })

  it('rejects invalid logos and retains the current one', async () => {
    const before = await getCurrent('logo')
    const html = await uploadLogo('<html></html>', 'logo.png')
    expect(toResult(html)).toMatchObject({ status: 415, message: '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件' })
    const tooLarge = await uploadLogo(Buffer.alloc(5 * 1024 * 1024 + 1), 'logo.png')
    expect(toResult(tooLarge)).toMatchObject({ status: 413, message: '文件大小不能超过5MB' })
    const wrongField = await uploadLogo(await createPng(), 'logo.png', editor, 'file')
    expect(toResult(wrongField)).toMatchObject({ status: 400, message: '请先选择要上传的logo文件' })
    const brokenSvg = await uploadLogo('<svg xmlns="http://www.w3.org/2000/svg"', 'broken.svg')
    expect(brokenSvg.statusCode).toBe(400)
    expect(await getCurrent('logo')).toEqual(before)
  })

  it('deletes the file of a former logo during housekeeping, but never that of the current one', async () => {
    const { logoUrl: former } = (await uploadLogo(await createPng(), 'former.png')).json().data
    const { logoUrl: current } = (await uploadLogo(await createPng(), 'current.png')).json().data
    const canDownload = async (url: string) => (await app().server.inject(url)).statusCode === 200
    app().clock.advance(DAY_MS + 1)
    editor = await createSignedInUser(app(), 'editor', 'editor-next-day')
    viewer = await createSignedInUser(app(), 'viewer', 'viewer-next-day')
    await app().services.files.deleteUnreferenced()
    expect(await canDownload(former)).toBe(false)
    expect(await canDownload(current)).toBe(true)
  })

  describe('a logo that is chosen from the media library', () => {
    const choose = (url: string, caller: Caller | null = editor) => call('PUT', '/api/logo/current', { url }, caller)
    const uploadPicture = async (): Promise<string> => {
      const { headers, payload } = createMultipart([
        { field: 'file', name: '横标.png', bytes: await createPng(90, 30) },
      ])
      const url = '/api/upload?purpose=library'
      const request = { method: 'POST', url, payload, headers: { ...headers, ...editor.headers } } as const
      return (await app().server.inject(request)).json().data.url
    }

    it('shares its file, which can’t be deleted while it is used', async () => {
      const url = await uploadPicture()
      expect(toResult(await choose(url))).toMatchObject({ status: 200, message: 'Logo已更换' })
      expect(await getCurrent('logo')).toMatchObject({
        logoType: 'custom',
        logoUrl: url,
        logoOriginalName: '横标.png',
        logoMimeType: 'image/png',
        logoWidth: 90,
        logoHeight: 30,
      })
      expect(await findNewestAuditEntry()).toEqual({
        action: 'branding.update',
        target: '网站logo',
        detail: '从媒体库选择：横标.png',
      })
      const { data: uses } = (await call('GET', `/api/media/uses?url=${url}`)).json()
      expect(uses).toMatchObject([{ id: 'settings:logo', place: 'settings', name: '网站logo' }])
      expect((await call('POST', '/api/media/removal', { url })).statusCode).toBe(409)
    })

    it('has to be a picture of the library', async () => {
      const before = await getCurrent('logo')
      for (const url of ['/uploads/images/none.png', '/uploads/private/x.png', 'https://example.com/x.png'])
        expect(toResult(await choose(url))).toMatchObject({
          status: 400,
          errors: [{ path: 'url', message: '媒体库中没有这张图片' }],
        })
      expect(await getCurrent('logo')).toEqual(before)
    })

    it('requires the permission to change the branding', async () => {
      expect((await choose(await uploadPicture(), viewer)).statusCode).toBe(403)
    })
  })

  it('restores the default logo', async () => {
    const reply = await call('POST', '/api/logo/reset')
    expect({ status: reply.statusCode, message: reply.json().message, data: reply.json().data }).toEqual({
      status: 200,
      message: '已重置为默认logo',
      data: DEFAULT_LOGO,
    })
    expect(await getCurrent('logo')).toEqual(DEFAULT_LOGO)
  })

  it('saves a link to the app, which visitors see immediately', async () => {
    await getCurrent('app-download')
    const download = { name: '智鉴App', downloadUrl: 'https://example.com/app', description: '扫码', isActive: true }
    const reply = await updateAppDownload(download)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '应用下载配置更新成功！', data: download })
    expect(await getCurrent('app-download')).toEqual(download)
    expect(await findNewestAuditEntry()).toEqual({
      action: 'branding.update',
      target: '应用下载',
      detail: '名称：（空） → 智鉴App；下载链接：（空） → https://example.com/app；说明：（空） → 扫码；显示：关 → 开',
    })
  })

  it.each([
    ['no URL', {}, '下载链接不能为空'],
    ['an empty URL', { downloadUrl: '' }, '下载链接不能为空'],
    ['a blank URL', { downloadUrl: '   ' }, '下载链接不能为空'],
    [
      'a script',
      { downloadUrl: 'javascript:alert(1)' },
      '链接只能是 http、https、mailto、tel 地址，站内路径（以 / 开头）或 #',
    ],
    [
      'a URL without a protocol',
      { downloadUrl: '//evil.example' },
      '链接只能是 http、https、mailto、tel 地址，站内路径（以 / 开头）或 #',
    ],
  ])('rejects an app download with %s', async (_, payload, message) => {
    const before = await getCurrent('app-download')
    const reply = await updateAppDownload({ name: 'App', isActive: true, ...payload })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'downloadUrl', message }] })
    expect(await getCurrent('app-download')).toEqual(before)
  })

  it('removes the app download', async () => {
    const reply = await call('POST', '/api/app-download/reset')
    expect({ message: reply.json().message, data: reply.json().data }).toEqual({
      message: '已重置为默认应用下载配置',
      data: NO_DOWNLOAD,
    })
    expect(await getCurrent('app-download')).toEqual(NO_DOWNLOAD)
  })

  describe('saving the app download with If-Match', () => {
    const getEtag = async () => String((await send(app().server, '/api/app-download/current')).headers.etag)
    const saveDownload = (downloadUrl: string, headers: { 'if-match'?: string }) =>
      app().server.inject({
        method: 'PUT',
        url: '/api/app-download/update',
        payload: { downloadUrl },
        headers: { ...editor.headers, ...headers },
      })
    const resetDownload = (headers: { 'if-match'?: string }) =>
      app().server.inject({
        method: 'POST',
        url: '/api/app-download/reset',
        headers: { ...editor.headers, ...headers },
      })

    it('increments the revision only if something changed', async () => {
      const before = await getEtag()
      const saved = await saveDownload('https://example.com/first', { 'if-match': before })
      expect({ status: saved.statusCode, etag: saved.headers.etag }).toEqual({ status: 200, etag: await getEtag() })
      expect(saved.headers.etag).not.toBe(before)
      const savedAgain = await saveDownload('https://example.com/first', { 'if-match': await getEtag() })
      expect(savedAgain.headers.etag).toBe(saved.headers.etag)
    })

    it('rejects overwriting a concurrent save', async () => {
      const before = await getEtag()
      await saveDownload('https://example.com/theirs', {})
      const stale = await saveDownload('https://example.com/mine', { 'if-match': before })
      expect(toResult(stale)).toMatchObject({ status: 412, message: '设置已被其他管理员更新，请核对后再保存' })
      expect((await resetDownload({ 'if-match': before })).statusCode).toBe(412)
      expect(await getCurrent('app-download')).toMatchObject({ downloadUrl: 'https://example.com/theirs' })
    })

    it('resets the current revision', async () => {
      const reply = await resetDownload({ 'if-match': await getEtag() })
      expect({ status: reply.statusCode, etag: reply.headers.etag }).toEqual({ status: 200, etag: await getEtag() })
    })
  })

  it('can be changed by authorized roles only', async () => {
    const image = await createPng()
    const callAll = (caller: Caller | null) => [
      uploadLogo(image, 'a.png', caller),
      call('POST', '/api/logo/reset', undefined, caller),
      updateAppDownload({ downloadUrl: 'https://example.com' }, caller),
      call('POST', '/api/app-download/reset', undefined, caller),
    ]
    for (const reply of await Promise.all(callAll(viewer))) expect(reply.statusCode).toBe(403)
    for (const reply of await Promise.all(callAll(null))) expect(reply.statusCode).toBe(401)
  })
})
