import { expect, it } from 'vitest'
import { documentSaveCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { runHousekeeping } from '../../housekeeping.ts'
import { toAppendixKey } from './service.ts'

/** Long after every other retention period has ended. */
const LONG_AFTER_MS = 300 * DAY_MS

onEveryDatabase('deleting unreferenced files', (app) => {
  const saveImage = (key: string) =>
    app().services.files.save({ key, mimetype: 'image/png', originalName: 'image.png', bytes: Buffer.from('image') })
  const isServed = async (key: string) => (await app().server.inject(`${UPLOADS_PREFIX}${key}`)).statusCode === 200
  const listServed = async (keys: readonly string[]) => {
    const served: string[] = []
    for (const key of keys) if (await isServed(key)) served.push(key)
    return served
  }
  const saveCommunityDocument = (sections: JsonObject) =>
    app().database.write((transaction) =>
      app().services.content.saveInTransaction(transaction, {
        kind: 'community',
        raw: withAllSections('community', sections),
        actor: null,
      }),
    )

  it('deletes an unreferenced file only after a day', async () => {
    const { services, clock } = app()
    await saveImage('images/unreferenced.png')
    expect(await services.files.deleteUnreferenced()).toBe(0)
    clock.advance(DAY_MS + 1)
    expect(await services.files.deleteUnreferenced()).toBe(1)
    expect(await isServed('images/unreferenced.png')).toBe(false)
  })

  it('retains the appendix of a published report, whose project may be gone', async () => {
    const { database, services, clock } = app()
    const [kept, unused] = ['published-with-appendix', 'of-no-report'].map(toAppendixKey)
    for (const key of [kept ?? '', unused ?? ''])
      await services.files.save({ key, mimetype: 'application/gzip', originalName: 'a.gz', bytes: Buffer.from('a') })
    const row = { id: 'published-with-appendix', dataJson: '{}', hash: '', signature: '', keyId: '' }
    await database.write(({ db }) => db.insertInto('publishedReports').values(row).execute())
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    const rows = await database.read
      .selectFrom('files')
      .select('key')
      .where('key', 'in', [kept ?? '', unused ?? ''])
      .execute()
    expect(rows).toEqual([{ key: kept }])
  })

  it('retains files that a document, product, setting or QR code refers to', async () => {
    const { database, services, clock } = app()
    const referenced = [
      'avatars/in-document-field.png',
      'images/at-end-of-sentence.png',
      'logos/in-product-field.png',
      'images/in-product-html.png',
      'logo/in-setting.png',
      'qrcodes/in-qr-code.png',
    ]
    for (const key of referenced) await saveImage(key)
    await saveCommunityDocument({
      communityMembers: [{ name: '李', avatar: '/uploads/avatars/in-document-field.png' }],
      overview: { description: '见 /uploads/images/at-end-of-sentence.png.' },
    })
    await createProducts(app(), 'agent', [
      {
        name: '带图片的产品',
        logoUrl: '/uploads/logos/in-product-field.png',
        detailedDescription: '<p><img src="/uploads/images/in-product-html.png"></p>',
      },
    ])
    await database.write(async (transaction) => {
      await services.settings.save(transaction, 'logo', { logoType: 'custom', logoUrl: '/uploads/logo/in-setting.png' })
      await services.qrCodes.create(transaction, {
        type: 'wechat',
        title: '群',
        description: '',
        qrCodeUrl: '/uploads/qrcodes/in-qr-code.png',
        isActive: false,
        contactInfo: { name: '', position: '' },
        displayOrder: 0,
      })
    })
    clock.advance(LONG_AFTER_MS)
    expect(await services.files.deleteUnreferenced()).toBe(0)
    expect(await listServed(referenced)).toEqual(referenced)
  })

  it('retains what only a version of a product shows', async () => {
    const { services, clock, database } = app()
    await saveImage('logos/of-version.png')
    const [id = ''] = await createProducts(app(), 'agent', [
      { name: '换过标志的产品', logoUrl: '/uploads/logos/of-version.png' },
    ])
    await services.products.editing.save(
      { catalogue: 'agent', idOrName: id },
      { logoUrl: '' },
      { actor: { id: 'an-editor', name: '编辑', ip: null }, ifMatch: undefined },
    )
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    expect(await isServed('logos/of-version.png')).toBe(true)
    await database.write(({ db }) => db.deleteFrom('products').where('id', '=', id).execute())
    expect(await services.files.deleteUnreferenced()).toBe(1)
  })

  it('deletes a file whose key is only the beginning of a referenced one', async () => {
    const { services, clock } = app()
    await saveImage('avatars/member.png')
    await saveImage('avatars/member.pn')
    await saveCommunityDocument({ communityMembers: [{ name: '王', avatar: '/uploads/avatars/member.png' }] })
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    expect(await listServed(['avatars/member.png', 'avatars/member.pn'])).toEqual(['avatars/member.png'])
  })

  it('retains a file that only an earlier revision refers to, so that it can be restored', async () => {
    const { services, clock } = app()
    await saveImage('avatars/former-member.png')
    await saveCommunityDocument({ communityMembers: [{ name: '旧', avatar: '/uploads/avatars/former-member.png' }] })
    await saveCommunityDocument({ communityMembers: [] })
    clock.advance(LONG_AFTER_MS)
    await services.files.deleteUnreferenced()
    expect(await isServed('avatars/former-member.png')).toBe(true)
  })

  it('retains both sizes of a screenshot while a product, even a recycled one, refers to it', async () => {
    const { database, services, clock } = app()
    const saveScreenshot = async (caption: string) => {
      const upload = { bytes: await createPng(900, 600), originalName: `${caption}.png` }
      const { url, width, height } = await services.screenshots.save(upload)
      return { url, width, height, caption }
    }
    const referenced = await saveScreenshot('画布')
    const recycled = await saveScreenshot('旧版')
    const unreferenced = await saveScreenshot('未用')
    const { id } = await createSignedInUser(app(), 'reviewer')
    await createProducts(app(), 'ai', [{ name: '有截图', screenshots: [referenced] }])
    const [recycledId = ''] = await createProducts(app(), 'agent', [{ name: '已删除', screenshots: [recycled] }])
    await database.write((transaction) =>
      services.products.remove(transaction, 'agent', recycledId, { id, name: '', ip: null }),
    )
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    const listKeys = ({ url }: { url: string }) =>
      [url, toSmallScreenshot(url)].map((each) => each.slice(UPLOADS_PREFIX.length))
    const retained = [...listKeys(referenced), ...listKeys(recycled)]
    expect(await listServed([...retained, ...listKeys(unreferenced)])).toEqual(retained)
  })

  it('retains a deleted attachment that a revision refers to', async () => {
    let { headers } = await createSignedInUser(app(), 'editor')
    const send = (method: 'PUT' | 'POST', url: string, payload: object) =>
      app().server.inject({ method, url, payload, headers })
    const path = await app().services.files.save({
      key: 'attachments/checklist.txt',
      mimetype: 'text/plain',
      originalName: '清单.txt',
      bytes: Buffer.from('一、准确性'),
    })
    const download = () =>
      app().server.inject(`${evaluationCalls.downloadAttachment.path}?path=${encodeURIComponent(path)}`)
    const saveDocument = (attachments: object[]) =>
      send('PUT', documentSaveCalls.evaluation.path, withAllSections('evaluation', { evaluationTool: { attachments } }))
    await saveDocument([{ filename: '清单.txt', path }])
    await send('POST', uploadCalls.removeAttachment.path, { path })
    await saveDocument([])
    expect((await download()).statusCode).toBe(404)

    app().clock.advance(LONG_AFTER_MS)
    await app().services.files.deleteUnreferenced()
    headers = (await createSignedInUser(app(), 'super_admin')).headers
    const restored = await send('POST', '/api/content/evaluation/revisions/1/restore', {})
    expect(restored.statusCode).toBe(200)
    expect((await download()).body).toBe('一、准确性')
  })

  it('runs on only one of several nodes', async () => {
    const { database, services, clock } = app()
    const runOnThreeNodes = () => Promise.all([1, 2, 3].map(() => runHousekeeping(database, clock, services)))
    const countRuns = async () => (await runOnThreeNodes()).filter((hasRun) => hasRun).length
    expect(await countRuns()).toBe(1)
    expect(await countRuns()).toBe(0)
    clock.advance(HOUR_MS)
    expect(await countRuns()).toBe(1)
  })
})
