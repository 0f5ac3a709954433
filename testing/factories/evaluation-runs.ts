import { onTestFinished } from 'vitest'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { json, type Respond } from '../agent-server.ts'
import type { TestApp } from '../test-app.ts'
import type { PreparedProject } from './evaluation-projects.ts'

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
