import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { conflict } from '#server/platform/app-error.ts'
import { sendRawRequest } from '#testing/send-raw-request.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('files', (app) => {
  const save = (key: string, mimetype: string, originalName: string, bytes = Buffer.from('bytes')) =>
    app().services.files.save({ key, mimetype, originalName, bytes })
  const get = (path: string, headers?: Record<string, string>) => sendRawRequest(app().server, path, headers)

  beforeAll(async () => {
    await app().server.listen({ port: 0, host: '127.0.0.1' })
    await save('a/list.txt', 'text/plain', '评估清单.txt', Buffer.from('评估清单'))
  })

  it('stores the bytes before anything refers to the file, and removes them if it is refused', async () => {
    const { files } = app().services
    const file = { key: 'refused/file.txt', mimetype: 'text/plain', originalName: 'a.txt', bytes: Buffer.from('a') }
    let wasStored = false
    const saving = files.save(file, async () => {
      wasStored = await files.hasBytes(file.key)
      throw conflict('已满')
    })
    await expect(saving).rejects.toThrow('已满')
    expect(wasStored).toBe(true)
    expect(await files.hasBytes(file.key)).toBe(false)
    expect((await get('/uploads/refused/file.txt')).status).toBe(404)
  })

  it('returns the URL of a saved file', async () => {
    expect(await save('logo/site.png', 'image/png', 'site.png')).toBe('/uploads/logo/site.png')
  })

  it('serves the bytes as immutable, with their type', async () => {
    const { status, headers, body } = await get('/uploads/a/list.txt')
    expect({ status, body }).toEqual({ status: 200, body: '评估清单' })
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '12',
      'content-disposition': `attachment; filename="____.txt"; filename*=UTF-8''${encodeURIComponent('评估清单.txt')}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
  })

  it('returns 304 if the ETag matches', async () => {
    const etag = (await get('/uploads/a/list.txt')).headers.etag ?? ''
    const notModified = await get('/uploads/a/list.txt', { 'if-none-match': etag })
    expect({ status: notModified.status, body: notModified.body, etag: notModified.headers.etag }).toEqual({
      status: 304,
      body: '',
      etag,
    })
    expect((await get('/uploads/a/list.txt', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['image/png', 'image/png', 'inline'],
    ['image/jpeg', 'image/jpeg', 'inline'],
    ['image/gif', 'image/gif', 'inline'],
    ['image/webp', 'image/webp', 'inline'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['text/plain', 'text/plain; charset=utf-8', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['image/png; x="text/html"', 'application/octet-stream', 'attachment'],
    ['', 'application/octet-stream', 'attachment'],
  ])('serves the type "%s" as %s, %s', async (mimetype, type, disposition) => {
    await save('types/sample', mimetype, 'sample')
    const { headers } = await get('/uploads/types/sample')
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']?.split(';')[0]).toBe(disposition)
  })

  it('allows an SVG to use its own styles and nothing else', async () => {
    await save('logo/mark.svg', 'image/svg+xml', 'mark.svg')
    expect((await get('/uploads/logo/mark.svg')).headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
    )
  })

  describe('returns 404 for', () => {
    beforeAll(async () => {
      // Existing files without a row: in the uploads directory, next to it, and partly written.
      const { dataDir } = app()
      await mkdir(join(dataDir, 'uploads/.incoming'), { recursive: true })
      for (const path of ['uploads/no-row.txt', 'secret.txt', 'uploads/.incoming/half'])
        await writeFile(join(dataDir, path), 'secret')
      await writeFile(join(dataDir, 'uploads/a/sub.txt'), 'secret')
    })

    it.each([
      '/uploads/nothing.txt',
      '/uploads/no-row.txt',
      '/uploads/a',
      '/uploads/a/',
      '/uploads/a/sub.txt',
      '/uploads/.incoming/half',
      '/uploads/../secret.txt',
      '/uploads/a/../../secret.txt',
      '/uploads/a/../a/list.txt',
      '/uploads/./a/list.txt',
      '/uploads/%2e%2e/secret.txt',
      '/uploads/%2E%2E%2Fsecret.txt',
      '/uploads/..%2fsecret.txt',
      '/uploads/..%5csecret.txt',
      '/uploads/..\\secret.txt',
      '/uploads/%252e%252e/secret.txt',
      '/uploads//a/list.txt',
      '/uploads//etc/passwd',
      '/uploads/%2fetc%2fpasswd',
      '/uploads/a%2flist.txt',
      '/uploads/a/list%2etxt',
      '/uploads/a/list.txt%00',
      '/uploads/a/list.txt%00.png',
      '/uploads/a/list.txt/',
      '/uploads/a/list.txt;x',
      '/uploads/a/LIST.TXT',
      '/uploads/a/list.txt%20',
      '/uploads/C:/a/list.txt',
      '/uploads/%E8%AF%84.txt',
      '/uploads/%',
      '/uploads/%zz',
      '/uploads/%c0%ae%c0%ae/secret.txt',
      `/uploads/${'a'.repeat(201)}`,
      `/uploads/${'a'.repeat(2_500)}`,
    ])('%.60s', async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(404)
      expect(JSON.parse(body).success).toBe(false)
      expect(headers['cache-control']).toBe('private, no-store')
    })

    it('returns 404 for a row without a file in the store', async () => {
      await app().database.write(({ db }) =>
        db
          .insertInto('files')
          .values({ key: 'lost.txt', originalName: 'lost.txt', mimetype: 'text/plain', size: 1, createdAt: '' })
          .execute(),
      )
      expect((await get('/uploads/lost.txt')).status).toBe(404)
    })
  })

  it('ignores the query string', async () => {
    expect((await get('/uploads/a/list.txt?v=2')).body).toBe('评估清单')
  })

  it('responds to HEAD without the bytes', async () => {
    const reply = await app().server.inject({ method: 'HEAD', url: '/uploads/a/list.txt' })
    expect({ status: reply.statusCode, contentLength: reply.headers['content-length'], body: reply.body }).toEqual({
      status: 200,
      contentLength: '12',
      body: '',
    })
  })

  it('rejects writes', async () => {
    const reply = await app().server.inject({ method: 'PUT', url: '/uploads/a/list.txt', payload: 'x' })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect((await get('/uploads/a/list.txt')).body).toBe('评估清单')
  })
})
