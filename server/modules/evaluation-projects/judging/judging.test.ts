import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { JUDGE_LINK_MS } from '#contracts/limits.ts'
import { describeIndependence, describeRenewals } from '#contracts/rules/evaluation/describe-independence.ts'
import {
  createProjectClient,
  type PreparedProject,
  type ProjectClient,
  prepareProject,
  readToken,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { bearer, type Caller, createUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'

const EMAIL_VERIFIED_AT = '2026-11-01T00:00:00.000Z'
const CELL = { candidate: 'a', criterion: 't1' }
const INVALID_LINK = '邀请链接无效、已撤销或已过期，请联系项目负责人'

onEveryDatabase('a judge by link', (app) => {
  let project: PreparedProject
  let judge: ProjectClient
  let access: JudgeCredentials
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    judge = project.guest
    access = project.judge.access
  })
  const startScoring = async () => {
    await project.client.changeStatus(project.id, 'scoring')
    await judge.declare(access)
  }
  const open = async (): Promise<Judging> => (await judge.open(access)).json().data

  it("can't open the project before 打分", async () => {
    const reply = await judge.open(access)
    expect(toResult(reply)).toMatchObject({ status: 409, message: '项目还在设定，负责人开始打分后即可打开' })
    expect((await judge.score(access, { ...CELL, score: 80, grade: 'verified' })).statusCode).toBe(409)
  })

  it('opens the project for scoring and nothing else', async () => {
    await startScoring()
    expect(await open()).toMatchObject({
      project: { id: project.id, status: 'scoring' },
      judge: { id: project.judge.id, name: '李评委', status: 'scoring' },
      judges: [{ name: '李评委' }],
      candidates: [{ key: 'a' }, { key: 'b' }],
      scores: [],
      hasAllScores: false,
    })
    expect((await judge.get(project.id)).statusCode).toBe(401)
  })

  it('has a link that is stored only as a hash', async () => {
    const { read } = app().database
    const row = await read
      .selectFrom('evaluationJudges')
      .selectAll()
      .where('id', '=', project.judge.id)
      .executeTakeFirst()
    expect(JSON.stringify(row)).not.toContain(project.judge.access.token)
    expect(row?.tokenHash).toMatch(/^[\w-]{43}$/)
  })

  it('saves a score with its evidence, and changes it', async () => {
    await startScoring()
    const score = { ...CELL, score: 80, grade: 'verified', note: '实测', links: ['https://example.com/report'] }
    const saved = await judge.score(access, score)
    expect(saved.json().data).toMatchObject({ ...score, version: 1, round: 1, judge: project.judge.id })
    expect((await judge.score(access, { ...score, score: 85, version: 1 })).json().data).toMatchObject({
      score: 85,
      version: 2,
    })
    expect((await open()).scores).toMatchObject([{ score: 85, version: 2 }])
  })

  it.each([
    ['points above 100', { score: 101 }, 'score.score'],
    ['points below 0', { score: -1 }, 'score.score'],
    ['a fractional score', { score: 80.5 }, 'score.score'],
    ['an unknown criterion', { criterion: 'x' }, 'score.criterion'],
    ['an unknown candidate', { candidate: 'x' }, 'score.candidate'],
    ['an unknown grade', { grade: 'x' }, 'score.grade'],
    ['a script link', { links: ['javascript:alert(1)'] }, 'score.links.0'],
  ])("can't save %s", async (_, fields, path) => {
    await startScoring()
    const reply = await judge.score(access, { ...CELL, score: 80, grade: 'verified', ...fields })
    expect({ status: reply.statusCode, path: reply.json().errors[0].path }).toEqual({ status: 400, path })
  })

  it("can't overwrite a score from a second tab", async () => {
    await startScoring()
    await judge.score(access, { ...CELL, score: 80, grade: 'verified' })
    await judge.score(access, { ...CELL, score: 85, grade: 'verified', version: 1 })
    const stale = await judge.score(access, { ...CELL, score: 10, grade: 'claimed', version: 1 })
    expect(toResult(stale)).toMatchObject({ status: 412, message: '这一项已在另一个窗口修改，请核对后再保存' })
    const withoutVersion = await judge.score(access, { ...CELL, score: 10, grade: 'claimed' })
    expect(withoutVersion.statusCode).toBe(412)
    expect((await open()).scores).toMatchObject([{ score: 85, version: 2 }])
  })

  it('saves only one of two concurrent scores of a cell', async () => {
    await startScoring()
    const replies = await Promise.all(
      [60, 70, 80].map((score) => judge.score(access, { ...CELL, score, grade: 'verified' })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
  })

  it("submits, and can't change scores until 复议", async () => {
    await startScoring()
    await judge.score(access, { ...CELL, score: 80, grade: 'verified' })
    expect((await judge.submit(access)).json().data.judge.status).toBe('submitted')
    expect((await judge.submit(access)).statusCode).toBe(200)
    const late = await judge.score(access, { ...CELL, score: 1, grade: 'verified', version: 1 })
    expect(toResult(late)).toMatchObject({ status: 409, message: '评分已提交，复议开始后才能修改' })
  })

  it('revises scores in 复议 with a reason, and retains the first round', async () => {
    await startScoring()
    await judge.score(access, { ...CELL, score: 85, grade: 'verified' })
    await judge.submit(access)
    await project.client.changeStatus(project.id, 'review')
    const withoutReason = await judge.score(access, { ...CELL, score: 70, grade: 'verified' })
    expect(toResult(withoutReason)).toMatchObject({
      status: 400,
      errors: [{ path: 'score.reason', message: '请填写原因' }],
    })
    const revised = await judge.score(access, { ...CELL, score: 70, grade: 'verified', reason: '漏看了压测报告' })
    expect(revised.json().data).toMatchObject({ score: 70, round: 2, version: 1, reason: '漏看了压测报告' })
    expect((await open()).scores).toMatchObject([
      { round: 1, score: 85 },
      { round: 2, score: 70 },
    ])
    const again = await judge.score(access, { ...CELL, score: 72, grade: 'verified', reason: '复测', version: 1 })
    expect(again.json().data).toMatchObject({
      score: 72,
      revisions: [{ score: 70, grade: 'verified', reason: '漏看了压测报告' }],
    })
    const { analysis, firstRound } = (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data
    const getFirst = (part: typeof analysis) => part.candidates.find(({ key }: { key: string }) => key === 'a')
    expect(getFirst(firstRound).criteria.t1).toMatchObject({ mean: 85, judges: 1 })
    const firstCandidate = analysis.candidates.find(({ key }: { key: string }) => key === 'a')
    expect(firstCandidate.criteria.t1).toMatchObject({ mean: 72, judges: 1 })
  })

  it.each(['x', 'x'.repeat(43), 'x'.repeat(200)])("can't open the project with the token %j", async (token) => {
    expect(toResult(await judge.open({ token }))).toMatchObject({ status: 404, message: INVALID_LINK })
  })

  it("can't open the project with an empty token", async () => {
    expect((await judge.open({ token: '' })).statusCode).toBe(400)
  })

  it("can't use a link that was replaced", async () => {
    await startScoring()
    const path = `/projects/${project.id}/judges/${project.judge.id}/link`
    const { link } = (await project.client.send('POST', path)).json().data
    expect((await judge.open(access)).statusCode).toBe(404)
    access = { token: readToken(link) }
    expect((await open()).judge.id).toBe(project.judge.id)
  })

  it('has a link renewed while they score, which the record and the report name', async () => {
    const path = `/projects/${project.id}/judges/${project.judge.id}/link`
    await startScoring()
    const renew = async () => ({ token: readToken((await project.client.send('POST', path)).json().data.link) })
    access = await renew()
    await scoreAll(judge, access)
    access = await renew()
    const { linkRenewals }: ProjectView = (await project.client.get(project.id)).json().data
    expect(describeRenewals([{ name: '李评委' }], linkRenewals)).toEqual([
      expect.stringContaining(`其打分链接由${project.owner.name}（负责人）于`),
    ])
    await judge.submit(access)
    await project.client.changeStatus(project.id, 'review')
    const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    const report = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    const { judges, record }: ReportData = report.data
    expect(record?.filter(({ act }) => act.startsWith('judgeLinkRenewed'))).toMatchObject([
      { act: 'judgeLinkRenewed', subject: '李评委' },
      { act: 'judgeLinkRenewedWhileScoring', subject: '李评委', actor: project.owner.name },
    ])
    expect(describeIndependence(judges, record)).toEqual([
      expect.stringMatching(/^李评委开始打分之后，其打分链接由.*不算独立作出。$/),
    ])
  })

  it("can't use the link after 60 days, but the scores are retained", async () => {
    await startScoring()
    await judge.score(access, { ...CELL, score: 80, grade: 'verified' })
    app().clock.advance(JUDGE_LINK_MS)
    const replies = [
      await judge.open(access),
      await judge.score(access, { ...CELL, score: 1, grade: 'verified', version: 1 }),
      await judge.submit(access),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    const scores = await app()
      .database.read.selectFrom('evaluationScores')
      .select('score')
      .where('projectId', '=', project.id)
      .execute()
    expect(scores).toEqual([{ score: 80 }])
  })
})

onEveryDatabase('several judges', (app) => {
  let project: PreparedProject
  let member: Caller
  let memberClient: ProjectClient
  let memberId = ''
  let email = ''
  let memberCount = 0
  beforeAll(async () => {
    await saveMethod(app())
    await enableMail(app())
  })
  beforeEach(async () => {
    project = await prepareProject(app())
    memberCount += 1
    email = `judge-${memberCount}@example.com`
    await createUser(app(), { email, emailVerifiedAt: EMAIL_VERIFIED_AT })
    member = toCaller(await signIn(app(), email))
    memberClient = createProjectClient(app(), member)
    app().clock.advance(1_000)
    const invited = await project.client.invite(project.id, { name: '王评委', email: ` J${email.slice(1)} ` })
    expect(invited.json().data).toMatchObject({
      judge: { isMember: true, linkExpiresAt: null },
      link: null,
      isMailed: true,
    })
    memberId = invited.json().data.judge.id
    await project.client.changeStatus(project.id, 'scoring')
  })
  const getMemberAccess = () => ({ project: project.id })
  const listMails = async (address: string) => (await listOutbox(app())).filter(({ to }) => to === address)

  /** Lets both judges score every cell and submit, the first one with 90 points and the member with 70. */
  async function moveToReview() {
    for (const [client, access, points] of [
      [project.guest, project.judge.access, 90],
      [memberClient, getMemberAccess(), 70],
    ] as const) {
      await scoreAll(client, access, points)
      await client.submit(access)
    }
    await project.client.changeStatus(project.id, 'review')
  }
  const analyze = async () =>
    (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data.analysis

  it('notifies a member by mail, without a secret', async () => {
    const { outbox } = app().services.mail
    const mails = await listMails(email)
    expect(mails.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      { kind: 'judgeInvitation', subject: '邀请您担任评委：客服选型' },
      { kind: 'judgeReminder', subject: '可以打分了：客服选型' },
    ])
    for (const { id } of mails)
      expect((await outbox.findContent(id))?.html).toContain(`/evaluation/judging?project=${project.id}`)
  })

  it('reminds those who were invited by email address and have not submitted', async () => {
    const remind = (judgeId: string) =>
      project.client.send('POST', `/projects/${project.id}/judges/${judgeId}/reminder`)
    expect(toResult(await remind(memberId))).toMatchObject({ status: 200 })
    const subjects = (await listMails(email)).map(({ subject }) => subject)
    expect(subjects).toContain('请提交评分：客服选型')
    expect(toResult(await remind(project.judge.id))).toMatchObject({ status: 409 })
    const stranger = createProjectClient(app(), member)
    const path = `/projects/${project.id}/judges/${memberId}/reminder`
    expect(toResult(await stranger.send('POST', path))).toMatchObject({ status: 404 })
  })

  it("doesn't reveal whether an email address has an account", async () => {
    const other = await prepareProject(app())
    await createUser(app(), { email: 'known@example.com' })
    const unknown = await other.client.invite(other.id, { name: '李评委', email: 'unknown@example.com' })
    const known = await other.client.invite(other.id, { name: '李评委', email: 'known@example.com' })
    const toComparable = (reply: typeof unknown) => {
      const { judge, ...invitation } = reply.json().data
      return [reply.statusCode, invitation, { ...judge, id: '' }]
    }
    expect(toComparable(unknown)).toEqual(toComparable(known))
    expect(await listMails('unknown@example.com')).toEqual([])
  })

  it('admits a user who verifies the invited email address later', async () => {
    const other = await prepareProject(app())
    const later = 'later@example.com'
    await other.client.invite(other.id, { name: '李评委', email: later })
    const again = await other.client.invite(other.id, { name: '李评委', email: 'Later@Example.com' })
    expect(again.json().errors).toEqual([{ path: 'email', message: '这个邮箱已经邀请过' }])
    const { _id } = await createUser(app(), { email: later })
    const client = createProjectClient(app(), { headers: bearer((await signIn(app(), later)).token) })
    const listOwn = async () => (await client.send('GET', '/projects')).json().data
    expect(await listOwn()).toEqual([])
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ emailVerifiedAt: EMAIL_VERIFIED_AT }).where('id', '=', _id).execute(),
    )
    expect(await listOwn()).toMatchObject([{ id: other.id, role: 'judge' }])
  })

  it('gives the seat of an invited email address to its account only once the address is verified', async () => {
    const other = await prepareProject(app())
    const squatted = 'squatted@example.com'
    const { _id } = await createUser(app(), { email: squatted })
    const client = createProjectClient(app(), { headers: bearer((await signIn(app(), squatted)).token) })
    await other.client.invite(other.id, { name: '李评委', email: squatted })
    expect(await listMails(squatted)).toHaveLength(1)
    expect((await client.send('GET', '/projects')).json().data).toEqual([])
    expect(toResult(await client.open({ project: other.id }))).toMatchObject({
      status: 403,
      message: '请先验证邮箱，再作为评委打分',
      reason: 'email-not-verified',
    })
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ emailVerifiedAt: EMAIL_VERIFIED_AT }).where('id', '=', _id).execute(),
    )
    expect((await client.send('GET', '/projects')).json().data).toMatchObject([{ id: other.id, role: 'judge' }])
    expect((await client.open({ project: other.id })).json().message).toContain('还在设定')
  })

  it('invites each person once, by a valid email address', async () => {
    const again = await project.client.invite(project.id, { name: '王评委', email })
    expect(toResult(again)).toMatchObject({ status: 400, errors: [{ path: 'email', message: '这个邮箱已经邀请过' }] })
    const malformed = await project.client.invite(project.id, { name: '某人', email: 'nobody' })
    expect(toResult(malformed)).toMatchObject({
      status: 400,
      errors: [{ path: 'email', message: '请输入有效的邮箱地址' }],
    })
    expect((await project.client.send('POST', `/projects/${project.id}/judges/${memberId}/link`)).statusCode).toBe(409)
  })

  it('invites a judge by link once if the request is repeated, with the same link', async () => {
    const other = await prepareProject(app())
    const body = { name: '赵评委' }
    const client = createProjectClient(app(), withKey(other.owner))
    const first = (await client.invite(other.id, body)).json().data
    expect((await client.invite(other.id, body)).json().data).toEqual(first)
    const { judges } = (await other.client.get(other.id)).json().data
    expect(judges.map(({ name }: { name: string }) => name).sort()).toEqual(['李评委', '赵评委'])
    await other.client.changeStatus(other.id, 'scoring')
    expect((await other.guest.open({ token: readToken(first.link) })).statusCode).toBe(200)
  })

  it('mails a member once if the request is repeated', async () => {
    const other = await prepareProject(app())
    await createUser(app(), { email: 'once@example.com' })
    const body = { name: '孙评委', email: 'once@example.com' }
    const client = createProjectClient(app(), withKey(other.owner))
    const first = await client.invite(other.id, body)
    expect(first.json().data).toMatchObject({ link: null, isMailed: true })
    expect((await client.invite(other.id, body)).json()).toEqual(first.json())
    expect(await listMails('once@example.com')).toHaveLength(1)
  })

  it('list the projects that they judge, and open them if signed in', async () => {
    expect((await memberClient.send('GET', '/projects')).json().data).toMatchObject([{ id: project.id, role: 'judge' }])
    expect((await memberClient.get(project.id)).statusCode).toBe(404)
    expect((await project.guest.open(getMemberAccess())).statusCode).toBe(404)
    expect((await memberClient.open(getMemberAccess())).json().data.judge.id).toBe(memberId)
  })

  it('hides other judges’ scores before 复议', async () => {
    await scoreAll(project.guest, project.judge.access, 90)
    await project.guest.submit(project.judge.access)
    await scoreAll(memberClient, getMemberAccess(), 70)
    const { scores, judges }: Judging = (await memberClient.open(getMemberAccess())).json().data
    expect(new Set(scores.map(({ judge }) => judge))).toEqual(new Set([memberId]))
    expect(judges).toEqual([{ id: memberId, name: '王评委' }])
    await memberClient.submit(getMemberAccess())
    await project.client.changeStatus(project.id, 'review')
    const opened: Judging = (await memberClient.open(getMemberAccess())).json().data
    expect([opened.hasAllScores, opened.scores.length, opened.judges.map(({ name }) => name).sort()]).toEqual([
      true,
      12,
      ['李评委', '王评委'],
    ])
  })

  it('compares the judges', async () => {
    await moveToReview()
    const analysis = await analyze()
    expect(analysis.candidates).toMatchObject([
      { key: 'a', rank: 1, total: 80, score: 80, recommendation: '推荐' },
      { key: 'b', rank: 2, total: 70, recommendation: '谨慎推荐' },
    ])
    expect(analysis.agreement).toMatchObject({ units: 6, disputed: { length: 6 } })
    expect(analysis.robustness.rankAcceptability.a).toHaveLength(2)
  })

  it('excludes removed judges, but retains their scores, and counts them again once restored', async () => {
    await moveToReview()
    await project.client.send('DELETE', `/projects/${project.id}/judges/${memberId}`)
    expect((await memberClient.open(getMemberAccess())).statusCode).toBe(404)
    const { judges, scores } = (await project.client.get(project.id)).json().data
    expect(judges).toMatchObject([{ status: 'submitted' }, { status: 'removed' }])
    expect(scores).toHaveLength(6)
    const withoutMember = await analyze()
    expect(withoutMember.candidates[0]).toMatchObject({ total: 90 })
    expect(withoutMember.agreement).toMatchObject({ alpha: null, reason: 'noPairs' })
    const rows = await app()
      .database.read.selectFrom('evaluationScores')
      .selectAll()
      .where('judgeId', '=', memberId)
      .execute()
    expect(rows).toHaveLength(6)

    const restore = () => project.client.send('POST', `/projects/${project.id}/judges/${memberId}/restore`)
    expect([(await restore()).statusCode, (await restore()).statusCode]).toEqual([200, 404])
    expect((await memberClient.open(getMemberAccess())).json().data.judge.status).toBe('submitted')
    expect((await analyze()).candidates[0]).toMatchObject({ total: 80 })
  })
})

onEveryDatabase('figures of sparse data', (app) => {
  beforeAll(() => saveMethod(app()))
  const analyze = async ({ client, id }: PreparedProject) =>
    (await client.send('GET', `/projects/${id}/analysis`)).json().data

  it('returns null without scores', async () => {
    const project = await prepareProject(app())
    await project.client.changeStatus(project.id, 'scoring')
    await project.guest.declare(project.judge.access)
    await project.guest.submit(project.judge.access)
    await project.client.changeStatus(project.id, 'review')
    expect(await analyze(project)).toEqual({ analysis: null, firstRound: null, trialAnalysis: null, trialCounts: [] })
  })

  it('returns no NaN for one candidate, one judge and equal scores', async () => {
    const project = await prepareProject(app())
    const { name, setup } = (await project.client.get(project.id)).json().data
    await project.client.update(project.id, { name, setup: { ...setup, candidates: [{ key: 'a', name: '甲' }] } })
    await project.client.changeStatus(project.id, 'scoring')
    await scoreAll(project.guest, project.judge.access, 75)
    await project.guest.submit(project.judge.access)
    await project.client.changeStatus(project.id, 'review')
    const { analysis } = await analyze(project)
    expect(analysis.candidates).toMatchObject([{ rank: 1, total: 75, recommendation: '谨慎推荐', coverage: 1 }])
    expect(analysis.robustness.rankAcceptability).toEqual({ a: [1] })
    expect(JSON.stringify(analysis)).not.toMatch(/NaN|Infinity/)
  })

  it('returns no recommendation if too few criteria are scored, and a veto for a score below the minimum', async () => {
    const project = await prepareProject(app())
    await project.client.changeStatus(project.id, 'scoring')
    const { access } = project.judge
    await project.guest.declare(access)
    for (const [criterion, score] of [
      ['t1', 90],
      ['t2', 50],
      ['m1', 90],
    ] as const)
      await project.guest.score(access, { candidate: 'a', criterion, score, grade: 'verified' })
    await project.guest.score(access, { candidate: 'b', criterion: 't1', score: 90, grade: 'claimed' })
    await project.guest.submit(access)
    await project.client.changeStatus(project.id, 'review')
    const { analysis } = await analyze(project)
    expect(analysis.candidates).toMatchObject([
      { key: 'a', recommendation: '暂不推荐', vetoes: [{ criterion: 't2', mean: 50, minimum: 60 }] },
      { key: 'b', recommendation: null, total: 50, coverage: expect.closeTo(0.4) },
    ])
  })
})
