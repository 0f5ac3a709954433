import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { json } from '#testing/agent-server.ts'
import {
  createProjectClient,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = [
  { key: 'open', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
  { key: 'sealed', title: '密封的问题', checks: [{ kind: 'contains', value: '密封的答案' }], isSealed: true },
]

onEveryDatabase('a run for readers', (app) => {
  let project: PreparedProject
  let token: string
  let run: Run
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
    const path = `/projects/${project.id}`
    const agent = await startTestAgent(json({ choices: [{ message: { content: '3天' }, finish_reason: 'stop' }] }))
    await project.client.send('PUT', `${path}/tasks`, { tasks: TASKS })
    await project.client.send('PUT', `${path}/connections/a`, { kind: 'openai', url: agent.url, secret: 'sk-secret' })
    token = (await project.client.send('POST', `${path}/reader-link`, { days: 30 })).json().data.link.split('#')[1]
    run = (await project.client.send('POST', `${path}/runs`, { repeats: 1 })).json().data
  })

  const visitor = () => createProjectClient(app(), null)
  const read = (path: string, body: object = {}) => visitor().send('POST', `/readings/runs${path}`, { token, ...body })
  async function finish() {
    const engine = app().services.evaluationRuns.createEngine((error) => expect(error).toBeUndefined())
    onTestFinished(() => engine.stop())
    await engine.work()
    await engine.waitUntilIdle()
    await engine.work()
  }

  it('is listed once it has ended', async () => {
    expect((await read('')).json().data).toEqual([])
    expect((await read(`/${run.id}`)).statusCode).toBe(404)
    await finish()
    expect((await read('')).json().data).toMatchObject([{ id: run.id, status: 'finished' }])
  })

  describe('that has ended', () => {
    beforeEach(finish)

    it('counts sealed tasks, but doesn’t show them', async () => {
      const { data } = (await read(`/${run.id}`)).json()
      expect(data).toMatchObject({
        sealedTasks: 1,
        tasks: [{ key: 'open' }],
        cells: [{ task: 'open' }],
        outcomes: { failed: 2 },
        candidates: [{ key: 'a', planned: 2 }],
      })
      expect((await read(`/${run.id}/trials`, { task: 'sealed', candidate: 'a' })).statusCode).toBe(404)
      const failures = (await read(`/${run.id}/failures`)).body
      expect(failures).toContain('回答中的数是3')
      expect(failures).not.toContain('密封')
    })

    it('shows what was said, without the address of the agent', async () => {
      const { data } = (await read(`/${run.id}/trials`, { task: 'open', candidate: 'a' })).json()
      expect(data).toMatchObject([{ reply: '3天', outcome: 'failed', host: '' }])
    })

    it('shows sealed tasks with the report', async () => {
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect((await read(`/${run.id}`)).json().data).toMatchObject({ sealedTasks: 0, tasks: { length: 2 } })
      expect((await read(`/${run.id}/trials`, { task: 'sealed', candidate: 'a' })).json().data).toHaveLength(1)
    })

    it('is hidden while judges read its replies blind', async () => {
      await app().database.write(({ db }) =>
        db
          .insertInto('evaluationGradings')
          .values({ runId: run.id, settingsJson: '{}', openedAt: run.startedAt, closedAt: null, version: 1 })
          .execute(),
      )
      expect((await read('')).json().data).toEqual([])
      expect((await read(`/${run.id}/trials`, { task: 'open', candidate: 'a' })).statusCode).toBe(404)
    })

    it('is read by nobody with another link, or none', async () => {
      const other = await prepareProject(app())
      const link = (await other.client.send('POST', `/projects/${other.id}/reader-link`, { days: 30 })).json().data.link
      for (const otherToken of [link.split('#')[1], 'unknown', undefined]) {
        const replies = ['', '/failures', '/trials'].map((path) =>
          read(`/${run.id}${path}`, {
            token: otherToken,
            ...(path === '/trials' && { task: 'open', candidate: 'a' }),
          }),
        )
        for (const reply of await Promise.all(replies)) expect(reply.statusCode).toBe(404)
      }
    })
  })
})
