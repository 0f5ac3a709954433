import { beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { gif, jpeg, png, pngWithText, webp } from '#testing/factories/pictures.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

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
const DRAWING = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="80" viewBox="0 0 200 80"
  onload="alert(1)"><script>alert(2)</script><rect width="200" height="80" fill="#123456"/></svg>`

onEveryDatabase('the branding', (app) => {
  let editor: Caller
  let viewer: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })

  const readCurrent = async (label: 'logo' | 'app-download') =>
    (await send(app().server, `/api/${label}/current`)).json().data
  const upload = (bytes: Uint8Array | string, name: string, caller: Caller | null = editor, field = 'logo') => {
    const { headers, payload } = createMultipart([{ field, name, bytes }])
    return app().server.inject({
      method: 'POST',
      url: '/api/logo/upload',
      payload,
      headers: { ...headers, ...caller?.headers },
    })
  }
  const call = (method: 'POST' | 'PUT', url: string, payload?: object, caller: Caller | null = editor) =>
    app().server.inject({ method, url, headers: caller?.headers ?? {}, ...(payload ? { payload } : {}) })
  const update = (payload: object, caller: Caller | null = editor) =>
    call('PUT', '/api/app-download/update', payload, caller)
  const getLastEntry = async () => {
    const [entry] = await app().services.audit.listNewest(1, SUPER_ADMIN)
    return [entry?.action, entry?.target, entry?.detail]
  }

  it('returns the default initially', async () => {
    expect([await readCurrent('logo'), await readCurrent('app-download')]).toEqual([DEFAULT_LOGO, NO_DOWNLOAD])
  })

  it('saves a logo, which visitors see immediately', async () => {
    await readCurrent('logo')
    const reply = await upload(await png(400, 160), '公司 标志.png')
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
    expect(await readCurrent('logo')).toEqual(logo)
    const file = await app().server.inject(logo.logoUrl)
    expect({ status: file.statusCode, contentType: file.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'image/png',
    })
    expect(file.rawPayload.length).toBe(logo.logoSize)
    expect(await getLastEntry()).toEqual(['branding.update', '网站logo', '上传：公司 标志.png'])
  })

  it.each([
    ['JPEG', 'image/jpeg', jpeg],
    ['GIF', 'image/gif', gif],
    ['WebP', 'image/webp', webp],
  ])('accepts a %s, regardless of its file name', async (_, mimetype, picture) => {
    expect((await upload(await picture(), 'logo.txt')).json().data).toMatchObject({ logoMimeType: mimetype })
  })

  it('sanitizes an SVG', async () => {
    const { data } = (await upload(DRAWING, 'logo.svg')).json()
    expect(data).toMatchObject({ logoMimeType: 'image/svg+xml', logoWidth: 200, logoHeight: 80 })
    const file = await app().server.inject(data.logoUrl)
    expect({ contentType: file.headers['content-type'], body: file.body }).toEqual({
      contentType: 'image/svg+xml',
      body: expect.not.stringMatching(/script|onload|alert/),
    })
    expect(file.body).toContain('fill="#123456"')
  })

  it('shrinks large pictures and removes metadata', async () => {
    expect((await upload(await png(1_600, 1_600), 'a.png')).json().data).toMatchObject({
      logoWidth: 320,
      logoHeight: 320,
    })
    const { data } = (await upload(await pngWithText('secret-text'), 'a.png')).json()
    expect((await app().server.inject(data.logoUrl)).body).not.toContain('secret-text')
  })

  it('rejects invalid logos and retains the current one', async () => {
    const before = await readCurrent('logo')
    const type = await upload('<html></html>', 'logo.png')
    expect(toResult(type)).toMatchObject({ status: 415, message: '请选择JPG、PNG、GIF、SVG或WebP格式的图片文件' })
    const large = await upload(Buffer.alloc(5 * 1024 * 1024 + 1), 'logo.png')
    expect(toResult(large)).toMatchObject({ status: 413, message: '文件大小不能超过5MB' })
    const none = await upload(await png(), 'logo.png', editor, 'file')
    expect(toResult(none)).toMatchObject({ status: 400, message: '请先选择要上传的logo文件' })
    expect((await upload('<svg xmlns="http://www.w3.org/2000/svg"', 'a.svg')).statusCode).toBe(400)
    expect(await readCurrent('logo')).toEqual(before)
  })

  it('restores the default logo; the housekeeping deletes the former file, but never the current one', async () => {
    const { logoUrl: former } = (await upload(await png(), 'former.png')).json().data
    const { logoUrl: current } = (await upload(await png(), 'shown.png')).json().data
    const exists = async (url: string) => (await app().server.inject(url)).statusCode === 200
    app().clock.advance(DAY_MS + 1)
    editor = await createSignedInUser(app(), 'editor', 'editor-next-day')
    viewer = await createSignedInUser(app(), 'viewer', 'viewer-next-day')
    await app().services.files.deleteUnreferenced()
    expect([await exists(former), await exists(current)]).toEqual([false, true])

    const reply = await call('POST', '/api/logo/reset')
    expect({ status: reply.statusCode, message: reply.json().message, data: reply.json().data }).toEqual({
      status: 200,
      message: '已重置为默认logo',
      data: DEFAULT_LOGO,
    })
    expect(await readCurrent('logo')).toEqual(DEFAULT_LOGO)
    await app().services.files.deleteUnreferenced()
    expect(await exists(current)).toBe(false)
  })

  it('saves a link to the app, which visitors see immediately', async () => {
    await readCurrent('app-download')
    const download = { name: '智鉴App', downloadUrl: 'https://example.com/app', description: '扫码', isActive: true }
    const reply = await update(download)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '应用下载配置更新成功！', data: download })
    expect(await readCurrent('app-download')).toEqual(download)
    expect(await getLastEntry()).toEqual([
      ...['branding.update', '应用下载'],
      '名称：（空） → 智鉴App；下载链接：（空） → https://example.com/app；说明：（空） → 扫码；显示：关 → 开',
    ])
  })

  it.each([
    [{ downloadUrl: '' }, '下载链接不能为空'],
    [{ downloadUrl: '   ' }, '下载链接不能为空'],
    [{}, '下载链接不能为空'],
    [{ downloadUrl: 'javascript:alert(1)' }, '链接只能是 http、https、mailto、tel 地址，站内路径（以 / 开头）或 #'],
    [{ downloadUrl: '//evil.example' }, '链接只能是 http、https、mailto、tel 地址，站内路径（以 / 开头）或 #'],
  ])('rejects the app download %j', async (payload, message) => {
    const before = await readCurrent('app-download')
    const reply = await update({ name: 'App', isActive: true, ...payload })
    expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'downloadUrl', message }] })
    expect(await readCurrent('app-download')).toEqual(before)
  })

  it('removes the app download', async () => {
    const reply = await call('POST', '/api/app-download/reset')
    expect({ message: reply.json().message, data: reply.json().data }).toEqual({
      message: '已重置为默认应用下载配置',
      data: NO_DOWNLOAD,
    })
    expect(await readCurrent('app-download')).toEqual(NO_DOWNLOAD)
  })

  it('rejects overwriting a concurrent save', async () => {
    const revision = async () => String((await send(app().server, '/api/app-download/current')).headers.etag)
    const saveWithIfMatch = (ifMatch: string | undefined, method: 'PUT' | 'POST', url: string, payload?: object) =>
      app().server.inject({
        method,
        url,
        ...(payload ? { payload } : {}),
        headers: { ...editor.headers, ...(ifMatch ? { 'if-match': ifMatch } : {}) },
      })
    const save = (ifMatch: string | undefined, downloadUrl: string) =>
      saveWithIfMatch(ifMatch, 'PUT', '/api/app-download/update', { downloadUrl })

    const first = await revision()
    const saved = await save(first, 'https://example.com/first')
    expect({ status: saved.statusCode, etag: saved.headers.etag }).toEqual({ status: 200, etag: await revision() })
    expect(saved.headers.etag).not.toBe(first)
    expect((await save(await revision(), 'https://example.com/first')).headers.etag).toBe(saved.headers.etag)

    const stale = await save(first, 'https://example.com/second')
    expect(toResult(stale)).toMatchObject({ status: 412, message: '设置已被其他管理员更新，请核对后再保存' })
    expect((await saveWithIfMatch(first, 'POST', '/api/app-download/reset')).statusCode).toBe(412)
    expect(await readCurrent('app-download')).toMatchObject({ downloadUrl: 'https://example.com/first' })

    expect((await saveWithIfMatch(await revision(), 'POST', '/api/app-download/reset')).headers.etag).toBe(
      await revision(),
    )
    expect((await save(undefined, 'https://example.com/any')).statusCode).toBe(200)
  })

  it('can be changed by authorized roles only', async () => {
    const picture = await png()
    const callAll = (caller: Caller | null) => [
      upload(picture, 'a.png', caller),
      call('POST', '/api/logo/reset', undefined, caller),
      update({ downloadUrl: 'https://example.com' }, caller),
      call('POST', '/api/app-download/reset', undefined, caller),
    ]
    for (const refused of callAll(viewer)) expect((await refused).statusCode).toBe(403)
    for (const refused of callAll(null)) expect((await refused).statusCode).toBe(401)
  })
})
