import { beforeAll, expect, it } from 'vitest'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { insertSubmissions } from '#testing/bench/submissions.ts'
import { createSubmission } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('submission export', (app) => {
  let reviewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer')
    await createSubmission(app(), { productName: '=cmd()', keyFeatures: '“引号”,逗号' })
    await createSubmission(app(), { productName: '排班助手' })
  })

  const get = (query: string, caller = reviewer) =>
    app().server.inject({ url: `/api/submissions/export?${query}`, headers: caller.headers })

  it('contains the filtered submissions, escapes formulas, and is audited', async () => {
    const reply = await get(`format=csv&status=pending&search=${encodeURIComponent('=cmd')}`)
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/csv; charset=utf-8',
    })
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain('产品提交-2026-11-21.csv')
    const [header, row, end] = reply.body.split('\r\n')
    expect(header).toBe(
      '\ufeff提交时间,回执号,状态,产品名称,更新的内容,分类,部署方式,公司名称,联系人,联系电话,联系邮箱,产品官网,产品描述,目标用户,核心功能,补充信息,产品资料,附件,负责人,截止时间,审核时间,审核人,审核意见,内部备注,更新时间',
    )
    expect(row).toMatch(
      /^2026-11-21 10:00,ZJ-\S+,待审核,'=cmd\(\),,其他,私有化部署,.*王敏,0571-8888 6666,Wang\.Min@example\.com,.*"“引号”,逗号"/,
    )
    expect(end).toBe('')
    expect((await app().services.audit.listRecentChanges(1, SUPER_ADMIN))[0]).toMatchObject({
      action: 'data.export',
      target: '产品提交',
      detail: '1条',
    })
    expect((await get('format=csv&status=rejected')).body.trim().split('\r\n')).toHaveLength(1)
  })

  it('omits contact data for viewers, who cannot search by it', async () => {
    const viewer = await createSignedInUser(app(), 'viewer')
    const { body } = await get('format=csv', viewer)
    expect(body).toContain('排班助手')
    expect(body).not.toMatch(/联系|王敏|Wang\.Min|8888/)
    expect((await get('format=json&search=88886666', viewer)).json()).toEqual([])
  })

  it('exports a spreadsheet', async () => {
    const reply = await get('format=xlsx')
    expect([reply.statusCode, reply.rawPayload.length > 500]).toEqual([200, true])
  })

  it('contains every submission once, newest first, across pages', async () => {
    await insertSubmissions(app().database, 250)
    const exported: SubmissionRecord[] = (await get(`format=json&search=${encodeURIComponent('号科技公司')}`)).json()
    const receipts = Array.from({ length: 250 }, (_, index) => `ZJ-${index}`)
    expect(exported.map(({ receipt }) => receipt)).toEqual(receipts.toReversed())
  })

  it('rejects users without permission', async () => {
    expect((await get('format=csv', await createSignedInUser(app(), 'editor'))).statusCode).toBe(403)
    expect((await app().server.inject('/api/submissions/export')).statusCode).toBe(401)
    expect((await get('format=pdf')).statusCode).toBe(400)
  })
})
