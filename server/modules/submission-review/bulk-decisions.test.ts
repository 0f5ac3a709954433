import { beforeAll, expect, it } from 'vitest'
import { BULK_DECISIONS_MAX } from '#contracts/limits.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createFilledProduct, createProducts } from '#testing/factories/products.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit, listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

onEveryDatabase('bulk decisions on submissions', (app) => {
  let reviewer: Caller
  let colleague: Caller
  let number = 0
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    colleague = await createSignedInUser(app(), 'super_admin')
    await enableMail(app())
  })
  const decide = (payload: object, { headers } = reviewer) =>
    app().server.inject({ method: 'POST', url: submissionReviewCalls.decideMany.path, headers, payload })
  const read = (id: string): Promise<SubmissionRecord> => app().services.submissionReview.get(id)
  /** Creates a submission of another company, whose name resembles no other. */
  async function create(productName: string, more: object = {}) {
    number += 1
    const { id } = await createSubmission(app(), { productName, companyName: `公司${number}`, ...more })
    return { id, version: (await read(id)).version }
  }

  it('approves each one like a single decision, and a repeated request once', async () => {
    const items = [await create('甲产品识图'), await create('仓储盘点机器人')]
    const body = { items, status: 'approved' }
    const expected = [
      { id: items[0]?.id, name: '甲产品识图', outcome: 'decided', reason: '' },
      { id: items[1]?.id, name: '仓储盘点机器人', outcome: 'decided', reason: '' },
    ]
    const keyed = withKey(reviewer)
    const reply = await decide(body, keyed)
    expect({ status: reply.statusCode, data: reply.json().data }).toEqual({ status: 200, data: expected })
    const mails = (await listOutbox(app())).length
    const entries = (await listAudit(app())).length
    for (const { id } of items) expect((await read(id)).productId).not.toBeNull()
    expect((await decide(body, keyed)).json().data).toEqual(expected)
    expect(await listOutbox(app())).toHaveLength(mails)
    expect(await listAudit(app())).toHaveLength(entries)
  })

  it('rejects all for one reason, except those that have other notes or were reviewed', async () => {
    const plain = await create('拒绝一')
    const noted = await create('写过意见')
    const { version } = await app().services.submissionReview.saveNotes(
      noted.id,
      { version: noted.version, vendorNotes: '请补充官网' },
      { ...reviewer, role: 'reviewer', ip: null },
    )
    const reviewed = await create('他人先审')
    await decide({ items: [reviewed], status: 'rejected' }, colleague)
    const items = [plain, { ...noted, version }, reviewed, { id: 'absent', version: 1 }]
    const reply = await decide({ items, status: 'rejected', vendorNotes: ' 官网无法访问 ' })
    expect(reply.json().data).toMatchObject([
      { outcome: 'decided' },
      { name: '写过意见', outcome: 'individual', reason: '已写有其他审核意见，请单独审核' },
      { name: '他人先审', outcome: 'failed', reason: '该提交已审核，不能重复审核' },
      { name: '', outcome: 'failed', reason: '提交不存在' },
    ])
    expect(await read(plain.id)).toMatchObject({ status: 'rejected', vendorNotes: '官网无法访问' })
    expect(await read(noted.id)).toMatchObject({ status: 'pending', vendorNotes: '请补充官网' })
  })

  it('leaves those to an individual look that need a choice or a check', async () => {
    await createProducts(app(), 'agent', [{ name: '合同审查能手' }])
    const contact =
      '供应商画像，咨询请致电 138 0013 8000；为采购经理汇总供应商的资质、交付与质量记录，按品类比较，并提示风险。'
    const items = [
      await create('合同审查能手'),
      await create('培训课件生成'),
      await create('培训课件生成'),
      await create('供应商画像', { productDescription: contact }),
    ]
    const results = (await decide({ items, status: 'approved' })).json().data
    expect(results).toMatchObject([
      { outcome: 'individual', reason: '产品名称已存在：目录中已有“合同审查能手”，请选择改名、更新或拒绝' },
      { outcome: 'individual', reason: '疑似与“培训课件生成”重复，请先核对' },
      { outcome: 'individual', reason: '疑似与“培训课件生成”重复，请先核对' },
      { outcome: 'individual', reason: expect.stringContaining('138 0013 8000') },
    ])
    for (const { id } of items) expect((await read(id)).status).toBe('pending')
  })

  it('approves an update of a product, unless it brings another contact', async () => {
    const contactEmail = 'vendor@changshang.cn'
    const products = [
      { ...createFilledProduct(), id: 'update-1', name: '报价单解析', contactEmail },
      { ...createFilledProduct(), id: 'update-2', name: '质检报告归档', contactEmail: 'other@changshang.cn' },
    ]
    await createProducts(app(), 'agent', products)
    const items = [await create('报价单解析', { contactEmail }), await create('质检报告归档', { contactEmail })]
    for (const [index, { id }] of items.entries())
      await app().database.write(({ db }) =>
        db
          .updateTable('submissions')
          .set({ updatesProductId: `update-${index + 1}`, changedFieldsJson: '["productDescription"]' })
          .where('id', '=', id)
          .execute(),
      )
    const body = { items, status: 'approved' }
    const expected = [
      { outcome: 'decided' },
      { outcome: 'individual', reason: '更新中的联系邮箱与产品现有的不同，请单独确认' },
    ]
    const keyed = withKey(reviewer)
    for (const _attempt of [1, 2]) expect((await decide(body, keyed)).json().data).toMatchObject(expected)
    expect(await read(items[0]?.id ?? '')).toMatchObject({ status: 'approved', isProductUpdated: true })
  })

  it('refuses too many, none, and callers who can’t decide', async () => {
    const items = Array.from({ length: BULK_DECISIONS_MAX + 1 }, (_, index) => ({ id: `s${index}`, version: 1 }))
    const [first] = items
    expect(toResult(await decide({ items, status: 'rejected' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'items', message: `一次最多审核${BULK_DECISIONS_MAX}条` }],
    })
    expect(toResult(await decide({ items: [], status: 'rejected' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'items', message: '请选择要审核的条目' }],
    })
    const viewer = await createSignedInUser(app(), 'viewer')
    expect((await decide({ items: [first], status: 'rejected' }, viewer)).statusCode).toBe(403)
  })
})
