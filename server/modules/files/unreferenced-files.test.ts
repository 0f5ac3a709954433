import { expect, it } from 'vitest'
import { documentSaveCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { uploadCalls } from '#contracts/uploads/calls.ts'
import { png } from '#testing/factories/pictures.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { runHousekeeping } from '../../housekeeping.ts'

onEveryDatabase('deleting unreferenced files', (app) => {
  const saveFile = (key: string) =>
    app().services.files.save({ key, mimetype: 'image/png', originalName: 'a.png', bytes: Buffer.from('x') })
  const exists = async (key: string) => (await app().server.inject(`/uploads/${key}`)).statusCode === 200

  it('deletes only unreferenced files, after a day', async () => {
    const { database, services, clock } = app()
    const save = (sections: JsonObject) => {
      const raw = withAllSections('community', sections)
      return database.write((transaction) =>
        services.content.save(transaction, { kind: 'community', raw, actor: null }),
      )
    }
    const stored = [
      'avatars/member.png',
      'images/rich.png',
      'logos/product.png',
      'qrcodes/one.png',
      'logo/site.png',
      'images/said.png',
    ]
    for (const key of [...stored, 'images/old.png', 'avatars/former.png', 'avatars/member.pn']) await saveFile(key)
    await save({ communityMembers: [{ name: '旧', avatar: '/uploads/avatars/former.png' }] })
    await save({
      communityMembers: [{ name: '李', avatar: '/uploads/avatars/member.png' }],
      overview: { description: '见 /uploads/images/said.png.' },
    })
    await createProducts(app(), 'agent', [
      {
        name: '甲',
        logoUrl: '/uploads/logos/product.png',
        detailedDescription: '<p><img src="/uploads/images/rich.png"></p>',
      },
    ])
    await database.write(async (transaction) => {
      await services.settings.save(transaction, 'logo', { logoType: 'custom', logoUrl: '/uploads/logo/site.png' })
      await services.community.create(transaction, {
        type: 'wechat',
        title: '群',
        description: '',
        qrCodeUrl: '/uploads/qrcodes/one.png',
        isActive: false,
        contactInfo: { name: '', position: '' },
        displayOrder: 0,
      })
    })

    expect(await services.files.deleteUnreferenced()).toBe(0)
    clock.advance(DAY_MS + 1)
    await saveFile('images/new.png')
    expect(await services.files.deleteUnreferenced()).toBe(2)
    expect([await exists('images/old.png'), await exists('avatars/member.pn')]).toEqual([false, false])
    // A revision that refers to it can still be restored.
    for (const key of [...stored, 'images/new.png', 'avatars/former.png'])
      expect([key, await exists(key)]).toEqual([key, true])

    clock.advance(300 * DAY_MS)
    expect(await services.files.deleteUnreferenced()).toBe(1)
    expect(await exists('images/new.png')).toBe(false)
    for (const key of [...stored, 'avatars/former.png']) expect([key, await exists(key)]).toEqual([key, true])
  })

  it('retains both sizes of a screenshot while a product (even a recycled one) or a revision refers to it', async () => {
    const { database, services, clock } = app()
    const save = async (name: string) => {
      const { url, width, height } = await services.screenshots.save({ bytes: await png(900, 600), originalName: name })
      return { url, width, height, caption: name }
    }
    const [used, recycled, unused] = [await save('画布'), await save('旧版'), await save('未用')]
    await createProducts(app(), 'ai', [{ name: '有截图', screenshots: [used] }])
    const { id } = await createSignedInUser(app(), 'reviewer')
    const actor = { id, name: '', ip: null }
    const [removedId = ''] = await createProducts(app(), 'agent', [{ name: '已删除', screenshots: [recycled] }])
    await database.write((transaction) => services.products.remove(transaction, 'agent', removedId, actor))
    clock.advance(DAY_MS + 1)
    await services.files.deleteUnreferenced()
    const sizes = ({ url }: { url: string }) => [url, toSmallScreenshot(url)].map((address) => address.slice(9))
    for (const key of [...sizes(used), ...sizes(recycled)]) expect([key, await exists(key)]).toEqual([key, true])
    for (const key of sizes(unused)) expect([key, await exists(key)]).toEqual([key, false])
  })

  it('retains a deleted attachment that a revision refers to', async () => {
    let { headers } = await createSignedInUser(app(), 'editor')
    const send = (method: 'PUT' | 'POST', url: string, payload: object) =>
      app().server.inject({ method, url, payload, headers })
    const key = 'attachments/list.txt'
    const path = await app().services.files.save({
      key,
      mimetype: 'text/plain',
      originalName: '清单.txt',
      bytes: Buffer.from('一、准确性'),
    })
    const download = () =>
      app().server.inject(`${evaluationCalls.downloadAttachment.path}?path=${encodeURIComponent(path)}`)
    const save = (attachments: object[]) =>
      send('PUT', documentSaveCalls.evaluation.path, withAllSections('evaluation', { evaluationTool: { attachments } }))
    await save([{ filename: '清单.txt', path }])
    await send('POST', uploadCalls.removeAttachment.path, { path })
    await save([])
    expect((await download()).statusCode).toBe(404)

    for (const days of [2, 300]) {
      app().clock.advance(days * DAY_MS)
      await app().services.files.deleteUnreferenced()
    }
    headers = (await createSignedInUser(app(), 'super_admin')).headers
    const restored = await send('POST', '/api/content/evaluation/revisions/1/restore', {})
    expect(restored.statusCode).toBe(200)
    expect([(await download()).statusCode, (await download()).body]).toEqual([200, '一、准确性'])
  })

  it('runs on only one of several nodes', async () => {
    const { database, services, clock } = app()
    const runAll = () => Promise.all([1, 2, 3].map(() => runHousekeeping(database, clock, services)))
    expect((await runAll()).filter(Boolean)).toHaveLength(1)
    expect((await runAll()).filter(Boolean)).toHaveLength(0)
    clock.advance(HOUR_MS)
    expect((await runAll()).filter(Boolean)).toHaveLength(1)
  })
})
