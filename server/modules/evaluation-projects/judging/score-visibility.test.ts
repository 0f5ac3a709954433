import { beforeEach, expect, it } from 'vitest'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import {
  createProjectClient,
  type PreparedProject,
  type ProjectClient,
  prepareProject,
  readToken,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { createMultipart } from '#testing/multipart.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n压测报告')
const MINUTE_MS = 60_000

onEveryDatabase('scores of others', (app) => {
  let count = 0
  let project: PreparedProject
  let late: { id: string; client: ProjectClient; access: JudgeCredentials }
  let fileId = ''

  const invite = async (name: string) => {
    const { judge, link } = (await project.client.invite(project.id, { name })).json().data
    return { id: judge.id, client: createProjectClient(app(), null), access: { token: readToken(link) } }
  }
  const view = async (): Promise<ProjectView> => (await project.client.get(project.id)).json().data
  const openAsLate = async (): Promise<Judging> => (await late.client.open(late.access)).json().data
  const changeStatus = async (to: string, reason = '') => {
    app().clock.advance(MINUTE_MS)
    const reply = await project.client.changeStatus(project.id, to, reason)
    expect(reply.statusCode).toBe(200)
    app().clock.advance(MINUTE_MS)
    return reply.json().data
  }
  const uploadEvidence = async () => {
    const fields = { token: project.judge.access.token, candidate: 'a', criterion: 't1' }
    const { headers, payload } = createMultipart([{ field: 'file', name: '压测.pdf', bytes: PDF }], fields)
    const reply = await app().server.inject({
      method: 'POST',
      url: '/api/evaluation/judging/evidence',
      headers,
      payload,
    })
    return reply.json().data.id
  }
  const downloadEvidence = async (client: ProjectClient, access: JudgeCredentials) =>
    (await client.send('POST', '/judging/evidence/download', { access, file: fileId })).statusCode
  const readReport = async (reportId: string): Promise<ReportData> =>
    (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data.data

  /** A project in 复议 with one judge who has submitted, and one who has begun. */
  beforeEach(async () => {
    await saveMethod(app())
    project = await prepareProject(app(), `owner-${++count}`)
    late = await invite('周评委')
    await changeStatus('scoring')
    await scoreAll(project.guest, project.judge.access, 90)
    fileId = await uploadEvidence()
    await project.guest.submit(project.judge.access)
    await late.client.declare(late.access)
    await late.client.score(late.access, { candidate: 'a', criterion: 't1', score: 40, grade: 'verified' })
    await changeStatus('review')
  })

  it('hides them from a judge who has not submitted, with their evidence, in 复议 and 定稿', async () => {
    for (const status of ['review', 'final']) {
      if (status === 'final') await changeStatus(status)
      const judging = await openAsLate()
      expect(judging).toMatchObject({ hasAllScores: false, judges: [{ id: late.id }], scores: [{ judge: late.id }] })
      expect(await downloadEvidence(late.client, late.access)).toBe(404)
    }
  })

  it('shows them to a judge who has submitted, without those of judges who have not or were removed', async () => {
    const opened: Judging = (await project.guest.open(project.judge.access)).json().data
    expect(opened).toMatchObject({ hasAllScores: true, judges: [{ id: project.judge.id }], scores: { length: 6 } })
    await changeStatus('scoring', '周评委还没有提交')
    await late.client.submit(late.access)
    await changeStatus('review')
    expect((await openAsLate()).judges).toHaveLength(2)
    expect(await downloadEvidence(late.client, late.access)).toBe(200)
    await project.client.send('DELETE', `/projects/${project.id}/judges/${project.judge.id}`)
    expect((await openAsLate()).judges).toMatchObject([{ id: late.id }])
    expect(await downloadEvidence(late.client, late.access)).toBe(404)
  })

  it('records them as seen after submitting, if the project moves back for a late judge', async () => {
    await changeStatus('scoring', '周评委还没有提交')
    await late.client.submit(late.access)
    await changeStatus('review')
    const { reportId } = await changeStatus('final')
    for (const { submittedAt, othersVisibleAt } of (await readReport(reportId)).judges)
      expect(String(othersVisibleAt) > String(submittedAt)).toBe(true)
  })

  it('records them as seen first by a judge who submits after a report', async () => {
    await changeStatus('final')
    await changeStatus('review', '周评委要补充')
    await changeStatus('scoring', '周评委要补充')
    await late.client.submit(late.access)
    await changeStatus('review')
    const { reportId } = await changeStatus('final')
    const judge = (await readReport(reportId)).judges.find(({ id }) => id === late.id)
    expect(String(judge?.othersVisibleAt) < String(judge?.submittedAt)).toBe(true)
  })

  it('hides them from an owner who is a judge and has not submitted, in every view and export', async () => {
    const { read } = app().database
    const owner = await read
      .selectFrom('evaluationProjects')
      .select('ownerId')
      .where('id', '=', project.id)
      .executeTakeFirst()
    await app().database.write(({ db }) =>
      db
        .updateTable('evaluationJudges')
        .set({ userId: owner?.ownerId ?? null })
        .where('id', '=', late.id)
        .execute(),
    )
    expect(await view()).toMatchObject({ scores: [], scoreVisibility: 'untilOwnSubmission' })
    const getJson = async (path: string) => (await project.client.send('GET', `/projects/${project.id}${path}`)).json()
    expect((await getJson('/analysis')).data.analysis).toBeNull()
    expect(await getJson('/export?format=json')).toMatchObject({ project: { scores: [] }, analysis: null })
    expect((await project.client.send('GET', `/projects/${project.id}/evidence/${fileId}`)).statusCode).toBe(404)
    // The report contains all scores that count, even though its owner can't see them yet.
    const { reportId } = await changeStatus('final')
    expect((await readReport(reportId)).scores).toHaveLength(6)
  })

  it('hides them behind the readers’ link until all judges have submitted', async () => {
    const { link } = (await project.client.send('POST', `/projects/${project.id}/reader-link`, {})).json().data
    const read = async () => (await project.guest.send('POST', '/readings', { token: link.split('#')[1] })).json().data
    expect(await read()).toMatchObject({ scores: [], scoreVisibility: 'untilAllSubmitted', analysis: null })
    await project.client.send('DELETE', `/projects/${project.id}/judges/${late.id}`)
    expect(await read()).toMatchObject({ scores: { length: 6 }, scoreVisibility: 'visible' })
    // The removed judge may have the link.
    await project.client.send('POST', `/projects/${project.id}/judges/${late.id}/restore`)
    const { judges } = await view()
    expect(judges.find(({ id }) => id === late.id)?.othersVisibleAt).toEqual(expect.any(String))
  })
})
