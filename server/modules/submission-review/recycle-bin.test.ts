import { beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import type { DeletedSubmission, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { createApiCaller } from '#testing/api-caller.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { type Caller, createSignedInUser, SUPER_ADMIN, signIn, toCaller } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('submission recycle bin', (app) => {
  let reviewer: Caller
  let viewer: Caller
  beforeAll(async () => {
    for (const role of ['reviewer', 'viewer'] as const) await createSignedInUser(app(), role)
  })
  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    reviewer = toCaller(await signIn(app(), 'reviewer@example.com'))
    viewer = toCaller(await signIn(app(), 'viewer@example.com'))
  })

  const call = createApiCaller(app, { basePath: '/api', getCaller: () => reviewer })
  const listRecycleBin = async (): Promise<DeletedSubmission[]> =>
    (await call('GET', '/deleted-submissions')).json().data
  const listNames = async (): Promise<string[]> =>
    (await call('GET', '/submissions')).json().map(({ productName }: SubmissionRecord) => productName)
  async function deleteSubmission(productName: string) {
    const submission = await createSubmission(app(), { productName })
    expect((await call('DELETE', `/submissions/${submission.id}`)).statusCode).toBe(200)
    return submission
  }
  const getProgress = (receipt: string) =>
    app().services.submissions.getProgress({ receipt, contactEmail: SUBMISSION.contactEmail })
  const listActions = async (target: string) =>
    (await app().services.audit.listRecentChanges(50, SUPER_ADMIN))
      .filter((entry) => entry.target === target)
      .map(({ action }) => action)

  it('hides a deleted submission, and restores it unchanged', async () => {
    const listOwnNames = async () => (await listNames()).filter((name) => ['在先', '误删', '在后'].includes(name))
    await createSubmission(app(), { productName: '在先' })
    const { id, receipt } = await deleteSubmission('误删')
    await createSubmission(app(), { productName: '在后' })
    expect((await listRecycleBin())[0]).toEqual({
      _id: id,
      receipt,
      productName: '误删',
      companyName: SUBMISSION.companyName,
      status: 'pending',
      deletedAt: app().clock.now().toISOString(),
      purgedAt: new Date(app().clock.now().getTime() + RECYCLE_BIN_DAYS * DAY_MS).toISOString(),
    })
    expect(await listOwnNames()).toEqual(['在后', '在先'])
    const searchReply = (await call('GET', '/submissions/page?search=误删')).json()
    expect(searchReply.data).toEqual([])
    expect((await call('GET', `/submissions/${id}`)).statusCode).toBe(404)
    await expect(getProgress(receipt)).rejects.toMatchObject({ code: 'notFound' })

    const reply = await call('POST', `/deleted-submissions/${id}/restore`)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '提交已恢复' })
    expect(await listOwnNames(), 'in its former place').toEqual(['在后', '误删', '在先'])
    expect((await getProgress(receipt)).status).toBe('pending')
    expect((await listRecycleBin()).map(({ _id }) => _id)).not.toContain(id)
    expect(await listActions('误删')).toEqual(['submission.restore', 'submission.remove'])
  })

  it('permanently deletes a submission', async () => {
    const { id } = await deleteSubmission('不要了')
    const reply = await call('DELETE', `/deleted-submissions/${id}`)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '提交已彻底删除' })
    expect((await call('POST', `/deleted-submissions/${id}/restore`)).json().message).toBe('回收站中没有这条提交')
    expect(await listActions('不要了')).toEqual(['submission.purge', 'submission.remove'])
  })

  it('rejects purging a submission that is not in the recycle bin', async () => {
    const { id } = await createSubmission(app(), { productName: '还在' })
    expect((await call('DELETE', `/deleted-submissions/${id}`)).statusCode).toBe(404)
    expect((await call('POST', `/deleted-submissions/${id}/restore`)).statusCode).toBe(404)
    expect((await call('GET', `/submissions/${id}`)).statusCode).toBe(200)
  })

  it('either restores or deletes a submission on concurrent requests', async () => {
    const { id } = await deleteSubmission('两难')
    const actions = ['restore', 'delete', 'restore', 'delete']
    const replies = await Promise.all(
      actions.map((action) =>
        action === 'restore'
          ? call('POST', `/deleted-submissions/${id}/restore`)
          : call('DELETE', `/deleted-submissions/${id}`),
      ),
    )
    const successIndex = replies.findIndex(({ statusCode }) => statusCode === 200)
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404])
    expect((await call('GET', `/submissions/${id}`)).statusCode).toBe(actions[successIndex] === 'restore' ? 200 : 404)
  })

  it('is readable by viewers, without contact data', async () => {
    await deleteSubmission('可见')
    const { body } = await call('GET', '/deleted-submissions', undefined, viewer)
    expect(body).toContain('可见')
    expect(body).not.toMatch(/王敏|Wang\.Min|8888/)
  })

  it('is changed only by reviewers', async () => {
    const { id } = await deleteSubmission('权限')
    expect((await call('POST', `/deleted-submissions/${id}/restore`, undefined, viewer)).statusCode).toBe(403)
    expect((await call('DELETE', `/deleted-submissions/${id}`, undefined, viewer)).statusCode).toBe(403)
    expect(
      (await call('GET', '/deleted-submissions', undefined, await createSignedInUser(app(), 'editor'))).statusCode,
    ).toBe(403)
  })

  it('is purged after the retention period', async () => {
    const { recycleBin } = app().services.submissions
    const { id, receipt } = await deleteSubmission('过期')
    app().clock.advance(RECYCLE_BIN_DAYS * DAY_MS)
    await recycleBin.purgeExpired()
    expect((await recycleBin.list(1)).items.map(({ _id }) => _id)).toContain(id)
    app().clock.advance(1)
    await recycleBin.purgeExpired()
    expect((await recycleBin.list(1)).items).toEqual([])
    await expect(getProgress(receipt)).rejects.toMatchObject({ code: 'notFound' })
    const entries = await app().services.audit.listRecentChanges(50, SUPER_ADMIN)
    expect(entries.find(({ target }) => target === '过期')).toMatchObject({ action: 'submission.purge', user: null })
  })
})
