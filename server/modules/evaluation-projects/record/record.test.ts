import { beforeEach, describe, expect, it } from 'vitest'
import { describePrivateTarget } from '#contracts/audit/audit.ts'
import type { ActEntry } from '#contracts/evaluation-projects/record.ts'
import { PROJECT_RECORD } from '#contracts/limits.ts'
import {
  createProjectClient,
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { createSignedInUser, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

onEveryDatabase('the record of a project', (app) => {
  let project: PreparedProject
  beforeEach(async () => {
    await saveMethod(app())
    project = await prepareProject(app())
  })
  const read = async (query = ''): Promise<ActEntry[]> =>
    (await project.client.send('GET', `/projects/${project.id}/record${query}`)).json().items

  it('says who did what in which role, newest first, with names and what changed', async () => {
    await finishScoring(project)
    const entries = (await read()).map(({ actor, role, act, subject, detail }) => [actor, role, act, subject, detail])
    const { name } = project.owner
    expect(entries).toEqual([
      [name, 'owner', 'statusChanged', '', '打分 → 复议'],
      ['李评委', 'judge', 'scoresSubmitted', '', ''],
      ['李评委', 'judge', 'interestDeclared', '', '利益冲突0项'],
      ['李评委', 'judge', 'judgingOpened', '', ''],
      [name, 'owner', 'statusChanged', '', '设定 → 打分'],
      [name, 'owner', 'judgeInvited', '李评委', ''],
      [name, 'owner', 'setupSaved', '', '新增候选“甲”；新增候选“乙”'],
      [name, 'owner', 'projectCreated', '', '客服选型'],
    ])
  })

  it('is listed page by page and by kind', async () => {
    for (let count = 0; count < PROJECT_RECORD.perPage; count += 1)
      await project.client.send('POST', `/projects/${project.id}/reader-link`, { days: 30 })
    await project.client.send('DELETE', `/projects/${project.id}/reader-link`)
    const reply = await project.client.send('GET', `/projects/${project.id}/record?kind=access&page=2`)
    expect(reply.json()).toMatchObject({
      items: [{ act: 'readerLinkCreated', detail: '30天有效' }],
      pagination: { totalItems: PROJECT_RECORD.perPage + 1, total: 2 },
    })
    expect((await read('?kind=setup')).map(({ act }) => act)).toEqual(['setupSaved'])
  })

  it('keeps content out of the audit log, which gets the same acts of members', async () => {
    await project.client.send('POST', `/projects/${project.id}/judges`, { name: '王评委' })
    const entries = (await listAudit(app(), 'evaluation.judges')).filter(
      ({ target }) => target === describePrivateTarget(project.id),
    )
    expect(entries.map(({ detail }) => detail)).toEqual(['邀请评委', '邀请评委'])
    expect((await read('?kind=judges'))[0]).toMatchObject({ subject: '王评委' })
  })

  it('records a score that is revised in 复议 once, and never the score', async () => {
    await finishScoring(project)
    const score = { candidate: 'a', criterion: 't1', score: 37, grade: 'verified', reason: '复核' }
    await project.guest.score(project.judge.access, score)
    await project.guest.score(project.judge.access, { ...score, score: 38, version: 1 })
    const entries = await read('?kind=judges')
    expect(entries.filter(({ act }) => act === 'scoreRevised')).toMatchObject([{ detail: '甲，准确性' }])
    expect(JSON.stringify(entries.map(({ detail }) => detail))).not.toMatch(/37|38|80/)
  })

  it('changes nothing in the record if the act fails', async () => {
    const before = await read()
    expect((await project.client.changeStatus(project.id, 'review')).statusCode).toBe(409)
    expect(await read()).toEqual(before)
  })

  it('is signed with the report up to its status change, and tells the hash of the report afterwards', async () => {
    await finishScoring(project)
    await project.client.changeStatus(project.id, 'final')
    const { reportId } = (await project.client.get(project.id)).json().data
    const { data, hash } = (await project.client.send('GET', `/project-reports/${reportId}`)).json().data
    expect(data.record.at(-1)).toMatchObject({ act: 'statusChanged', detail: '复议 → 定稿' })
    expect(data.record).toHaveLength((await read()).length - 1)
    expect((await read())[0]).toMatchObject({ act: 'reportSigned', role: 'platform', detail: `SHA-256 ${hash}` })
  })

  it('is exported as a table, oldest first', async () => {
    const reply = await project.client.send('GET', `/projects/${project.id}/record/export?format=csv`)
    const lines = reply.body.trim().split('\r\n')
    expect(lines[0]).toContain('时间,操作人,身份,操作,说明')
    expect(lines[1]).toContain('负责人,新建项目,客服选型')
    expect(lines).toHaveLength(4)
  })

  it('is hidden from others', async () => {
    const stranger = createProjectClient(app(), await createSignedInUser(app(), 'editor', 'record-stranger'))
    expect((await stranger.send('GET', `/projects/${project.id}/record`)).statusCode).toBe(404)
  })

  describe('of somebody whose account is deleted', () => {
    it('keeps what they did without their name', async () => {
      const email = 'record-judge@example.com'
      const verified = { email, emailVerifiedAt: '2026-11-20T02:00:00.000Z' }
      await createUser(app(), verified)
      const member = toCaller(await signIn(app(), email))
      await project.client.invite(project.id, { name: '赵评委', email })
      await project.client.changeStatus(project.id, 'scoring')
      await createProjectClient(app(), member).open({ project: project.id })
      await app().database.write((transaction) =>
        app().services.evaluationProjects.removeAccountData(transaction, member.id),
      )
      const entries = await read('?kind=judges')
      expect(entries.find(({ act }) => act === 'judgingOpened')).toMatchObject({ actor: '已注销用户', role: 'judge' })
      expect(JSON.stringify(entries)).not.toContain('赵评委')
    })
  })
})
