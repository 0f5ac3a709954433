import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalInfo } from '#contracts/submission-review/approval.ts'
import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import { UPDATABLE_FIELDS } from '#contracts/vendors/updatable-fields.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createPng } from '#testing/factories/pictures.ts'
import { createFilledProduct, createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const VENDOR = 'vendor@changshang.cn'
const DESCRIPTION =
  '为连锁门店的店长自动生成下周排班表，考虑工时上限、员工偏好与客流预测；不做考勤，也不做薪资计算，需要先接入门店系统。'

/** What the form of the product states. */
const FORM_FACTS = [
  createPublicFact('vendor', '厂商一', { grade: 'claimed' }),
  createPublicFact('saas', 'yes', { grade: 'claimed' }),
]

onEveryDatabase('product updates', (app) => {
  let vendor: Caller
  let other: Caller
  let reviewer: Caller
  let editor: Caller
  let productId: string
  let productNumber = 0
  const { save: saveFacts, read: readFacts } = createFactClient(app, () => editor)
  const call = createApiCaller(app, { basePath: '/api/my-products', getCaller: () => vendor })
  const review = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })

  const createMember = async (email: string) => {
    const emailVerifiedAt = '2026-11-21T02:00:00.000Z'
    await createUser(app(), { email, name: '陈厂商', phone: '0571-8888 6666', emailVerifiedAt })
    return toCaller(await signIn(app(), email))
  }
  beforeAll(async () => {
    vendor = await createMember(VENDOR)
    other = await createMember('other@changshang.cn')
    reviewer = await createSignedInUser(app(), 'reviewer')
    editor = await createSignedInUser(app(), 'editor')
  })
  beforeEach(async () => {
    productNumber += 1
    const product = {
      ...createFilledProduct(),
      id: `product-${productNumber}`,
      name: `更新产品${productNumber}`,
      description: DESCRIPTION,
      deploymentTypes: ['公有云', 'SaaS'],
      keyCapabilities: ['排班、换班', '预测'],
      contactEmail: VENDOR,
    }
    const [id = ''] = await createProducts(app(), 'agent', [product])
    productId = id
  })

  const getForm = async (): Promise<ProductUpdateForm> => (await call('GET', `/${productId}/update-form`)).json().data
  const findProduct = () => app().services.products.findStored(app().database.read, 'agent', productId)

  /** Sends an update with these changes of the form. */
  async function send(changes: Partial<ProductUpdateForm['values']>, extra: object = {}, caller = vendor) {
    const { values } = await getForm()
    const changedFields = UPDATABLE_FIELDS.filter((field) => changes[field] !== undefined)
    const body = { ...values, agreeToTerms: true, changedFields, ...extra, ...changes }
    return call('POST', `/${productId}/updates`, body, caller)
  }

  /** Returns the only pending submission of the product, as reviewers see it. */
  async function findPending() {
    const { data } = (await review('GET', '/page?status=pending&pageSize=40')).json()
    return data.find(({ update }: { update: { productId: string } | null }) => update?.productId === productId)
  }
  async function sendAndFind(changes: Partial<ProductUpdateForm['values']>) {
    await send(changes)
    return findPending()
  }
  const getApproval = async (id: string): Promise<ApprovalInfo> => (await review('GET', `/${id}/approval`)).json().data

  async function approve(decision: object = {}) {
    const { _id } = await findPending()
    const { existing } = await getApproval(_id)
    const updates = { id: productId, version: existing?.version }
    return review('PATCH', `/${_id}/review`, {
      status: 'approved',
      category: existing?.fields.category,
      updates,
      ...decision,
    })
  }

  it('opens the form with the present values of the product and the member as contact', async () => {
    // A member without earlier submissions.
    const newcomer = await createMember('newcomer@changshang.cn')
    await app().database.write(({ db }) =>
      db.updateTable('products').set({ contactEmail: 'newcomer@changshang.cn' }).where('id', '=', productId).execute(),
    )
    await saveFacts(productId, [...FORM_FACTS, createPublicFact('sso', 'no')])
    expect((await call('GET', `/${productId}/update-form`, undefined, newcomer)).json().data).toMatchObject({
      id: productId,
      values: {
        companyName: '厂商一',
        contactName: '陈厂商',
        contactEmail: 'newcomer@changshang.cn',
        contactPhone: '0571-8888 6666',
        productDescription: DESCRIPTION,
        keyFeatures: '排班、换班、预测',
        deploymentType: 'SaaS',
        website: 'https://example.com/product',
      },
      facts: [
        { attribute: 'vendor', value: '厂商一' },
        { attribute: 'saas', value: 'yes' },
        { attribute: 'sso', value: 'no' },
      ],
      screenshotCount: 1,
      pending: null,
    })
  })

  it('opens the form with the contact of the member’s last submission', async () => {
    await send({ website: 'https://new.example.com', contactName: '赵经理', contactPhone: '010-65529988' })
    expect((await getForm()).values).toMatchObject({ contactName: '赵经理', contactPhone: '010-65529988' })
  })

  it('changes what the vendor changed, and retains everything else of the product', async () => {
    const before = await findProduct()
    const reply = await send({ website: 'https://new.example.com', deploymentType: '混合部署' })
    expect(toResult(reply)).toMatchObject({ status: 200, message: '更新已提交，我们将在3个工作日内完成审核' })
    expect(await findProduct()).toEqual(before)
    expect((await approve()).statusCode).toBe(200)
    expect((await findProduct())?.product).toEqual({
      ...before?.product,
      officialLink: 'https://new.example.com',
      deploymentTypes: ['混合部署', '公有云'],
    })
  })

  it('keeps an editor’s changes of other fields from after the update was sent', async () => {
    await send({ website: 'https://new.example.com' })
    const stored = await findProduct()
    if (!stored) throw new Error('the product does not exist')
    const edited = { ...stored.product, description: `${DESCRIPTION}新版。`, targetUsers: ['酒店'] }
    await app().database.write((transaction) =>
      app().services.products.update(transaction, { catalogue: 'agent', id: productId }, edited, {
        ...editor,
        ip: null,
      }),
    )
    expect((await approve()).statusCode).toBe(200)
    expect((await findProduct())?.product).toEqual({ ...edited, officialLink: 'https://new.example.com' })
  })

  describe('with another contact', () => {
    const NEW_CONTACT = 'new-contact@changshang.cn'
    const canRepresent = async (caller: Caller) =>
      (await call('GET', '', undefined, caller)).json().data.products.some(({ id }: { id: string }) => id === productId)
    const listContactMails = async () =>
      (await listOutbox(app()))
        .filter(({ kind, subject }) => kind === 'vendorContactChanged' && subject.endsWith(`更新产品${productNumber}`))
        .map(({ to, subject }) => ({ to, subject: subject.replace(/产品\d+$/, '产品') }))
        .sort((left, right) => left.to.localeCompare(right.to))
    let newContact: Caller

    beforeAll(async () => {
      await enableMail(app())
      await createUser(app(), { email: NEW_CONTACT, name: '新联系人', emailVerifiedAt: '2026-11-21T02:00:00.000Z' })
      newContact = toCaller(await signIn(app(), NEW_CONTACT))
    })

    it('keeps the contact unless the reviewer accepts the new one', async () => {
      await send({ website: 'https://new.example.com', contactEmail: NEW_CONTACT })
      expect((await approve()).statusCode).toBe(200)
      expect((await findProduct())?.product).toMatchObject({
        officialLink: 'https://new.example.com',
        contactEmail: VENDOR,
      })
      expect([await canRepresent(vendor), await canRepresent(newContact)]).toEqual([true, false])
      expect(await listContactMails()).toEqual([])
    })

    it('lets an accepted contact represent the product instead of the previous one, and informs both', async () => {
      await send({ contactEmail: NEW_CONTACT })
      expect((await approve({ acceptsContact: true })).statusCode).toBe(200)
      expect([await canRepresent(vendor), await canRepresent(newContact)]).toEqual([false, true])
      expect(await listContactMails()).toEqual([
        { to: NEW_CONTACT, subject: '您的邮箱现在代表更新产品' },
        { to: VENDOR, subject: '您的邮箱不再代表更新产品' },
      ])
    })

    it('never lets another submission of the same name change the contact by itself', async () => {
      const { id } = await createSubmission(app(), {
        productName: `更新产品${productNumber}`,
        contactEmail: NEW_CONTACT,
      })
      const updates = { id: productId, version: 1 }
      const reply = await review('PATCH', `/${id}/review`, { status: 'approved', category: '其他', updates })
      expect(toResult(reply)).toMatchObject({ status: 200 })
      expect([await canRepresent(vendor), await canRepresent(newContact)]).toEqual([true, false])
    })

    it('takes the representation away if an editor changes the contact, and informs both', async () => {
      const url = `/api/products/agent/${productId}`
      const save = (contactEmail: string) =>
        app().server.inject({ method: 'PUT', url, headers: editor.headers, payload: { contactEmail } })
      expect((await save(NEW_CONTACT)).statusCode).toBe(200)
      expect([await canRepresent(vendor), await canRepresent(newContact)]).toEqual([false, true])
      expect((await listContactMails()).map(({ to }) => to)).toEqual([NEW_CONTACT, VENDOR])
      expect((await save('')).statusCode).toBe(200)
      expect([await canRepresent(vendor), await canRepresent(newContact)]).toEqual([false, false])
    })
  })

  it('renames the product, unless another one has the name', async () => {
    const name = `改名产品${productNumber}`
    await createProducts(app(), 'agent', [{ name }])
    await send({ productName: name })
    expect(toResult(await approve())).toMatchObject({ status: 409, message: '产品名称已存在' })
    const { receipt } = (await getForm()).pending ?? { receipt: '' }
    await call('DELETE', `/${productId}/updates/${receipt}`)
    await send({ productName: `${name}二` })
    expect((await approve()).statusCode).toBe(200)
    expect((await findProduct())?.product.name).toBe(`${name}二`)
  })

  it('adds changed facts, and shows reviewers the ones that they replace', async () => {
    await saveFacts(productId, [
      ...FORM_FACTS,
      createPublicFact('sso', 'no', { grade: 'claimed' }),
      createPublicFact('rag', 'yes'),
    ])
    await send({}, { facts: [{ attribute: 'sso', value: 'yes' }] })
    const pending = await findPending()
    expect((await getApproval(pending._id)).existing?.facts).toEqual([
      { attribute: 'sso', type: 'yesNo', value: 'no', isComplete: false, unit: '', grade: 'claimed' },
    ])
    expect((await approve()).statusCode).toBe(200)
    const facts = (await readFacts(productId))
      .json()
      .data.facts.map(({ attribute, value }: { attribute: string; value: unknown }) => [attribute, value])
    expect(facts.toSorted()).toEqual([
      ['rag', 'yes'],
      ['saas', 'yes'],
      ['sso', 'yes'],
      ['vendor', '厂商一'],
    ])
  })

  it('shows reviewers that it is an update, which fields change, and no earlier one as a duplicate', async () => {
    await send({ website: 'https://earlier.example.com' })
    await approve()
    await send({ website: 'https://new.example.com' })
    const { _id, update } = await findPending()
    expect(update).toEqual({ productId, changedFields: ['website'] })
    const approval = await getApproval(_id)
    expect(approval.products.map(({ id }) => id)).not.toContain(productId)
    expect(approval.submissions.filter(({ reason }) => reason === 'sameName')).toEqual([])
    expect(approval.existing).toMatchObject({
      id: productId,
      fields: { name: `更新产品${productNumber}` },
    })
  })

  it('is never approved as a new product or as an update of another one', async () => {
    const [otherId] = await createProducts(app(), 'agent', [{ name: `别的产品${productNumber}` }])
    await send({ website: 'https://new.example.com' })
    const { _id } = await findPending()
    for (const body of [{ productName: '另起一名' }, { updates: { id: otherId, version: 1 } }]) {
      const reply = await review('PATCH', `/${_id}/review`, { status: 'approved', category: '其他', ...body })
      expect(toResult(reply)).toMatchObject({
        status: 409,
        message: '这条提交是对已有产品的更新，只能用来更新那个产品',
      })
    }
  })

  it('waits for a reviewer even if new products are approved automatically', async () => {
    const save = (value: object) =>
      app().database.write((transaction) => app().services.settings.save(transaction, 'content', value))
    await save({ autoApproveProducts: true, requireManualReview: false })
    await send({ productName: `自动改名${productNumber}` })
    await save({})
    expect((await findPending()).status).toBe('pending')
  })

  it('returns the first receipt for a lost reply', async () => {
    const keyed = withKey(vendor)
    const [first, second] = [
      await send({ website: 'https://new.example.com' }, {}, keyed),
      await send({ website: 'https://new.example.com' }, {}, keyed),
    ]
    expect(second.json().data).toEqual(first.json().data)
  })

  describe('while one is pending', () => {
    it('is shown to the vendor, and accepts no second one, not even concurrently', async () => {
      const replies = await Promise.all([
        send({ website: 'https://one.example.com' }),
        send({ website: 'https://two.example.com' }),
      ])
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      const [receipt] = replies.flatMap((reply) => reply.json().data?.receipt ?? [])
      const pending = { receipt, createdAt: '2026-11-21T02:00:00.000Z', isReturned: false }
      expect((await getForm()).pending).toEqual(pending)
      const own = (await call('GET', '')).json().data.products
      expect(own.find(({ id }: { id: string }) => id === productId).pendingUpdate).toEqual(pending)
      expect(toResult(await send({ website: 'https://three.example.com' }))).toMatchObject({
        status: 409,
        message: '这个产品已有一次更新在等待审核或补正，撤回它之后才能再次提交',
      })
    })

    it('is withdrawn by the vendor, who gets back what was changed', async () => {
      await send({ website: 'https://new.example.com' }, { facts: [{ attribute: 'sso', value: 'yes' }] })
      const { receipt } = (await getForm()).pending ?? { receipt: '' }
      const withdraw = (caller = vendor) => call('DELETE', `/${productId}/updates/${receipt}`, undefined, caller)
      expect((await withdraw(other)).statusCode).toBe(403)
      expect((await withdraw()).json().data).toEqual({
        values: {
          contactName: expect.any(String),
          contactPhone: expect.any(String),
          additionalInfo: '',
          website: 'https://new.example.com',
        },
        facts: [{ attribute: 'sso', value: 'yes', isComplete: false, sourceUrl: '', note: '' }],
        files: [],
        screenshots: [],
      })
      expect(await findPending()).toBeUndefined()
      expect((await send({ website: 'https://two.example.com' })).statusCode).toBe(200)
    })

    it('is returned again if the reply to its withdrawal was lost, also after the next one was sent', async () => {
      await send({ website: 'https://new.example.com' })
      const { receipt } = (await getForm()).pending ?? { receipt: '' }
      const withdraw = () => call('DELETE', `/${productId}/updates/${receipt}`)
      const first = (await withdraw()).json()
      expect((await withdraw()).json()).toEqual(first)
      await send({ website: 'https://two.example.com' })
      const { pending } = await getForm()
      expect((await withdraw()).json()).toEqual(first)
      expect((await getForm()).pending).toEqual(pending)
    })

    it('returns its files when it is withdrawn, which only the next update of the product can contain', async () => {
      const { attachments } = app().services.submissions
      const { key: screenshot } = await attachments.saveScreenshot({ bytes: await createPng(20, 20), name: '界面.png' })
      const { key: file } = await attachments.save({ bytes: Buffer.from('%PDF-1.4\n%%EOF'), name: '手册.pdf' })
      const attached = { files: [file], screenshots: [{ key: screenshot, caption: '看板' }] }
      const receipt = (await send({}, attached)).json().data.receipt
      const withdrawn = (await call('DELETE', `/${productId}/updates/${receipt}`)).json().data
      expect(withdrawn).toMatchObject({
        files: [{ key: file, name: '手册.pdf', size: expect.any(Number) }],
        screenshots: [{ key: screenshot, name: '界面.png', caption: '看板' }],
      })
      const other = await app().server.inject({
        method: 'POST',
        url: '/api/submissions',
        payload: { ...SUBMISSION, ...attached },
      })
      expect(toResult(other)).toMatchObject({ status: 400, errors: [{ path: 'files' }] })
      expect(toResult(await send({}, attached))).toMatchObject({ status: 200 })
      expect((await findPending())?.files.map(({ name }: { name: string }) => name)).toEqual(['手册.pdf', '界面.png'])
    })

    it('can be sent again unchanged after it was withdrawn', async () => {
      const first = (await send({ website: 'https://new.example.com' })).json().data.receipt
      await call('DELETE', `/${productId}/updates/${first}`)
      const second = (await send({ website: 'https://new.example.com' })).json().data.receipt
      expect(second).not.toBe(first)
      expect((await getForm()).pending?.receipt).toBe(second)
    })

    it('is the only one: no other is restored, and no decision on another is taken back', async () => {
      const { _id: approvedId } = await sendAndFind({ website: 'https://one.example.com' })
      await approve()
      const { _id: deletedId, receipt } = await sendAndFind({ website: 'https://two.example.com' })
      await call('DELETE', `/${productId}/updates/${receipt}`)
      await send({ website: 'https://three.example.com' })
      const { version } = (await review('GET', `/${approvedId}`)).json().data
      const conflict = { status: 409, message: '这个产品的另一次更新正在等待审核或补正，请先处理那一次' }
      expect(toResult(await review('POST', `/${approvedId}/review/withdrawal`, { version }))).toMatchObject(conflict)
      const restored = await createApiCaller(app, { basePath: '/api/deleted-submissions', getCaller: () => reviewer })(
        'POST',
        `/${deletedId}/restore`,
      )
      expect(toResult(restored)).toMatchObject(conflict)
    })

    it('can’t be withdrawn once it is decided', async () => {
      await send({ website: 'https://new.example.com' })
      const { receipt } = (await getForm()).pending ?? { receipt: '' }
      await approve()
      expect((await call('DELETE', `/${productId}/updates/${receipt}`)).statusCode).toBe(404)
    })
  })

  it('is refused to others, and for what is not listed', async () => {
    const body = { website: 'https://new.example.com' }
    expect((await send(body, {}, other)).statusCode).toBe(403)
    expect((await call('GET', `/${productId}/update-form`, undefined, other)).statusCode).toBe(403)
    expect((await call('GET', `/${productId}/update-form`, undefined, editor)).statusCode).toBe(403)
    expect((await call('GET', '/nobody/update-form')).statusCode).toBe(404)
    const [hiddenId] = await createProducts(app(), 'agent', [
      { name: `下架产品${productNumber}`, contactEmail: VENDOR, isActive: false },
    ])
    expect((await call('GET', `/${hiddenId}/update-form`)).statusCode).toBe(404)
  })

  it('is refused without a change', async () => {
    expect(toResult(await send({}))).toMatchObject({ status: 400, message: '还没有改动任何内容' })
  })
})
