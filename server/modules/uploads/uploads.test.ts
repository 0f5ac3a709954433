import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { documentCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { createAnimatedGif, createJpegWithExif, createPng, createPngBomb } from '#testing/factories/pictures.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { createZip } from '#testing/factories/zip.ts'
import { createMultipart, type FilePart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const MB = 1024 * 1024

onEveryDatabase('uploads', (app) => {
  let editor: Caller
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })

  const send = (url: string, files: FilePart[], fields: Record<string, string> = {}, actor: Caller | null = editor) => {
    const { headers, payload } = createMultipart(files, fields)
    return app().server.inject({ method: 'POST', url, payload, headers: { ...headers, ...actor?.headers } })
  }
  const uploadImage = (bytes: Uint8Array, name = 'a.png', url = '/api/upload') =>
    send(url, [{ field: 'file', name, bytes }])
  const fetchFile = (url: string) => app().server.inject(url)

  describe('images', () => {
    it('returns a URL that serves the re-encoded image', async () => {
      const reply = await uploadImage(await createJpegWithExif(), '现场照片.jpg')
      expect(toResult(reply)).toMatchObject({ status: 200, message: '图片上传成功！' })
      const { url, width, height } = reply.json().data
      expect({ url, width, height }).toEqual({
        url: expect.stringMatching(/^\/uploads\/images\/[\w-]{36}\.jpg$/),
        width: 6,
        height: 8,
      })
      const file = await fetchFile(url)
      expect({
        contentType: file.headers['content-type'],
        xContentTypeOptions: file.headers['x-content-type-options'],
      }).toEqual({ contentType: 'image/jpeg', xContentTypeOptions: 'nosniff' })
      expect(file.rawPayload.toString('latin1')).not.toContain('secret-author')
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 6 })
    })

    it('rejects a field that the call does not declare', async () => {
      const reply = await send('/api/upload', [{ field: 'file', name: 'a.png', bytes: await createPng() }], {
        purpose: 'product-logo',
      })
      expect({ status: reply.statusCode, errors: reply.json().errors }).toEqual({
        status: 400,
        errors: [{ path: 'purpose', message: MESSAGES.unknownKey }],
      })
    })

    it('detects the type by content, not by name or MIME type', async () => {
      const bytes = await createPng()
      const reply = await send('/api/upload', [{ field: 'file', name: '../../evil.html', type: 'text/html', bytes }])
      expect(reply.json().data.url).toMatch(/^\/uploads\/images\/[\w-]{36}\.png$/)
      const fakeImage = await send('/api/upload', [
        { field: 'file', name: 'a.png', type: 'image/png', bytes: '<script>' },
      ])
      expect(toResult(fakeImage)).toMatchObject({ status: 415, message: '请选择JPG、PNG、GIF或WebP格式的图片文件' })
    })

    it.each([
      ['rich-text', 5, '文件大小不能超过5MB'],
      ['product-logo', 2, '图片文件大小不能超过2MB'],
    ])('limits images for %s to %i MB', async (purpose, megabytes, message) => {
      const paddedImage = Buffer.concat([await createPng(), Buffer.alloc(megabytes * MB)])
      const url = `/api/upload?purpose=${purpose}`
      expect((await uploadImage(paddedImage.subarray(0, megabytes * MB), 'a.png', url)).statusCode).toBe(200)
      const reply = await uploadImage(paddedImage.subarray(0, megabytes * MB + 1), 'a.png', url)
      expect(toResult(reply)).toMatchObject({ status: 413, message })
    })

    it('names the product logo in its messages', async () => {
      const url = '/api/upload?purpose=product-logo'
      expect((await uploadImage(await createPng(900, 600), 'a.png', url)).json()).toMatchObject({
        message: 'Logo上传成功！',
        data: { width: 512, height: 341 },
      })
      expect((await uploadImage(Buffer.from('text'), 'a.png', url)).json().message).toBe('请选择图片文件')
    })

    const SCREENSHOTS = '/api/upload?purpose=screenshot'

    it('stores a screenshot in two sizes', async () => {
      const reply = (await uploadImage(await createPng(3_000, 1_500), '画布.png', SCREENSHOTS)).json()
      expect(reply).toMatchObject({ message: '截图上传成功！', data: { width: 2_560, height: 1_280 } })
      expect(isScreenshotUrl(reply.data.url)).toBe(true)
      const small = await fetchFile(toSmallScreenshot(reply.data.url))
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 })
    })

    it('stores a screenshot as a WebP without metadata', async () => {
      const photo = (await uploadImage(await createJpegWithExif(), 'a.jpg', SCREENSHOTS)).json().data
      const file = await fetchFile(photo.url)
      expect(file.headers['content-type']).toBe('image/webp')
      expect(file.rawPayload.toString('latin1')).not.toContain('secret-author')
    })

    it('stores an animated screenshot as a still picture', async () => {
      const animated = (await uploadImage(await createAnimatedGif(3), 'a.gif', SCREENSHOTS)).json().data
      expect((await sharp((await fetchFile(animated.url)).rawPayload).metadata()).pages ?? 1).toBe(1)
    })

    it('rejects a decompression bomb', async () => {
      const reply = await uploadImage(createPngBomb(60_000))
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 400, success: false })
    })

    it.each([
      'a\u0000.png',
      '\u202egnp.exe',
      '😀.png',
      `${'长'.repeat(300)}.png`,
      'C:\\a\\b.png',
      '../../../etc/passwd',
      ' ',
      'a\r\nX-Evil: 1.png',
    ])('stores an image named %j under a generated name', async (name) => {
      const reply = await uploadImage(await createPng(), name)
      if (name.includes('\r\n')) expect([200, 400]).toContain(reply.statusCode)
      else expect(reply.json().data.url).toMatch(/^\/uploads\/images\/[\w-]{36}\.png$/)
      expect(reply.headers['x-evil']).toBeUndefined()
    })
  })

  it('returns the path of an avatar', async () => {
    const bytes = await createPng(800, 800)
    const fields = { memberIndex: '3', memberName: '李娜', memberEmail: 'member3@example.com' }
    const reply = await send('/api/avatar/community/upload', [{ field: 'avatar', name: 'a.png', bytes }], fields)
    expect(reply.json()).toEqual({
      success: true,
      message: '头像上传成功！',
      data: { avatarUrl: expect.stringMatching(/^\/uploads\/avatars\/[\w-]{36}\.png$/) },
    })
  })

  describe('rejects', () => {
    it.each([
      ['no file', []],
      ['an empty file', [{ field: 'file', name: 'a.png', bytes: '' }]],
      ['a file in another field', [{ field: 'other', name: 'a.png', bytes: 'x' }]],
      ['two files', ['1', '2'].map((name) => ({ field: 'file', name, bytes: 'x' }))],
    ])('%s', async (_, files) => {
      const reply = await send('/api/upload', files)
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 400, success: false })
    })

    it('a body that is not a form', async () => {
      const reply = await app().server.inject({
        method: 'POST',
        url: '/api/upload',
        payload: {},
        headers: editor.headers,
      })
      expect(reply.statusCode).toBe(415)
    })

    it('a truncated form', async () => {
      const { headers, payload } = createMultipart([{ field: 'file', name: 'a.png', bytes: await createPng() }])
      const reply = await app().server.inject({
        method: 'POST',
        url: '/api/upload',
        payload: payload.subarray(0, -60),
        headers: { ...headers, ...editor.headers },
      })
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 400, success: false })
    })

    it('anonymous callers and unauthorized roles, before reading the file', async () => {
      const files = [{ field: 'file', name: 'a.png', bytes: await createPng() }]
      for (const url of ['/api/upload', '/api/avatar/community/upload', '/api/upload-evaluation-attachment'])
        expect((await send(url, files, {}, null)).statusCode).toBe(401)
      for (const role of ['reviewer', 'viewer', 'member'] as const)
        expect((await send('/api/upload', files, {}, await createSignedInUser(app(), role))).statusCode).toBe(403)
    })
  })

  describe('attachments', () => {
    const attach = (name: FilePart['name'], bytes: Uint8Array | string, extendedName?: string) =>
      send('/api/upload-evaluation-attachment', [{ field: 'attachment', name, bytes, extendedName }])
    const remove = (path: string) =>
      app().server.inject({
        method: 'POST',
        url: '/api/delete-evaluation-attachment',
        payload: { path },
        headers: editor.headers,
      })
    const saveDocument = (attachments: object[]) =>
      app().server.inject({
        method: 'PUT',
        url: documentCalls.evaluation.path,
        headers: editor.headers,
        payload: withAllSections('evaluation', { pageInfo: { title: '评估' }, evaluationTool: { attachments } }),
      })

    it('stores the original file name', async () => {
      const bytes = createZip({
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': '<Relationships/>',
        'word/document.xml': '<w:document/>',
      })
      const reply = await attach('评估清单（终稿）.docx', bytes)
      expect(toResult(reply)).toMatchObject({ status: 200, message: '附件上传成功！' })
      expect(reply.json().data).toEqual({
        filename: '评估清单（终稿）.docx',
        path: expect.stringMatching(/^\/uploads\/attachments\/[\w-]{36}\.docx$/),
        size: bytes.length,
        mimetype: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        uploadDate: app().clock.now().toISOString(),
      })
    })

    const GBK_NAME = Buffer.from([0xc7, 0xe5, 0xb5, 0xa5, ...Buffer.from('.txt')])

    it.each<[string, FilePart['name'], string | undefined]>([
      ['UTF-8', '清单.txt', undefined],
      ['GBK', GBK_NAME, undefined],
      ['UTF-8 that is declared', 'list.txt', '清单.txt'],
      ['GBK, and in UTF-8 that is declared', GBK_NAME, '清单.txt'],
    ])('stores a file name in %s', async (_, name, extendedName) => {
      expect((await attach(name, '一、准确性', extendedName)).json().data).toMatchObject({ filename: '清单.txt' })
    })

    it('serves a file to editors immediately, and to everyone while the document lists it', async () => {
      const { data } = (await attach('清单.txt', '一、准确性')).json()
      const url = `/api/download-evaluation-attachment?path=${encodeURIComponent(data.path)}`
      const download = (headers = {}) => app().server.inject({ url, headers })
      expect((await download()).statusCode).toBe(404)
      const editorReply = await download(editor.headers)
      expect({
        status: editorReply.statusCode,
        body: editorReply.body,
        contentDisposition: editorReply.headers['content-disposition'],
      }).toEqual({
        status: 200,
        body: '一、准确性',
        contentDisposition: expect.stringContaining(encodeURIComponent('清单.txt')),
      })
      const saved = await saveDocument([data, { filename: '别的', path: '/uploads/attachments/other.pdf' }])
      expect((await download()).body).toBe('一、准确性')

      const reply = await remove(data.path)
      expect(toResult(reply)).toMatchObject({ status: 200, message: '附件删除成功！' })
      const document = await fetchFile(documentCalls.evaluation.path)
      expect(document.headers.etag).not.toBe(saved.headers.etag)
      expect(
        document.json().data.evaluationTool.attachments.map(({ filename }: { filename: string }) => filename),
      ).toEqual(['别的'])
      // A revision still refers to the file, so editors can read it, but visitors can't.
      expect((await download()).statusCode).toBe(404)
      expect((await fetchFile(data.path)).statusCode).toBe(404)
      expect((await download(editor.headers)).statusCode).toBe(200)
      expect((await remove(data.path)).json().message).toBe('附件不存在')
    })

    it('deletes a file that no document lists', async () => {
      const { data } = (await attach('未用.txt', 'x')).json()
      expect((await remove(data.path)).statusCode).toBe(200)
      expect(await readdir(join(app().dataDir, 'uploads/attachments'))).not.toContain(data.path.split('/').at(-1))
    })

    it.each(['/uploads/avatars/a.png', '/uploads/attachments/../avatars/a.png', '/etc/passwd', 'x'])(
      'deletes nothing for %j',
      async (path) => {
        expect((await remove(path)).statusCode).toBe(404)
      },
    )

    it('rejects a file by its extension and its content', async () => {
      for (const [name, content, message] of [
        ['清单.html', '<!doctype html>', '只支持PDF、DOC、DOCX、TXT、JPG、PNG格式的文件'],
        ['清单.pdf', '<!doctype html>', '文件的内容与扩展名不符，或已损坏'],
        ['清单.txt', 'a\0b', '文本文件须以UTF-8编码保存'],
      ] as const)
        expect(toResult(await attach(name, content))).toMatchObject({ status: 415, message })
    })

    it('accepts files up to the size in the settings', async () => {
      const { database, services } = app()
      expect((await attach('大.txt', Buffer.alloc(10 * MB + 1, 65))).json().message).toBe('文件大小不能超过10MB')
      await database.write((transaction) => services.settings.save(transaction, 'content', { maxFileSize: 1 }))
      const reply = await attach('大.txt', Buffer.alloc(MB + 1, 65))
      expect(toResult(reply)).toMatchObject({ status: 413, message: '文件大小不能超过1MB' })
      await database.write((transaction) => services.settings.save(transaction, 'content', { maxFileSize: 12 }))
      expect((await attach('大.txt', Buffer.alloc(11 * MB, 65))).statusCode).toBe(200)
    })

    it('audits uploads', async () => {
      await attach('留痕.txt', Buffer.from('text'))
      expect((await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]).toMatchObject({
        action: 'attachment.upload',
        target: '留痕.txt',
        user: { name: 'editor' },
      })
    })

    it('records a removed attachment in the audit log by its original name', async () => {
      const { path } = (await attach('说明.txt', Buffer.from('text'))).json().data
      const reply = await remove(path)
      expect(reply.statusCode).toBe(200)
      const [newest] = await app().services.audit.listRecentChanges(1, SUPER_ADMIN)
      expect(newest).toMatchObject({ action: 'attachment.remove', target: '说明.txt', detail: '' })
    })
  })
})
