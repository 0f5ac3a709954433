import { beforeAll, describe, expect, it } from 'vitest'
import { brandingCalls } from '#contracts/branding/calls.ts'
import { buildCallUrl } from '#contracts/call-url.ts'
import { documentCalls, editingCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { DELETED_USER_NAME } from '#contracts/identity/user-reference.ts'
import { leadCalls } from '#contracts/leads/calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { AI_PRODUCT_CATEGORIES, PRICE_TIERS } from '#contracts/vocabulary.ts'
import { REDACTED } from '#server/platform/contacts/redact-contacts.ts'
import { createImportClient } from '#testing/factories/product-imports.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { bearer, type Caller, createSignedInUser, createUser, PASSWORD, signIn } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

onEveryDatabase('who saved something last', (app) => {
  let anna: Caller
  let bo: Caller
  beforeAll(async () => {
    anna = await createSignedInUser(app(), 'super_admin', 'anna')
    bo = await createSignedInUser(app(), 'super_admin', 'bo')
  })

  let count = 0
  const createName = () => `产品${++count}`
  /** Makes a call that must succeed, a second after the one before. */
  async function call(caller: Caller, method: Method, url: string, payload?: object) {
    app().clock.advance(1_000)
    const reply = await app().server.inject({ method, url, headers: caller.headers, ...(payload ? { payload } : {}) })
    expect(toResult(reply)).toMatchObject({ status: 200 })
    return reply.json().data
  }
  const read = async (url: string, { headers } = anna) => (await app().server.inject({ url, headers })).json().data
  const byBo = () => ({ createdAt: app().clock.now().toISOString(), createdBy: { id: bo.id, name: 'bo' } })

  describe('for a product', () => {
    const catalogue = 'agent'
    const getUrl = (id: string) => buildCallUrl(catalogueCalls.get, { params: { catalogue, id } })
    const bulkUrl = buildCallUrl(catalogueCalls.changeMany, { params: { catalogue } })
    const readAuthorship = (id: string, caller?: Caller) =>
      read(buildCallUrl(catalogueCalls.getAuthorship, { params: { catalogue, id } }), caller)
    const importClient = createImportClient(app, () => bo, catalogue)
    const importSlogan = (name: string) => importClient.importFile(`名称,标语\n${name},新\n`)
    const saveDocument = async (name: string, slogan: string) => {
      const { data } = (await app().server.inject({ url: documentCalls.products.path, headers: bo.headers })).json()
      const products = data.products.map((product: { name: string }) =>
        product.name === name ? { ...product, slogan } : product,
      )
      await call(bo, 'PUT', documentCalls.products.path, withAllSections('products', { ...data, products }))
    }
    const review = (id: string, body: object) =>
      call(bo, 'PATCH', buildCallUrl(submissionReviewCalls.decide, { params: { id } }), body)

    it.each<[string, (id: string, name: string) => Promise<unknown>]>([
      ['the editor', (id) => call(bo, 'PUT', getUrl(id), { slogan: '新' })],
      ['the document', (_, name) => saveDocument(name, '新')],
      ['a bulk action', (id) => call(bo, 'POST', bulkUrl, { action: 'deactivate', ids: [id] })],
      [
        'the undo of a bulk action',
        async (id) => {
          const { previous } = await call(anna, 'POST', bulkUrl, { action: 'setCategory', category: '客服', ids: [id] })
          await call(bo, 'POST', bulkUrl, { action: 'undoCategory', current: '客服', previous })
        },
      ],
      ['an import', (_, name) => importSlogan(name)],
      [
        'the undo of an import',
        async (_, name) => {
          const { id } = await importSlogan(name)
          app().clock.advance(1_000)
          await importClient.undo(id)
        },
      ],
      [
        'the moderation of a review',
        async (id) => {
          const reviews = [{ user: '陈女士', rating: 4, date: '2026-11-20', comment: `${id}好用` }]
          await call(anna, 'PUT', getUrl(id), { reviews })
          const records = await read('/api/reviews')
          const record = records.find(({ comment }: { comment: string }) => comment === `${id}好用`)
          await call(bo, 'PATCH', `/api/reviews/${record.id}`, { status: 'hidden' })
        },
      ],
      [
        'the recycle bin',
        async (id) => {
          await call(anna, 'DELETE', getUrl(id))
          await call(bo, 'POST', buildCallUrl(catalogueCalls.restore, { params: { catalogue, id } }))
        },
      ],
      [
        'the restoration of several',
        async (id) => {
          await call(anna, 'DELETE', getUrl(id))
          await call(bo, 'POST', bulkUrl, { action: 'restore', ids: [id] })
        },
      ],
      [
        'the approval of an update',
        async (id, name) => {
          const submission = await createSubmission(app(), { productName: name })
          const { version } = await app()
            .services.products.findStored(app().database.read, catalogue, id)
            .then(assertStored)
          await review(submission.id, { status: 'approved', updates: { id, version } })
        },
      ],
      [
        'the withdrawal of an approval',
        async (id, name) => {
          const submission = await createSubmission(app(), { productName: name })
          const { version } = await app()
            .services.products.findStored(app().database.read, catalogue, id)
            .then(assertStored)
          const approved = await review(submission.id, { status: 'approved', updates: { id, version } })
          await call(bo, 'POST', buildCallUrl(submissionReviewCalls.withdraw, { params: { id: submission.id } }), {
            version: approved.version,
          })
        },
      ],
    ])('is whoever saved it by %s', async (_, save) => {
      const name = createName()
      const [id = ''] = await createProducts(app(), catalogue, [{ name, slogan: '旧', category: '对话' }])
      await call(anna, 'PUT', getUrl(id), { slogan: '原来的' })
      await save(id, name)
      expect(await readAuthorship(id)).toEqual(byBo())
    })

    it('is whoever created it', async () => {
      const url = buildCallUrl(catalogueCalls.list, { params: { catalogue } })
      const { id } = await call(bo, 'POST', url, { name: createName() })
      expect(await readAuthorship(id)).toEqual(byBo())
    })

    it('is nobody for the sample content', async () => {
      const [id = ''] = await createProducts(app(), catalogue, [{ name: createName() }])
      expect(await readAuthorship(id)).toEqual({ createdAt: app().clock.now().toISOString(), createdBy: null })
    })

    it('has no name once the account is deleted', async () => {
      const leaver = await createSignedInUser(app(), 'editor', 'leaver')
      const { id } = await call(leaver, 'POST', buildCallUrl(catalogueCalls.list, { params: { catalogue } }), {
        name: createName(),
      })
      await call(bo, 'DELETE', buildCallUrl(userCalls.remove, { params: { id: leaver.id } }))
      expect(await readAuthorship(id)).toMatchObject({ createdBy: { id: leaver.id, name: DELETED_USER_NAME } })
    })

    it('is shown to viewers without contact data, and to nobody without the permission', async () => {
      const viewer = await createSignedInUser(app(), 'viewer')
      const reviewer = await createSignedInUser(app(), 'reviewer')
      await createUser(app(), { email: 'caller@example.com', name: '致电13800138000', role: 'editor' })
      const editor = { ...bo, headers: bearer((await signIn(app(), 'caller@example.com')).token) }
      const { id } = await call(editor, 'POST', buildCallUrl(catalogueCalls.list, { params: { catalogue } }), {
        name: createName(),
      })
      expect(await readAuthorship(id, viewer)).toMatchObject({ createdBy: { name: `致电${REDACTED}` } })
      const url = buildCallUrl(catalogueCalls.getAuthorship, { params: { catalogue, id } })
      expect((await app().server.inject({ url, headers: reviewer.headers })).statusCode).toBe(403)
    })

    it('is an error if there is no such product', async () => {
      const url = buildCallUrl(catalogueCalls.getAuthorship, { params: { catalogue, id: 'nothing' } })
      const reply = await app().server.inject({ url, headers: bo.headers })
      expect(toResult(reply)).toMatchObject({ status: 404, message: '产品不存在' })
    })
  })

  it('is named for a lead', async () => {
    const id = await app().services.leads.requestConsultation({
      companyName: '某集团',
      contactName: '陈女士',
      phone: '13800138000',
      email: 'chen@example.com',
      requirements: '选型',
    })
    const url = buildCallUrl(leadCalls.getAuthorship, { params: { id } })
    expect(await read(url)).toMatchObject({ createdBy: null })
    const lead = buildCallUrl(leadCalls.update, { params: { id } })
    await call(bo, 'PATCH', lead, { version: 1, notes: '已致电' })
    expect(await read(url)).toEqual(byBo())
  })

  it('is named for the notes on a submission, its decision and the recycle bin', async () => {
    const { id } = await createSubmission(app(), { productName: '审核记录' })
    const readAuthorship = () => read(buildCallUrl(submissionReviewCalls.getAuthorship, { params: { id } }))
    expect(await readAuthorship()).toMatchObject({ createdBy: null })
    await call(bo, 'PATCH', buildCallUrl(submissionReviewCalls.saveNotes, { params: { id } }), {
      version: 1,
      reviewNotes: '已核实',
    })
    expect(await readAuthorship()).toEqual(byBo())
    await call(anna, 'DELETE', buildCallUrl(submissionReviewCalls.remove, { params: { id } }))
    await call(bo, 'POST', buildCallUrl(submissionReviewCalls.restore, { params: { id } }))
    expect(await readAuthorship()).toEqual(byBo())
    await call(anna, 'PATCH', buildCallUrl(submissionReviewCalls.decide, { params: { id } }), { status: 'rejected' })
    expect(await readAuthorship()).toMatchObject({ createdBy: { name: 'anna' } })
  })

  describe('for a user', () => {
    const readAuthorship = (id: string) => read(buildCallUrl(userCalls.getAuthorship, { params: { id } }))
    const byOwner = (id: string, name: string) => ({ ...byBo(), createdBy: { id, name } })
    const createOwner = async (name: string): Promise<Caller> => {
      const email = `${name}@example.com`
      await call(anna, 'POST', userCalls.create.path, { name, email, role: 'member', password: PASSWORD })
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ isPasswordTemporary: false }).where('email', '=', email).execute(),
      )
      const { user, token } = await signIn(app(), email)
      return { id: user._id, name, role: 'member', headers: bearer(token) }
    }

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['the form', (id) => call(bo, 'PUT', buildCallUrl(userCalls.update, { params: { id } }), { company: '新公司' })],
      ['a status', (id) => call(bo, 'PATCH', `/api/users/${id}/status`, { status: 'inactive' })],
      ['a password', (id) => call(bo, 'PATCH', `/api/users/${id}/reset-password`, { newPassword: 'another horse' })],
    ])('is the administrator who changed it by %s', async (kind, change) => {
      const { id } = await createOwner(`owner-${kind.replaceAll(' ', '-')}`)
      expect(await readAuthorship(id)).toMatchObject({ createdBy: { name: 'anna' } })
      await change(id)
      expect(await readAuthorship(id)).toEqual(byBo())
    })

    it('is the owner after a change of the profile or the password', async () => {
      const owner = await createOwner('owner')
      await call(owner, 'PUT', '/api/auth/profile', { name: 'owner', company: '自己的公司' })
      expect(await readAuthorship(owner.id)).toEqual(byOwner(owner.id, 'owner'))
      await call(bo, 'PUT', buildCallUrl(userCalls.update, { params: { id: owner.id } }), { position: '工程师' })
      const { version } = await read(buildCallUrl(userCalls.get, { params: { id: owner.id } }))
      const passwords = { currentPassword: PASSWORD, newPassword: 'another horse' }
      await call(owner, 'PUT', '/api/auth/password', passwords)
      expect(await readAuthorship(owner.id)).toEqual(byOwner(owner.id, 'owner'))
      expect(await read(buildCallUrl(userCalls.get, { params: { id: owner.id } }))).toMatchObject({
        version: version + 1,
      })
    })

    it('is the command line after an operator has reset the password', async () => {
      const { id } = await createOwner('forgetful')
      await app().services.identity.resetPassword('forgetful@example.com')
      expect(await readAuthorship(id)).toEqual(byOwner('command-line', '命令行'))
    })
  })

  it('is named for a part of the settings, which nobody has saved at first', async () => {
    const url = buildCallUrl(settingsCalls.getAuthorship, { params: { part: 'general' } })
    expect(await read(url)).toBeNull()
    const part = buildCallUrl(settingsCalls.updatePart, { params: { part: 'general' } })
    await call(bo, 'PUT', part, { siteName: '明鉴' })
    expect(await read(url)).toEqual(byBo())
  })

  it('is named for the app download', async () => {
    const { path: url } = brandingCalls.getAppDownloadAuthorship
    expect(await read(url)).toBeNull()
    const download = { name: '明鉴', downloadUrl: 'https://example.com/app', description: '', isActive: true }
    await call(bo, 'PUT', brandingCalls.updateAppDownload.path, download)
    expect(await read(url)).toEqual(byBo())
    await call(anna, 'POST', brandingCalls.resetAppDownload.path)
    expect(await read(url)).toMatchObject({ createdBy: { name: 'anna' } })
  })

  it('is named for a document, or for the product of its catalogue that was saved later', async () => {
    const url = buildCallUrl(editingCalls.getAuthorship, { params: { kind: 'ai' } })
    expect(await read(url)).toBeNull()
    await call(anna, 'PUT', documentCalls.ai.path, withAllSections('ai', { products: [] }))
    expect(await read(url)).toMatchObject({ createdBy: { name: 'anna' } })
    await call(bo, 'POST', buildCallUrl(catalogueCalls.list, { params: { catalogue: 'ai' } }), {
      name: createName(),
      category: AI_PRODUCT_CATEGORIES[0],
      price: PRICE_TIERS[0],
    })
    expect(await read(url)).toEqual(byBo())
  })
})

function assertStored<Product>(stored: Product | undefined): Product {
  if (!stored) throw new Error('The product must exist.')
  return stored
}
