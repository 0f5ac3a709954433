import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import { TASKS as TASK_LIMITS } from '#contracts/limits.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { verifySeals } from '#contracts/rules/evaluation/seal.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import {
  createProjectClient,
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { answer, completeRun, connectAgent } from '#testing/factories/evaluation-runs.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

const SECRET_TEXT = '密题：退款几天到账'
const TASKS = [
  { key: 'open', title: '公开的题' },
  { key: 'q1', title: `${SECRET_TEXT}？`, isSealed: true, checks: [{ kind: 'number', value: 7 }] },
]

onEveryDatabase('seals', (app) => {
  let project: PreparedProject
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    // Engines ask for all runs.
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
    await saveTasks(TASKS)
  })

  const saveTasks = (tasks: object[]) => project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
  const seal = () => project.client.send('POST', `/projects/${project.id}/seals`)
  const read = async (): Promise<ProjectView> => (await project.client.get(project.id)).json().data
  const startRun = (body: object = {}) => project.client.send('POST', `/projects/${project.id}/runs`, body)
  async function finish(): Promise<ReportReply> {
    const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
    return (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
  }

  it('publish a hash and its time, and nothing else', async () => {
    const { data } = (await seal()).json()
    expect(data).toEqual([
      {
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        sealedAt: expect.any(String),
        questions: 1,
        openedAt: null,
        isCurrent: true,
      },
    ])
    expect((await read()).seals).toEqual(data)
  })

  it('stay as they are if nothing has changed, and get a new one if something has', async () => {
    const [first] = (await seal()).json().data
    expect((await seal()).json().data).toEqual([first])
    await saveTasks([{ ...TASKS[0], title: '另一道公开的题' }, TASKS[1] ?? {}])
    expect((await read()).seals).toMatchObject([{ isCurrent: true }])
    await saveTasks([TASKS[0] ?? {}, { ...TASKS[1], weight: 2 }])
    expect((await read()).seals).toMatchObject([{ isCurrent: false }])
    app().clock.advance(1_000)
    expect((await seal()).json().data).toMatchObject([
      { hash: first.hash, isCurrent: false },
      { hash: expect.not.stringMatching(first.hash), isCurrent: true },
    ])
  })

  it('hold again once the questions are as they were sealed', async () => {
    const [first] = (await seal()).json().data
    await saveTasks([TASKS[0] ?? {}, { ...TASKS[1], weight: 2 }])
    app().clock.advance(1_000)
    await seal()
    await saveTasks(TASKS)
    const expected = [{ hash: first.hash, isCurrent: true }, { isCurrent: false }]
    expect((await read()).seals).toMatchObject(expected)
    expect((await seal()).json().data).toMatchObject(expected)
  })

  it('say what to do above their limit', async () => {
    const row = {
      projectId: project.id,
      hash: '0'.repeat(64),
      nonceEncrypted: '',
      questionsJson: '[]',
      contentHash: '',
      count: 1,
      sealedAt: '2026-11-01T00:00:00.000Z',
      openedAt: null,
    }
    const rows = Array.from({ length: TASK_LIMITS.seals }, (_, index) => ({ ...row, id: `${project.id}-${index}` }))
    await app().database.write(({ db }) => db.insertInto('evaluationSeals').values(rows).execute())
    expect(toResult(await seal())).toMatchObject({ status: 409, message: expect.stringContaining('另建项目') })
    await app().database.write(({ db }) => db.deleteFrom('evaluationSeals').execute())
  })

  it('need a sealed task, and a project without a report', async () => {
    await saveTasks([TASKS[0] ?? {}])
    expect(toResult(await seal())).toMatchObject({ status: 409, message: expect.stringContaining('还没有密封的题目') })
    await finishScoring(project)
    await finish()
    expect((await seal()).statusCode).toBe(409)
  })

  it('appear to judges and readers, who see no sealed question anywhere', async () => {
    const { hash } = (await seal()).json().data[0]
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    await completeRun(app(), project)
    await project.client.changeStatus(project.id, 'scoring')
    const { link } = (await project.client.send('POST', `/projects/${project.id}/reader-link`, {})).json().data
    const opened = await project.guest.open(project.judge.access)
    const reading = await project.guest.send('POST', '/readings', { token: link.split('#')[1] })
    const judging: Judging = opened.json().data
    expect(judging.seals).toMatchObject([{ hash, questions: 1 }])
    expect(reading.json().data.seals).toEqual(judging.seals)
    for (const { body } of [opened, reading]) expect(body).not.toContain(SECRET_TEXT)
    const stranger = createProjectClient(app(), (await prepareProject(app())).owner)
    for (const path of ['', '/runs', '/export', '/tasks/export'])
      expect((await stranger.send('GET', `/projects/${project.id}${path}`)).statusCode).toBe(404)
    expect((await stranger.send('POST', `/projects/${project.id}/seals`)).statusCode).toBe(404)
  })

  it('store the nonce encrypted, which is encrypted again after APP_SECRET was replaced', async () => {
    await seal()
    const { database, clock, dataDir } = app()
    const readNonce = () =>
      database.read
        .selectFrom('evaluationSeals')
        .select('nonceEncrypted')
        .where('projectId', '=', project.id)
        .executeTakeFirstOrThrow()
    const before = await readNonce()
    expect(before.nonceEncrypted).toMatch(/^v1\./)
    const { seals } = createServices({
      database,
      clock,
      fileStore: openFileStore({ s3: undefined, folder: dataDir }),
      appSecret: 'another secret of 32 letters or more',
      previousSecrets: [testConfig().appSecret ?? ''],
    }).evaluationProjects
    expect(await seals.reencryptSecrets()).toBeGreaterThan(0)
    expect(await seals.reencryptSecrets()).toBe(0)
    expect(await readNonce()).not.toEqual(before)
    // With the earlier secret alone, the nonce is lost, and the report says so.
    await finishScoring(project)
    expect((await finish()).data.seals).toMatchObject([{ nonce: null }])
    await database.write(({ db }) => db.deleteFrom('evaluationSeals').execute())
  })

  describe('a run of sealed tasks', () => {
    beforeEach(async () => {
      const agent = await startTestAgent(answer('7天'))
      await connectAgent(project, 'a', agent.url)
    })

    it('is refused if the tasks were changed after they were sealed', async () => {
      await seal()
      await saveTasks([TASKS[0] ?? {}, { ...TASKS[1], title: '更容易的题' }])
      expect(toResult(await startRun())).toMatchObject({
        status: 409,
        message: expect.stringMatching(/^密封的题目在2026-11-21 .*密封之后改动过，或已随报告公开，请重新密封后再运行$/),
      })
      expect((await startRun({ tasks: ['open'] })).statusCode).toBe(200)
    })

    it('is named with its seal in the report, which opens nonce and questions', async () => {
      const { hash } = (await seal()).json().data[0]
      await completeRun(app(), project)
      await finishScoring(project)
      const { data } = await finish()
      expect(data.runs?.runs).toMatchObject([{ seal: hash }])
      const [opened] = data.seals ?? []
      expect(opened).toMatchObject({ hash, nonce: expect.stringMatching(/^[\da-f]{64}$/), questions: [{ key: 'q1' }] })
      const text = `${opened?.nonce}${toCanonicalJson(opened?.questions)}`
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
      expect(await verifySeals(data)).toMatchObject([{ result: 'matches' }])
    })

    it('is refused under a seal that a report has opened', async () => {
      await seal()
      await finishScoring(project)
      await finish()
      await project.client.changeStatus(project.id, 'review', '补测')
      expect((await read()).seals).toMatchObject([{ openedAt: expect.any(String), isCurrent: false }])
      expect((await startRun()).statusCode).toBe(409)
    })

    it('has no trial asked again or more often under a seal that a report has opened', async () => {
      await seal()
      const { id } = await completeRun(app(), project)
      await finishScoring(project)
      await finish()
      await project.client.changeStatus(project.id, 'review', '补测')
      const path = `/projects/${project.id}/runs/${id}`
      for (const reply of [
        await project.client.send('POST', `${path}/repeats`, { repeats: 3 }),
        await project.client.send('POST', `${path}/retry`),
      ])
        expect(toResult(reply)).toMatchObject({ status: 409, message: PROJECT_MESSAGES.sealOpened })
    })

    it('needs no seal', async () => {
      const run = await completeRun(app(), project)
      expect(run.status).toBe('finished')
      await finishScoring(project)
      const { data } = await finish()
      expect(data.runs?.runs).toMatchObject([{ seal: null }])
      expect(data).not.toHaveProperty('seals')
    })
  })
})
