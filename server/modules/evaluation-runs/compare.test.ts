import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { ComparableRun, RunComparison } from '#contracts/evaluation-runs/comparison.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { calculatePairedInterval } from '#contracts/rules/evaluation/paired-tasks.ts'
import { json, type Respond } from '#testing/agent-server.ts'
import {
  type PreparedProject,
  prepareProject,
  prepareProjectOf,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { completeRun, connectAgent } from '#testing/factories/evaluation-runs.ts'
import { createSignedInUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = Array.from({ length: 6 }, (_item, index) => ({
  key: `q${index}`,
  title: `第${index}问`,
  checks: [{ kind: 'contains', value: '对' }],
}))

onEveryDatabase('a comparison of two runs', (app) => {
  let project: PreparedProject

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
  })

  const saveTasks = (tasks: readonly object[]) => project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
  const compare = (run: Pick<Run, 'id'>, other: string) =>
    project.client.send('GET', `/projects/${project.id}/runs/${run.id}/comparison/${other}`)

  /** Runs all tasks once with a version of a candidate that fails some of them. */
  async function runVersion(model: string, failing: readonly number[], options: object = {}): Promise<Run> {
    const respond: Respond = (reply, request, index) => {
      const isWrong = failing.some((task) => request.body.includes(`第${task}问`))
      return json({ model, choices: [{ message: { content: isWrong ? '错' : '对' } }] })(reply, request, index)
    }
    const agent = await startTestAgent(respond)
    await connectAgent(project, 'a', agent.url)
    const run = await completeRun(app(), project, { repeats: 1, ...options })
    app().clock.advance(1_000)
    return run
  }

  it('says task by task what changed, with the interval of paired proportions', async () => {
    await saveTasks(TASKS)
    const earlier = await runVersion('v1', [0])
    const later = await runVersion('v2', [1, 2, 3])
    const comparison: RunComparison = (await compare(later, earlier.id)).json().data
    expect(comparison).toMatchObject({
      earlier: { id: earlier.id },
      later: { id: later.id },
      changedTasks: [],
      otherTasks: 0,
      candidates: [
        {
          key: 'a',
          name: '甲',
          earlier: { model: 'v1' },
          later: { model: 'v2' },
          compared: 6,
          regressed: 3,
          improved: 1,
          hasOtherDeciders: false,
          interval: calculatePairedInterval({ both: 2, onlyFirst: 1, onlySecond: 3, neither: 0 }),
        },
      ],
    })
    expect(comparison.candidates[0]?.difference).toBeCloseTo(-1 / 3, 12)
    expect(comparison.candidates[0]?.changes.map(({ title, change }) => [title, change])).toEqual([
      ['第0问', 'improved'],
      ['第1问', 'regressed'],
      ['第2问', 'regressed'],
      ['第3问', 'regressed'],
    ])
    // Whichever is asked for first.
    expect((await compare(earlier, later.id)).json().data).toEqual(comparison)
  })

  it('compares rates of repeated tasks, with an interval by resampling tasks', async () => {
    await saveTasks(TASKS)
    const earlier = await runVersion('v1', [])
    let count = 0
    const agent = await startTestAgent((reply, request, index) => {
      count += 1
      return json({ choices: [{ message: { content: count % 2 === 0 ? '对' : '错' } }] })(reply, request, index)
    })
    await connectAgent(project, 'a', agent.url, { maxConcurrency: 1 })
    const later = await completeRun(app(), project, { repeats: 4 })
    const comparison: RunComparison = (await compare(later, earlier.id)).json().data
    const [candidate] = comparison.candidates
    expect(candidate?.difference).toBeCloseTo(-0.5, 12)
    expect(candidate?.interval?.[0]).toBeLessThan(-0.3)
    expect(candidate?.changes[0]?.later.decided).toBe(4)
  })

  it('compares no tasks that were changed, added, removed or left undecided', async () => {
    await saveTasks(TASKS)
    const earlier = await runVersion('v1', [])
    const [first, second, third, ...rest] = TASKS
    await saveTasks([
      { ...first, title: '第0问，改过' },
      { ...second, weight: 5, tags: ['重要'] },
      { ...third, checks: [{ kind: 'contains', value: '其他' }] },
      ...rest.slice(1),
      { key: 'new', title: '新的' },
    ])
    const later = await runVersion('v2', [])
    const comparison: RunComparison = (await compare(later, earlier.id)).json().data
    // Neither weight nor tags change what is asked.
    expect(comparison).toMatchObject({
      changedTasks: ['第0问，改过', '第2问'],
      otherTasks: 2,
      candidates: [{ compared: 3, undecided: 0, regressed: 0, improved: 0, changes: [] }],
    })
  })

  it('leaves out tasks without a verdict, and says if the deciders differ', async () => {
    await saveTasks(TASKS)
    const earlier = await runVersion('v1', [])
    const later = await runVersion('v2', [])
    await app().database.write(async ({ db }) => {
      const ofLater = db.updateTable('evaluationRunTrials').where('runId', '=', later.id)
      await ofLater.set({ outcome: 'error', decidedBy: null }).where('task', '=', 'q0').execute()
      await ofLater.set({ decidedBy: 'people' }).where('task', '=', 'q1').execute()
    })
    expect((await compare(later, earlier.id)).json().data.candidates).toMatchObject([
      { compared: 5, undecided: 1, hasOtherDeciders: true },
    ])
  })

  describe('of two projects that copied the same bank', () => {
    let bank: string
    const DETAILS = { title: '客服题库', licence: '自有', source: '客服部' }
    const send = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
      project.client.send(method, path, body)
    const copyBank = () => send('POST', `/projects/${project.id}/tasks/copies`, { bank })
    const listComparable = async ({ id }: Pick<Run, 'id'>): Promise<ComparableRun[]> =>
      (await send('GET', `/projects/${project.id}/runs/${id}/comparable`)).json().data
    let earlier: Run
    let earlierProject: PreparedProject

    beforeEach(async () => {
      bank = randomUUID()
      await saveTasks(TASKS)
      await send('PUT', `/own-question-banks/${bank}`, { ...DETAILS, project: project.id })
      earlierProject = await prepareProjectOf(app(), project.owner)
      project = earlierProject
      await copyBank()
      earlier = await runVersion('v1', [0])
      // The same candidate has another key there.
      project = await prepareProjectOf(app(), earlierProject.owner, [
        { key: 'b', name: '别的' },
        { key: 'a', name: '甲 ' },
      ])
      // A task with a key of the bank that isn't from it.
      await saveTasks([{ key: 'q0', title: '第0问' }])
      await copyBank()
    })

    it('pairs tasks by their origin and candidates by their name', async () => {
      const later = await runVersion('v2', [1, 2])
      expect(await listComparable(later)).toEqual([
        {
          id: earlier.id,
          title: '',
          startedAt: earlier.startedAt,
          project: { id: earlierProject.id, name: '客服选型' },
          tasks: 6,
        },
      ])
      const comparison: RunComparison = (await compare(later, earlier.id)).json().data
      expect(comparison).toMatchObject({
        earlier: { id: earlier.id, project: { id: earlierProject.id } },
        later: { id: later.id, project: { id: project.id } },
        otherTasks: 1,
        candidates: [{ key: 'a', earlier: { name: '甲', model: 'v1' }, compared: 6, regressed: 2, improved: 1 }],
      })
    })

    it('compares no task whose text was changed after it was copied', async () => {
      const { tasks } = (await project.client.get(project.id)).json().data
      await saveTasks(tasks.map((task: Task) => (task.title === '第1问' ? { ...task, title: '第1问？' } : task)))
      const later = await runVersion('v2', [])
      expect((await compare(later, earlier.id)).json().data).toMatchObject({
        changedTasks: ['第1问？'],
        candidates: [{ compared: 5 }],
      })
    })

    it('lists runs of projects that a colleague shares', async () => {
      const { id: projectId, owner } = earlierProject
      const other = await createSignedInUser(app(), 'member', `other-${randomUUID()}`)
      const later = await runVersion('v2', [])
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ ownerId: other.id }).where('id', '=', projectId).execute(),
      )
      expect(await listComparable(later)).toEqual([])
      const joined = { userId: owner.id, invitedAt: earlier.startedAt, joinedAt: earlier.startedAt, offeredAt: null }
      const item = { projectId, shortlistId: null, inquiryId: null, role: 'secretary', email: 'a@example.com' } as const
      await app().database.write(({ db }) =>
        db
          .insertInto('colleagues')
          .values({ id: randomUUID(), ...item, ...joined })
          .execute(),
      )
      expect(await listComparable(later)).toMatchObject([{ id: earlier.id, tasks: 6 }])
      expect((await compare(later, earlier.id)).statusCode).toBe(200)
    })

    it('lists nothing of other members, nor runs whose candidates are others', async () => {
      const owner = project
      project = await prepareProjectOf(app(), owner.owner, [{ key: 'a', name: '丙' }])
      await copyBank()
      expect(await listComparable(await runVersion('v3', []))).toEqual([])
      const stranger = await prepareProject(app())
      const path = `/projects/${earlierProject.id}/runs/${earlier.id}`
      expect((await stranger.client.send('GET', `${path}/comparable`)).statusCode).toBe(404)
      project = stranger
      await saveTasks(TASKS)
      const own = await runVersion('v1', [])
      expect((await compare(own, earlier.id)).statusCode).toBe(404)
      expect(await listComparable(own)).toEqual([])
    })
  })

  it('is refused for a run with itself, and with one of another member’s project', async () => {
    await saveTasks(TASKS)
    const run = await runVersion('v1', [])
    expect(toResult(await compare(run, run.id))).toMatchObject({ status: 400, message: '请选择另一次运行' })
    const own = project
    project = await prepareProject(app())
    await saveTasks(TASKS)
    const other = await runVersion('v1', [])
    project = own
    expect((await compare(run, other.id)).statusCode).toBe(404)
  })
})
