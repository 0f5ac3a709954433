import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN, signIn, toCaller } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n内部价格')

onEveryDatabase('submission attachments', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    await createSignedInUser(app(), 'reviewer')
  })
  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    reviewer = toCaller(await signIn(app(), 'reviewer@example.com'))
  })

  const upload = (name: string, bytes: Buffer = PDF) => {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes }])
    return app().server.inject({ method: 'POST', url: '/api/submissions/files', headers, payload })
  }
  const uploadFile = async (name: string, bytes?: Buffer): Promise<string> =>
    (await upload(name, bytes)).json().data.key
  const submit = (more: object) =>
    app().server.inject({ method: 'POST', url: '/api/submissions', payload: { ...SUBMISSION, ...more } })
  const findNewest = async () =>
    (
      await app().services.submissionReview.listNewest(
        { search: '', category: '', status: '', late: false, unread: false },
        SUPER_ADMIN,
      )
    )[0]
  const get = (url: string, caller: Caller | null = reviewer) =>
    app().server.inject({ url, headers: caller?.headers ?? {} })
  const listStoredKeys = async () =>
    (await app().database.read.selectFrom('files').select('key').execute()).map(({ key }) => key)

  it('returns the accepted file types and sizes', async () => {
    expect((await app().server.inject('/api/submissions/files')).json().data).toEqual({
      most: 5,
      maxBytes: 10 * 1024 * 1024,
      types: ['pdf', 'doc', 'docx', 'jpg', 'png', 'mp4'],
    })
  })

  it('uploads files, links them to a submission, and lets reviewers download them', async () => {
    const first = await upload('白皮书 终稿.pdf')
    expect(first.json()).toEqual({
      success: true,
      message: '文件上传成功',
      data: { key: expect.stringMatching(/^[\w-]{36}$/), name: '白皮书 终稿.pdf', size: PDF.length },
    })
    const second = await uploadFile('界面.png', await createPng(20, 20))
    expect((await submit({ files: [first.json().data.key, second] })).statusCode).toBe(200)
    const record = await findNewest()
    expect(record?.files.map(({ name, mimetype }) => [name, mimetype])).toEqual([
      ['白皮书 终稿.pdf', 'application/pdf'],
      ['界面.png', 'image/png'],
    ])
    const url = `/api/submissions/${record?._id}/files/${record?.files[0]?.id}`
    const reply = await get(url)
    expect([reply.statusCode, reply.rawPayload.equals(PDF)]).toEqual([200, true])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent('白皮书 终稿.pdf')}`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const picture = await get(`/api/submissions/${record?._id}/files/${record?.files[1]?.id}`)
    expect(picture.headers['content-disposition']).toMatch(/^attachment;/)
    expect((await get(url, null)).statusCode).toBe(401)
    expect((await get(url, await createSignedInUser(app(), 'editor'))).statusCode).toBe(403)
    expect((await get(`/api/submissions/other/files/${record?.files[0]?.id}`)).json().message).toBe('提交不存在')
    expect((await get(`/api/submissions/${record?._id}/files/other`)).json().message).toBe('附件不存在')
  })

  it('serves files at no public URL', async () => {
    const id = await uploadFile('不公开.pdf')
    const storedKeys = (await listStoredKeys()).filter((key) => key.includes(id))
    expect(storedKeys).toHaveLength(1)
    expect((await get(`/uploads/${storedKeys[0]}`)).statusCode).toBe(404)
  })

  async function uploadScreenshot(name: string) {
    const { headers, payload } = createMultipart([{ field: 'file', name, bytes: await createPng(900, 600) }])
    const url = '/api/submissions/screenshots'
    return (await app().server.inject({ method: 'POST', url, headers, payload })).json().data
  }

  it('copies screenshots with captions to the product on approval, and reverts them with the decision', async () => {
    const [canvas, report] = [await uploadScreenshot('画布.png'), await uploadScreenshot('报表.png')]
    const attachment = await uploadFile('说明.pdf')
    const screenshots = [
      { key: report.key, caption: '运营报表' },
      { key: canvas.key, caption: '工作流画布' },
    ]
    const wrong = await submit({ productName: '截图产品', screenshots: [{ key: attachment, caption: '说明' }] })
    expect(toResult(wrong)).toMatchObject({ status: 400, errors: [{ path: 'screenshots' }] })
    expect((await submit({ productName: '截图产品', files: [attachment], screenshots })).statusCode).toBe(200)
    const record = await findNewest()
    expect(record?.files.map(({ name, caption }) => [name, caption])).toEqual([
      ['说明.pdf', null],
      ['报表.png', '运营报表'],
      ['画布.png', '工作流画布'],
    ])
    const { submissionReview, products } = app().services
    const actor = { ...reviewer, ip: null }
    const approved = await submissionReview.review(record?._id ?? '', { status: 'approved' }, actor)
    const { id, screenshots: copied } = await products.getDetail('agent', '截图产品')
    expect(copied).toEqual(
      ['运营报表', '工作流画布'].map((caption) => ({ url: expect.anything(), caption, width: 900, height: 600 })),
    )
    expect((await app().server.inject(copied[0]?.url ?? '')).headers['content-type']).toBe('image/webp')

    await submissionReview.withdraw(approved._id, { version: approved.version, acceptsChangedProduct: false }, actor)
    expect((await app().server.inject(`/api/product-detail/${id}`)).statusCode).toBe(404)
  })

  it("replaces the product's screenshots on update, and retains them if the update has none", async () => {
    const { submissionReview, products } = app().services
    const actor = { ...reviewer, ip: null }
    const update = async (captions: readonly string[]) => {
      const screenshots = []
      for (const caption of captions) screenshots.push({ key: (await uploadScreenshot(`${caption}.png`)).key, caption })
      await submit({ productName: '更新截图的产品', screenshots })
      const id = (await findNewest())?._id ?? ''
      const { existing } = await submissionReview.getApprovalInfo(id)
      const updates = existing ? { id: existing.id, version: existing.version } : undefined
      await submissionReview.review(id, { status: 'approved', ...(updates && { updates }) }, actor)
      const { screenshots: copied } = await products.getDetail('agent', '更新截图的产品')
      return [existing?.screenshotCount, copied.map(({ caption }) => caption)]
    }
    expect(await update(['画布'])).toEqual([undefined, ['画布']])
    expect(await update(['报表', '日志'])).toEqual([1, ['报表', '日志']])
    expect(await update([])).toEqual([2, ['报表', '日志']])
  })

  const OTHER_TYPE = '只支持PDF、DOC、DOCX、JPG、PNG、MP4格式的文件'
  it.each([
    ['a text file', '说明.txt', Buffer.from('说明'), OTHER_TYPE],
    ['a program', '程序.exe', Buffer.from('MZ'), OTHER_TYPE],
    ['HTML named as a PDF', '页面.pdf', Buffer.from('<!doctype html>'), '文件的内容与扩展名不符，或已损坏'],
  ])('rejects %s', async (_, name, bytes, message) => {
    expect(toResult(await upload(name, bytes))).toMatchObject({ status: 415, message })
  })

  it('applies the limits of the settings', async () => {
    await app().database.write((transaction) =>
      app().services.settings.save(transaction, 'content', { maxFileSize: 1, allowedFileTypes: ['txt'] }),
    )
    expect((await upload('说明.txt', Buffer.from('说明'))).statusCode).toBe(200)
    expect((await upload('说明.pdf')).json().message).toBe('只支持TXT格式的文件')
    const large = await upload('大.txt', Buffer.alloc(1024 * 1024 + 1, 'a'))
    expect(toResult(large)).toMatchObject({ status: 413, message: '文件大小不能超过1MB' })
    await app().database.write((transaction) => app().services.settings.save(transaction, 'content', {}))
  })

  it('accepts at most five files, each for one submission', async () => {
    const key = await uploadFile('一份.pdf')
    expect((await submit({ files: [key] })).statusCode).toBe(200)
    const before = await findNewest()
    for (const files of [[key], ['nobody'], [await uploadFile('好的.pdf'), 'nobody']]) {
      const reply = await submit({ files, productName: '没有提交' })
      expect(toResult(reply)).toMatchObject({
        status: 400,
        errors: [{ path: 'files', message: '附件已失效，请删除后重新上传' }],
      })
    }
    const six = await submit({ files: Array.from({ length: 6 }, (_, index) => `key-${index}`) })
    expect({ status: six.statusCode, error: six.json().errors[0] }).toEqual({
      status: 400,
      error: { path: 'files', message: '最多上传5个文件' },
    })
    expect(await findNewest()).toEqual(before)
  })

  it('rejects files while too many are unclaimed', async () => {
    const unclaimed = {
      id: 'huge',
      fileKey: 'private/huge',
      submissionId: null,
      position: 0,
      name: 'x',
      mimetype: 'x',
      size: 2_147_483_600,
      createdAt: app().clock.now().toISOString(),
    }
    await app().database.read.insertInto('submissionFiles').values(unclaimed).execute()
    const reply = await upload('再来.pdf', Buffer.concat([PDF, Buffer.alloc(100)]))
    expect(toResult(reply)).toMatchObject({ status: 503, message: '暂时无法接收附件，请稍后再试' })
    await app().database.read.deleteFrom('submissionFiles').where('id', '=', 'huge').execute()
  })

  it('deletes unclaimed files after a day, and retains claimed ones', async () => {
    const { database, clock, services } = app()
    await submit({ productName: '留着附件的产品', files: [await uploadFile('留着.pdf')] })
    const stored = (await findNewest())?.files[0]
    const key = await uploadFile('没人要.pdf')
    const listFileIds = async () =>
      (await database.read.selectFrom('submissionFiles').select('id').execute()).map(({ id }) => id)
    expect(await listFileIds()).toContain(key)
    clock.advance(DAY_MS + 1)
    expect(await runHousekeeping(database, clock, services)).toBe(true)
    expect(await listFileIds()).not.toContain(key)
    expect(await listFileIds()).toContain(stored?.id)
    expect((await listStoredKeys()).join()).not.toContain(key)
    expect((await submit({ files: [key] })).statusCode).toBe(400)
  })

  it('recycles, restores and purges files together with their submission', async () => {
    await submit({ productName: '要回收的产品', files: [await uploadFile('回收.pdf')] })
    const record = await findNewest()
    const url = `/api/submissions/${record?._id}/files/${record?.files[0]?.id}`
    expect((await get(url, reviewer)).statusCode).toBe(200)
    const send = async (method: 'DELETE' | 'POST', path: string) => {
      const reply = await app().server.inject({ method, url: `/api${path}`, headers: reviewer.headers })
      expect(reply.statusCode).toBe(200)
    }
    await send('DELETE', `/submissions/${record?._id}`)
    expect((await get(url, reviewer)).statusCode).toBe(404)
    await app().services.files.deleteUnreferenced()
    await send('POST', `/deleted-submissions/${record?._id}/restore`)
    expect((await get(url, reviewer)).statusCode).toBe(200)
    await send('DELETE', `/submissions/${record?._id}`)
    await send('DELETE', `/deleted-submissions/${record?._id}`)
    expect((await listStoredKeys()).join()).not.toContain(record?.files[0]?.id)
  })
})
