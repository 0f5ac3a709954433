import { beforeAll, describe, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import type { ApprovalInfo } from '#contracts/submission-review/approval.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createProducts } from '#testing/factories/products.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CATEGORIES = ['智能体开发平台', '知识库与检索', '智能客服']

onEveryDatabase('submission approval', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    await app().database.write((transaction) =>
      app().services.content.saveInTransaction(transaction, {
        kind: 'products',
        raw: withAllSections('products', { categories: CATEGORIES }),
        actor: null,
      }),
    )
  })

  const call = createApiCaller(app, { basePath: '/api/submissions', getCaller: () => reviewer })
  const approve = (id: string, body: object = {}) => call('PATCH', `/${id}/review`, { status: 'approved', ...body })
  const getApprovalInfo = async (id: string): Promise<ApprovalInfo> =>
    (await call('GET', `/${id}/approval`)).json().data
  const findProduct = (name: string) => app().services.products.findStored(app().database.read, 'agent', name)

  describe('category', () => {
    it('proposes a category of the catalogue, and assigns it by default', async () => {
      const { id } = await createSubmission(app(), { productName: '对话助手' })
      expect(await getApprovalInfo(id)).toMatchObject({ categories: CATEGORIES, suggestedCategory: '智能客服' })
      expect((await approve(id)).statusCode).toBe(200)
      expect((await findProduct('对话助手'))?.product.category).toBe('智能客服')
    })

    it('assigns the chosen category', async () => {
      const { id } = await createSubmission(app(), { productName: '对话平台' })
      expect((await approve(id, { category: '智能体开发平台' })).statusCode).toBe(200)
      expect((await findProduct('对话平台'))?.product.category).toBe('智能体开发平台')
    })

    it('assigns the submission’s own category if none is proposed or chosen', async () => {
      const { id } = await createSubmission(app(), { productName: '采购寻源' })
      expect(await getApprovalInfo(id)).toMatchObject({ suggestedCategory: '' })
      expect((await approve(id)).statusCode).toBe(200)
      expect((await findProduct('采购寻源'))?.product.category).toBe('供应链')
    })

    it.each([
      ['采购比价', { category: '供应链' }, '智能体产品目录中没有这个类别'],
      ['采购对账', { category: ' ' }, '请选择产品类别'],
    ])('rejects %s with %j', async (productName, body, message) => {
      const { id } = await createSubmission(app(), { productName })
      const reply = await approve(id, body)
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path: 'category', message }] })
      expect(await findProduct(productName)).toBeUndefined()
      expect((await call('GET', `/${id}`)).json().data.status).toBe('pending')
    })

    it('publishes contact data only if the reviewer confirms it', async () => {
      const productDescription =
        '排班助手，咨询请加微信：abc_12345，或致电 138 0013 8000；按工时上限与员工偏好生成下周的排班表。'
      const { id } = await createSubmission(app(), { productName: '公开联系方式', productDescription })
      const reply = await approve(id, { category: '智能体开发平台' })
      expect({ status: reply.statusCode, ...reply.json() }).toMatchObject({
        status: 409,
        reason: 'confirmation-required',
        errors: [{ path: 'description', message: expect.stringMatching(/^描述：.*abc_12345.*、138 0013 8000$/) }],
      })
      expect(await findProduct('公开联系方式')).toBeUndefined()
      expect((await approve(id, { category: '智能体开发平台', confirmed: true })).statusCode).toBe(200)
      expect((await findProduct('公开联系方式'))?.product.description).toBe(productDescription)
    })

    it('leaves the approval to a reviewer if contact data would become public', async () => {
      const save = (value: object) =>
        app().database.write((transaction) => app().services.settings.save(transaction, 'content', value))
      await save({ autoApproveProducts: true, requireManualReview: false })
      const { id } = await createSubmission(app(), { productName: '对话热线', website: 'https://wa.me/8613800138000' })
      await save({})
      expect((await call('GET', `/${id}`)).json().data.status).toBe('pending')
    })

    it('leaves the approval to a reviewer if no category is proposed', async () => {
      const save = (value: object) =>
        app().database.write((transaction) => app().services.settings.save(transaction, 'content', value))
      await save({ autoApproveProducts: true, requireManualReview: false })
      const { id } = await createSubmission(app(), { productName: '采购自动' })
      const fitting = await createSubmission(app(), { productName: '对话自动' })
      await save({})
      expect((await call('GET', `/${id}`)).json().data.status).toBe('pending')
      expect((await call('GET', `/${fitting.id}`)).json().data.status).toBe('approved')
    })
  })

  it('lists similar products and submissions, most similar first', async () => {
    await createProducts(app(), 'agent', [
      { name: '考勤云', company: '己公司' },
      { name: '工单 派发', company: '乙公司', isActive: false },
      { name: '工单派遣', company: '丙公司' },
      { name: '毫不相干', company: '丁公司' },
    ])
    await createProducts(app(), 'ai', [{ name: '工单派发' }])
    const other = { companyName: '戊公司' }
    const earlier = await createSubmission(app(), { productName: '工單派發', ...other })
    const deleted = await createSubmission(app(), { productName: '工单派发', ...other })
    await app().services.submissionReview.remove(deleted.id, { ...reviewer, ip: null })
    const { id } = await createSubmission(app(), { productName: '工单派发', companyName: '己有限公司' })
    const approval = await getApprovalInfo(id)
    expect(approval.products.map(({ name, reason, isActive }) => [name, reason, isActive])).toEqual([
      ['工单 派发', 'sameName', false],
      ['工单派遣', 'similarName', true],
      ['考勤云', 'sameCompany', true],
    ])
    expect(approval.submissions[0]).toMatchObject({ _id: earlier.id, reason: 'sameName', status: 'pending' })
    expect(approval.submissions.map(({ _id }) => _id)).not.toContain(deleted.id)
    expect(approval.existing).toBeNull()
  })

  it('is visible only to reviewers', async () => {
    const { id } = await createSubmission(app(), { productName: '谁能看' })
    for (const role of ['viewer', 'editor'] as const) {
      const caller = await createSignedInUser(app(), role)
      expect((await call('GET', `/${id}/approval`, undefined, caller)).statusCode).toBe(403)
    }
    expect((await call('GET', '/nobody/approval')).statusCode).toBe(404)
  })

  describe('with a name that is taken', () => {
    const category = '智能客服'

    it('creates a product under another name', async () => {
      await createProducts(app(), 'agent', [{ name: '巡检' }])
      const { id } = await createSubmission(app(), { productName: '巡检' })
      expect((await approve(id, { category })).statusCode).toBe(409)
      expect((await approve(id, { category, productName: '巡检' })).statusCode).toBe(409)
      const reply = await approve(id, { category, productName: ' 巡检（示例科技） ' })
      expect(reply.statusCode).toBe(200)
      expect((await findProduct('巡检（示例科技）'))?.id).toBe(reply.json().data.productId)
      expect(reply.json().data).toMatchObject({ productName: '巡检', isProductUpdated: false })
      expect((await app().services.audit.listRecentChanges(5, SUPER_ADMIN)).map(({ detail }) => detail)).toContain(
        '通过，产品名称：巡检（示例科技）',
      )
    })

    it('updates the vendor’s fields of the product, and retains the others', async () => {
      const [productId] = await createProducts(app(), 'agent', [
        { name: '质检', slogan: '一句话', price: '面议', rating: 4.2, deploymentTypes: ['SaaS'], description: '旧的' },
      ])
      const { id } = await createSubmission(app(), { productName: '质检', keyFeatures: '甲、乙' })
      const { existing } = await getApprovalInfo(id)
      expect(existing).toMatchObject({ id: productId, version: 1, fields: { description: '旧的' } })
      const reply = await approve(id, { category, updates: { id: productId, version: 1 } })
      expect(reply.json().message).toBe('审核通过，已更新目录中的产品。')
      expect({ status: reply.statusCode, productId: reply.json().data.productId }).toEqual({ status: 200, productId })
      expect(reply.json().data.isProductUpdated).toBe(true)
      expect(await findProduct('质检')).toMatchObject({
        id: productId,
        version: 2,
        product: {
          description: SUBMISSION.productDescription,
          keyCapabilities: ['甲', '乙'],
          deploymentTypes: ['SaaS', '私有化部署'],
          company: SUBMISSION.companyName,
          category,
          slogan: '一句话',
          price: '面议',
          rating: 4.2,
        },
      })
    })

    it('retains the category of an updated product even if the page does not list it', async () => {
      const [productId] = await createProducts(app(), 'agent', [{ name: '质检二', category: '旧分类' }])
      const { id } = await createSubmission(app(), { productName: '质检二' })
      const updates = { id: productId, version: 1 }
      expect((await approve(id, { category: '别的', updates })).statusCode).toBe(400)
      expect((await approve(id, { category: '旧分类', updates })).statusCode).toBe(200)
      expect((await findProduct('质检二'))?.product.category).toBe('旧分类')
    })

    it('rejects updating a product that has changed or was deleted', async () => {
      const [productId = ''] = await createProducts(app(), 'agent', [{ name: '排产' }])
      const { id } = await createSubmission(app(), { productName: '排产' })
      const update = (updates: object) => approve(id, { category, updates })
      const replies = [await update({ id: productId, version: 2 }), await update({ id: 'nobody', version: 1 })]
      expect(replies.map(toResult)).toMatchObject([
        { status: 409, message: '要更新的产品刚刚被他人修改，请重新核对' },
        { status: 409, message: '要更新的产品已不存在' },
      ])
      expect((await call('GET', `/${id}`)).json().data.status).toBe('pending')
    })

    it('accepts only one of two concurrent updates of the same version', async () => {
      const [productId] = await createProducts(app(), 'agent', [{ name: '验厂' }])
      const both = [
        await createSubmission(app(), { productName: '验厂', keyFeatures: '甲' }),
        await createSubmission(app(), { productName: '验厂', keyFeatures: '乙' }),
      ]
      const replies = await Promise.all(
        both.map(({ id }) => approve(id, { category, updates: { id: productId, version: 1 } })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      const approved = replies.findIndex(({ statusCode }) => statusCode === 200)
      expect(await findProduct('验厂')).toMatchObject({
        version: 2,
        product: { keyCapabilities: [approved === 0 ? '甲' : '乙'] },
      })
    })
  })
})
