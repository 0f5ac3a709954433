import { onTestFinished } from 'vitest'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { json, type Respond } from '../agent-server.ts'
import type { TestApp } from '../test-app.ts'
import { type PreparedProject, prepareProject } from './evaluation-projects.ts'

/** Replies to every question with a text. */
export const answer = (text: string): Respond =>
  json({ choices: [{ message: { content: text }, finish_reason: 'stop' }] })

/** Connects a candidate of a project with an agent. */
export const connectAgent = (project: PreparedProject, candidate: string, url: string, settings: object = {}) =>
  project.client.send('PUT', `/projects/${project.id}/connections/${candidate}`, {
    kind: 'openai',
    url,
    secret: 'sk-secret',
    ...settings,
  })

/** Begins a run of a project, asks all of its trials on this node, and returns the run as it ends. */
export async function completeRun(app: TestApp, project: PreparedProject, body: object = {}): Promise<Run> {
  const path = `/projects/${project.id}/runs`
  const begun = await project.client.send('POST', path, { retries: 0, ...body })
  if (begun.statusCode !== 200) throw new Error(`The run did not begin: ${begun.body}`)
  const failures: unknown[] = []
  const engine = app.services.evaluationRuns.createEngine((error) => failures.push(error))
  onTestFinished(engine.stop)
  await engine.work()
  await engine.waitUntilIdle()
  await engine.work()
  if (failures.length > 0) throw failures[0]
  return (await project.client.send('GET', `${path}/${begun.json().data.id}`)).json().data
}

type Capacity = { conversations: number; perRun: number }

/** Creates a project with tasks. Returns functions that act as its owner, and nodes that ask. */
export async function prepareRuns(app: TestApp, tasks: readonly object[]) {
  // Engines ask for all runs.
  await app.database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
  const project: PreparedProject = await prepareProject(app)
  await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    project.client.send(method, `/projects/${project.id}/runs${path}`, body)

  /** Creates a node's engine, which fails the test if anything fails. */
  function createEngine(capacity?: Capacity) {
    const failures: unknown[] = []
    const engine = app.services.evaluationRuns.createEngine((error) => failures.push(error), capacity)
    onTestFinished(async () => {
      await engine.stop()
      if (failures.length > 0) throw failures[0]
    })
    return engine
  }

  return {
    project,
    send,
    createEngine,
    begin: async (body: object = {}): Promise<Run> => (await send('POST', '', { retries: 0, ...body })).json().data,
    read: async ({ id }: Pick<Run, 'id'>): Promise<Run> => (await send('GET', `/${id}`)).json().data,
    act: (run: Pick<Run, 'id'>, action: string, body?: object) => send('POST', `/${run.id}/${action}`, body),
    listTrials: async (run: Pick<Run, 'id'>, query = ''): Promise<RunTrial[]> =>
      (await send('GET', `/${run.id}/trials${query}`)).json().data,
    connect: (candidate: string, url: string, settings: object = {}) =>
      project.client.send('PUT', `/projects/${project.id}/connections/${candidate}`, {
        kind: 'openai',
        url,
        secret: 'sk-secret',
        ...settings,
      }),

    /** Has a node ask until nothing is left to it. */
    async work(engine = createEngine()): Promise<void> {
      await engine.work()
      await engine.waitUntilIdle()
      // The end of a run is announced by whoever looks at it next.
      await engine.work()
    },
  }
}
