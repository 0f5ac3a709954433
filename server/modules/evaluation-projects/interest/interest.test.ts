import { beforeAll, beforeEach, expect, it } from 'vitest'
import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { DEFAULT_STATEMENT } from '#contracts/evaluation-projects/default-statement.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { fillPath } from '#contracts/paths.ts'
import { describeInterests } from '#contracts/rules/evaluation/describe-committee.ts'
import {
  createProjectClient,
  type PreparedProject,
  prepareProject,
  readToken,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { bearer, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { createMultipart } from '#testing/multipart.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const CONFLICT = { candidate: 'a', reason: '一年前在甲的厂商任职' }
const BARRED = '您已声明与“甲”有利益冲突，对它回避'

onEveryDatabase('a declaration of interest', (app) => {
  let project: PreparedProject
  let access: JudgeCredentials
  let second: JudgeCredentials
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    access = project.judge.access
    second = { token: readToken((await project.client.invite(project.id, { name: '王评委' })).json().data.link) }
    await project.client.changeStatus(project.id, 'scoring')
  })
  const view = async (): Promise<ProjectView> => (await project.client.get(project.id)).json().data
  const open = async (judge = access): Promise<Judging> => (await project.guest.open(judge)).json().data
  const declare = (conflicts: object[] = [], judge = access) => project.guest.declare(judge, conflicts)
  const score = (candidate: string, fields: object = {}, judge = access) =>
    project.guest.score(judge, { candidate, criterion: 't1', score: 80, grade: 'verified', ...fields })
  const withdraw = (reason = '误填') =>
    project.guest.send('POST', '/judging/withdrawal', { access, withdrawal: { candidate: 'a', reason } })
  const decide = (isConfirmed: boolean, client = project.client) =>
    client.send('POST', `/projects/${project.id}/judges/${project.judge.id}/withdrawal`, {
      candidate: 'a',
      isConfirmed,
      reason: '已核对劳动合同',
    })
  const analyze = async () =>
    (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data.analysis
  const upload = (candidate: string) => {
    const fields = { ...access, candidate, criterion: 't1' }
    const file = { field: 'file', name: '压测.pdf', bytes: Buffer.from('%PDF-1.7\n压测') }
    const { headers, payload } = createMultipart([file], fields)
    return app().server.inject({ method: 'POST', url: '/api/evaluation/judging/evidence', headers, payload })
  }

  it('is required before scores, trials, evidence and submitting', async () => {
    const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'b', isPassed: true }
    const replies = [
      await score('b'),
      await upload('b'),
      await project.guest.send('POST', '/judging/trials', { access, trials: [trial] }),
      await project.guest.submit(access),
    ]
    for (const reply of replies)
      expect(toResult(reply)).toMatchObject({ status: 409, message: '请先确认利益冲突声明，再打分' })
    expect((await open()).interest).toMatchObject({ statement: DEFAULT_STATEMENT, declarations: [] })
    const declared = (await declare()).json().data
    expect(declared.interest.declarations).toMatchObject([
      { judge: project.judge.id, name: '李评委', isCurrent: true, conflicts: [] },
    ])
    expect((await score('b')).statusCode).toBe(200)
  })

  it('is each owner’s own: the view says which is the caller’s, and which seats are', async () => {
    const email = 'second-owner@example.com'
    await createUser(app(), { email, name: '陈共有', emailVerifiedAt: '2026-11-20T02:00:00.000Z' })
    const coOwner = createProjectClient(app(), toCaller(await signIn(app(), email)))
    const ref = { kind: 'project', id: project.id }
    await app().server.inject({
      method: colleagueCalls.invite.method,
      url: fillPath(colleagueCalls.invite.path, ref),
      headers: project.owner.headers,
      payload: { email, role: 'coOwner' },
    })
    const { statementHash } = (await view()).interest
    const path = `/projects/${project.id}/declaration`
    await project.client.send('POST', path, { statementHash, conflicts: [CONFLICT] })
    expect((await coOwner.get(project.id)).json().data).toMatchObject({ ownDeclaration: null, ownSeats: [] })
    await coOwner.send('POST', path, { statementHash, conflicts: [] })
    expect((await coOwner.get(project.id)).json().data.ownDeclaration).toMatchObject({ name: '陈共有', conflicts: [] })
    expect((await view()).ownDeclaration).toMatchObject({ conflicts: [CONFLICT] })
  })

  it('bars the judge from a candidate: scores, evidence and trials of it are refused', async () => {
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: [{ key: 'q1', title: '退款' }] })
    await declare([CONFLICT])
    const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
    const replies = [
      await score('a'),
      await upload('a'),
      await project.guest.send('POST', '/judging/trials', { access, trials: [trial] }),
    ]
    for (const reply of replies) expect(toResult(reply)).toMatchObject({ status: 403, message: BARRED })
    expect((await score('b')).statusCode).toBe(200)
    expect((await upload('b')).statusCode).toBe(200)
  })

  it('leaves out trials that were entered before it, which stay in the record', async () => {
    const tasks = [{ key: 'q1', title: '退款', criterion: 't1' }]
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
    await declare()
    const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
    await project.guest.send('POST', '/judging/trials', { access, trials: [trial] })
    expect((await open()).suggestions).toMatchObject([{ candidate: 'a', criterion: 't1', score: 100 }])
    await declare([CONFLICT])
    expect((await open()).suggestions).toEqual([])
    const { data } = (await project.client.send('GET', `/projects/${project.id}/analysis`)).json()
    expect(data.trialAnalysis).toBeNull()
    expect((await view()).trials).toMatchObject([{ isSetAside: true }])
  })

  it('leaves out the trials of whoever declares it, not those of a namesake; by name only where nobody is known', async () => {
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: [{ key: 'q1', title: '退款' }] })
    const invited = await project.client.invite(project.id, { name: '李评委' })
    const namesake = { token: readToken(invited.json().data.link) }
    for (const judge of [access, namesake]) {
      await declare([], judge)
      const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
      await project.guest.send('POST', '/judging/trials', { access: judge, trials: [trial] })
    }
    const listSetAside = async () => (await view()).trials.map(({ runner, isSetAside }) => [runner, isSetAside])
    await declare([CONFLICT], namesake)
    expect(await listSetAside()).toEqual([
      ['李评委', false],
      ['李评委', true],
    ])
    await app().database.write(({ db }) =>
      db.updateTable('evaluationTrials').set({ runnerId: null }).where('projectId', '=', project.id).execute(),
    )
    expect(await listSetAside()).toEqual([
      ['李评委', true],
      ['李评委', true],
    ])
  })

  it('leaves out the trials of an owner who declares it', async () => {
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: [{ key: 'q1', title: '退款' }] })
    const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
    await project.client.send('POST', `/projects/${project.id}/trials`, { trials: [trial] })
    const { statementHash } = (await view()).interest
    const body = { statementHash, conflicts: [CONFLICT] }
    await project.client.send('POST', `/projects/${project.id}/declaration`, body)
    expect((await view()).trials).toMatchObject([{ isSetAside: true }])
  })

  it('bars an owner from entering and removing trials, and from changing the offer', async () => {
    const path = `/projects/${project.id}`
    await project.client.send('PUT', `${path}/tasks`, { tasks: [{ key: 'q1', title: '退款' }] })
    const trial = { id: crypto.randomUUID(), task: 'q1', candidate: 'a', isPassed: true }
    const add = (fields: object) => project.client.send('POST', `${path}/trials`, { trials: [{ ...trial, ...fields }] })
    const save = (offers: object[]) => project.client.send('PUT', `${path}/offers`, { offers })
    expect((await add({})).statusCode).toBeLessThan(300)
    await save([{ candidate: 'a', price: 100 }])
    const { statementHash } = (await view()).interest
    await project.client.send('POST', `${path}/declaration`, { statementHash, conflicts: [CONFLICT] })
    const replies = [
      await add({ id: crypto.randomUUID() }),
      await project.client.send('DELETE', `${path}/trials/${trial.id}`),
      await save([{ candidate: 'a', price: 90 }]),
      await save([]),
    ]
    for (const reply of replies) expect(toResult(reply)).toMatchObject({ status: 403, message: BARRED })
    expect((await add({ id: crypto.randomUUID(), candidate: 'b' })).statusCode).toBeLessThan(300)
    expect(
      toResult(
        await save([
          { candidate: 'a', price: 100 },
          { candidate: 'b', price: 1 },
        ]),
      ),
    ).toMatchObject({
      status: 200,
    })
  })

  it('bars later, too: scores that were given stay in the record and count no more', async () => {
    for (const judge of [access, second]) await scoreAll(project.guest, judge, judge === access ? 90 : 70)
    for (const judge of [access, second]) await project.guest.submit(judge)
    await project.client.changeStatus(project.id, 'review')
    const getMean = async () => (await analyze()).candidates.find(({ key }: { key: string }) => key === 'a').criteria.t1
    expect(await getMean()).toMatchObject({ mean: 80, judges: 2 })
    await declare([CONFLICT])
    expect(await getMean()).toMatchObject({ mean: 70, judges: 1 })
    const { scores, interest } = await view()
    expect(scores).toHaveLength(12)
    expect(interest.declarations.find(({ judge }) => judge === project.judge.id)).toMatchObject({
      conflicts: [{ ...CONFLICT, name: '甲', withdrawals: [] }],
    })
    // The other candidate still has both judges, and only its units can be compared.
    expect((await analyze()).agreement).toMatchObject({ units: 3 })
    const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    const { data } = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    expect(describeInterests(data)).toContain('利益冲突声明得晚，声明之前给出的3项评分不再计入，留在记录中。')
  })

  it('is withdrawn only if an owner confirms it, which is recorded', async () => {
    await declare([CONFLICT])
    expect(toResult(await decide(true))).toMatchObject({ status: 409, message: '评委没有请求撤回这项利益冲突' })
    expect((await withdraw()).json().data.interest.declarations[0].conflicts[0].withdrawals).toMatchObject([
      { reason: '误填', decision: null },
    ])
    expect(toResult(await withdraw())).toMatchObject({ status: 409 })
    expect((await score('a')).statusCode).toBe(403)
    await decide(false)
    expect((await score('a')).statusCode).toBe(403)
    await withdraw('有劳动合同为证')
    await decide(true)
    expect((await score('a')).statusCode).toBe(200)
    expect((await view()).interest.declarations[0]?.conflicts[0]?.withdrawals).toMatchObject([
      { decision: { isConfirmed: false, by: project.owner.name } },
      { reason: '有劳动合同为证', decision: { isConfirmed: true, reason: '已核对劳动合同' } },
    ])
    // Declared again, it is another conflict.
    await declare([{ ...CONFLICT, reason: '持有股权' }])
    expect((await score('a', { version: 1 })).statusCode).toBe(403)
    expect((await view()).interest.declarations[0]?.conflicts).toHaveLength(2)
  })

  it('isn’t withdrawn by the owner who made it', async () => {
    const { ownerId } = await app()
      .database.read.selectFrom('evaluationProjects')
      .select('ownerId')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    await app().database.write(({ db }) =>
      db.updateTable('evaluationJudges').set({ userId: ownerId }).where('id', '=', project.judge.id).execute(),
    )
    await declare([CONFLICT])
    await withdraw()
    expect(toResult(await decide(true))).toMatchObject({
      status: 403,
      message: '不能确认自己的撤回，请由另一位负责人确认',
    })
  })

  it('follows a person who is removed and invited again, and stays visible', async () => {
    const email = `again-${project.id}@example.com`
    await createUser(app(), { email, emailVerifiedAt: '2026-11-20T02:00:00.000Z' })
    const { token } = await signIn(app(), email)
    const member = createProjectClient(app(), { headers: bearer(token) })
    const seat = { project: project.id }
    const scoreAgain = (version = 0) =>
      member.score(seat, { candidate: 'a', criterion: 't1', score: 80, grade: 'verified', version })
    const invite = async () => (await project.client.invite(project.id, { name: '赵评委', email })).json().data.judge.id
    const remove = (id: string) => project.client.send('DELETE', `/projects/${project.id}/judges/${id}`)
    const first = await invite()
    await member.declare(seat, [CONFLICT])
    await remove(first)
    expect((await view()).interest.declarations).toMatchObject([
      { judge: first, name: '赵评委', isRemoved: true, conflicts: [CONFLICT] },
    ])
    const again = await invite()
    expect(toResult(await scoreAgain())).toMatchObject({ status: 409, message: '请先确认利益冲突声明，再打分' })
    await member.declare(seat)
    expect(toResult(await scoreAgain())).toMatchObject({ status: 403, message: BARRED })
    await member.send('POST', '/judging/withdrawal', { access: seat, withdrawal: { candidate: 'a', reason: '误填' } })
    const decision = { candidate: 'a', isConfirmed: true, reason: '已核对' }
    await project.client.send('POST', `/projects/${project.id}/judges/${again}/withdrawal`, decision)
    expect((await scoreAgain()).statusCode).toBe(200)
    // What an owner confirmed holds for a further seat, too; what was declared meanwhile returns with a restored one.
    await remove(again)
    const third = await invite()
    await member.declare(seat, [{ candidate: 'b', reason: '持股' }])
    expect((await scoreAgain()).statusCode).toBe(200)
    await remove(third)
    await project.client.send('POST', `/projects/${project.id}/judges/${first}/restore`)
    const restored = (await view()).interest.declarations.find(({ judge }) => judge === first)
    expect(restored?.conflicts.map(({ candidate }) => candidate)).toEqual(['a', 'b'])
  })

  it('stays in the report if the judge was removed', async () => {
    await declare([CONFLICT])
    await project.client.send('DELETE', `/projects/${project.id}/judges/${project.judge.id}`)
    await scoreAll(project.guest, second)
    await project.guest.submit(second)
    await project.client.changeStatus(project.id, 'review')
    const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    const { data } = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    expect(data.interest.declarations).toHaveLength(2)
    expect(data.interest.declarations.find(({ name }: { name: string }) => name === '李评委')).toMatchObject({
      isRemoved: true,
      conflicts: [CONFLICT],
    })
  })

  it('names every candidate once, and only those of the project', async () => {
    expect((await declare([CONFLICT, CONFLICT])).json().errors).toMatchObject([
      { path: 'declaration.conflicts.1.candidate' },
    ])
    expect((await declare([{ candidate: 'x', reason: '持股' }])).json().errors).toEqual([
      { path: 'declaration.conflicts.0.candidate', message: '没有这个候选' },
    ])
    expect((await declare([{ candidate: 'a', reason: ' ' }])).json().errors).toEqual([
      { path: 'declaration.conflicts.0.reason', message: '请写明利益关系' },
    ])
  })

  it('is asked again once the statement or the candidates have changed, and conflicts stand', async () => {
    await declare([CONFLICT])
    const stale = (await open()).interest.statementHash
    await project.client.changeStatus(project.id, 'setup', '改声明')
    const { name, setup } = await view()
    await project.client.update(project.id, { name, setup: { ...setup, statement: '我与候选没有关系。' } })
    await project.client.changeStatus(project.id, 'scoring')
    expect(toResult(await score('b'))).toMatchObject({ status: 409, message: '请先确认利益冲突声明，再打分' })
    const declaration = { statementHash: stale }
    const reply = await project.guest.send('POST', '/judging/declaration', { access, declaration })
    expect(toResult(reply)).toMatchObject({ status: 409, message: '声明或候选已改动，请重新核对后确认' })
    expect((await open()).interest).toMatchObject({
      statement: '我与候选没有关系。',
      declarations: [{ isCurrent: false }],
    })
    await declare()
    expect((await score('b')).statusCode).toBe(200)
    expect((await score('a')).statusCode).toBe(403)
  })

  it('is asked of the judges of an earlier project, whose scores stay', async () => {
    await declare([], second)
    expect((await score('a', {}, second)).statusCode).toBe(200)
    const { setup } = await view()
    const { statement: _statement, signing: _signing, ...earlier } = setup
    await app().database.write(async ({ db }) => {
      await db.deleteFrom('evaluationDeclarations').where('projectId', '=', project.id).execute()
      const setupJson = JSON.stringify(earlier)
      await db.updateTable('evaluationProjects').set({ setupJson }).where('id', '=', project.id).execute()
    })
    const opened = await open(second)
    expect(opened.interest).toMatchObject({ statement: DEFAULT_STATEMENT, declarations: [] })
    expect(opened.scores).toHaveLength(1)
    await declare([], second)
    expect((await score('a', { version: 1 }, second)).statusCode).toBe(200)
  })

  it('blocks 复议 and 定稿 if nobody is left who may score a candidate', async () => {
    for (const judge of [access, second]) {
      await declare([CONFLICT], judge)
      for (const criterion of ['t1', 't2', 'm1']) await score('b', { criterion }, judge)
      await project.guest.submit(judge)
    }
    const message = expect.stringMatching(/^“甲”没有可以计入的评委/)
    expect(toResult(await project.client.changeStatus(project.id, 'review'))).toMatchObject({ status: 409, message })
    await withdraw()
    await decide(true)
    expect((await project.client.changeStatus(project.id, 'review')).statusCode).toBe(200)
    await declare([CONFLICT])
    expect(toResult(await project.client.changeStatus(project.id, 'final'))).toMatchObject({ status: 409, message })
  })

  it('is made by an owner who doesn’t judge, and stands in the report with those of the judges', async () => {
    const { statementHash } = (await view()).interest
    const body = { statementHash, conflicts: [{ candidate: 'b', reason: '配偶持股' }] }
    const declared = await project.client.send('POST', `/projects/${project.id}/declaration`, body)
    expect(declared.json().data.interest.declarations).toMatchObject([{ judge: null, name: project.owner.name }])
    await declare([CONFLICT])
    for (const criterion of ['t1', 't2', 'm1']) await score('b', { criterion })
    await scoreAll(project.guest, second)
    for (const judge of [access, second]) await project.guest.submit(judge)
    await project.client.changeStatus(project.id, 'review')
    const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    const report = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    const { interest, analysis }: ReportData = report.data
    expect(interest?.declarations.map(({ name, conflicts }) => [name, conflicts.length])).toEqual(
      expect.arrayContaining([
        [project.owner.name, 1],
        ['李评委', 1],
        ['王评委', 0],
      ]),
    )
    const judges = analysis.candidates.map(({ key, criteria }) => [key, criteria.t1?.judges])
    expect(Object.fromEntries(judges)).toEqual({ a: 1, b: 2 })
  })

  it('shows a judge nothing of others before 复议', async () => {
    await declare([CONFLICT], second)
    await declare()
    expect((await open()).interest.declarations).toMatchObject([{ judge: project.judge.id }])
  })

  it('loses the name of an owner who closes their account, and goes with their project', async () => {
    const { _id } = await createUser(app(), { email: `${project.id}@example.com` })
    const { token } = await signIn(app(), `${project.id}@example.com`)
    const stranger = createProjectClient(app(), { headers: bearer(token) })
    expect((await decide(true, stranger)).statusCode).toBe(404)
    const row = { projectId: project.id, judgeId: null, userId: _id, name: '周负责人', statementHash: 'h' }
    const declaredAt = '2026-11-21T02:00:00.000Z'
    await app().database.write(async (transaction) => {
      await transaction.db
        .insertInto('evaluationDeclarations')
        .values({ ...row, id: project.id, conflictsJson: '[]', declaredAt })
        .execute()
      await app().services.evaluationProjects.removeAccountData(transaction, _id)
    })
    expect((await view()).interest.declarations).toMatchObject([{ judge: null, name: '已注销用户' }])
  })
})
