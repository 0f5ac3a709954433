/**
 * Makes the run of the example project anew: asks the two sample agents tasks of a sample question bank with the engine of the
 * server, and writes what came of it to `demo/evaluation/example-run.jsonl`. Run with `npm run example-run`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import type { SampleRun } from '#contracts/evaluation-runs/sample-run.ts'
import { createApp } from '#server/app.ts'
import { openSqliteDatabase } from '#server/platform/database/database.ts'
import { readQuestionBanks } from '../demo/read-question-banks.ts'
import { createProjectClient, saveMethod } from './factories/evaluation-projects.ts'
import { createSignedInUser } from './factories/users.ts'
import { SAMPLE_AGENTS, type SampleAgentName, startSampleAgent } from './sample-agents.ts'
import { createTestClock, LOW_COST, type TestApp, testConfig } from './test-app.ts'

const FILE = join(import.meta.dirname, '../demo/evaluation/example-run.jsonl')

/** The products of the example project whose part the agents play, and what a million tokens would cost, in yuan. */
const CANDIDATES: Readonly<Record<SampleAgentName, { product: string; price: { input: number; output: number } }>> = {
  careful: { product: 'sample-znkf', price: { input: 8, output: 24 } },
  hasty: { product: 'sample-gylxt', price: { input: 1, output: 2 } },
}

/** Sixteen tasks, two of which are asked in two other wordings, too. */
const TASKS = [1, 3, 4, 7, 11, 16, 17, 19, 20, 25, 31, 37, 43, 44, 45, 48].map(
  (number) => `kb-${String(number).padStart(2, '0')}`,
)
const REPEATS = 3
const SEED = 20_261_130

const database = await openSqliteDatabase(':memory:')
const clock = createTestClock(new Date().toISOString())
const { server, services, routes, calls } = await createApp({
  config: testConfig(),
  database,
  passwordCost: LOW_COST,
  servePages: false,
  startWorkers: false,
})
const app: TestApp = { server, services, routes, calls, database, clock, dataDir: '' }
const agents = await Promise.all(
  SAMPLE_AGENTS.map(async (name) => ({ ...CANDIDATES[name], agent: await startSampleAgent(name) })),
)

const [bank] = await readQuestionBanks()
if (!bank) throw new Error('there are no sample question banks')
await saveMethod(app)
const client = createProjectClient(app, await createSignedInUser(app, 'member', 'example'))
const project: ProjectView = (await client.create({ name: '示例' })).json().data
const path = `/projects/${project.id}`
const candidates = agents.map(({ product }) => ({ key: product, name: product }))
await client.update(project.id, { name: project.name, setup: { ...project.setup, candidates } })
const tasks = bank.questions.map(({ task }) => task).filter(({ key }) => TASKS.includes(key))
await client.send('PUT', `${path}/tasks`, { tasks })
for (const { product, price, agent } of agents)
  await client.send('PUT', `${path}/connections/${product}`, {
    kind: 'openai',
    url: agent.url,
    secret: 'sk-sample',
    maxConcurrency: 4,
    perMinute: 6_000,
    price,
  })
const begun = await client.send('POST', `${path}/runs`, { repeats: REPEATS, seed: SEED })
if (begun.statusCode !== 200) throw new Error(begun.body)
const { id }: Run = begun.json().data
const engine = services.evaluationRuns.createEngine((error) => {
  throw error
})
await engine.work()
await engine.waitUntilIdle()
await engine.work()

const run: Run = (await client.send('GET', `${path}/runs/${id}`)).json().data
if (run.status !== 'finished' || run.finishedAt === null) throw new Error(`the run is ${run.status}`)
const exported = (await client.send('GET', `${path}/runs/${id}/export`)).body
const trials = exported
  .trim()
  .split('\n')
  .map((line): RunTrial => JSON.parse(line))
const sample: SampleRun = {
  title: '示例运行：由随测试附带的确定性示例智能体回答，不是产品的表现',
  bank: bank.id,
  candidates: agents.map(({ product }) => product),
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  repeats: run.repeats,
  retries: run.retries,
  askAgain: run.askAgain,
  seed: run.seed,
  limits: run.limits,
  calls: run.calls,
  cost: run.cost,
  // The port that an agent had is of no interest.
  trials: trials.map(({ id: _id, sha256: _hash, judgement: _judgement, host: _host, ...trial }) => ({
    ...trial,
    host: '127.0.0.1',
  })),
}
const { trials: lines, ...head } = sample
await writeFile(FILE, [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
await engine.stop()
for (const { agent } of agents) agent.stop()
await server.close()
await database.close()
process.stdout.write(
  `${trials.length} trials, ${run.candidates.map(({ name, passed }) => `${name} ${passed}`).join(', ')}\n`,
)
// What waits for a timeout, such as a kept connection, would keep the process for a minute.
process.exit()
