import { beforeAll, expect, it } from 'vitest'
import { json } from '#testing/agent-server.ts'
import { saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { toResult } from '#testing/result.ts'
import { getUrl } from '#testing/send.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASK = {
  key: 'q1',
  title: '退款',
  acceptance: '',
  turns: ['你好', '{{商品}}退款几天到账？'],
  variables: { 商品: '鞋' },
  checks: [
    { kind: 'number', value: 7 },
    { kind: 'contains', value: '税号' },
  ],
}

onEveryDatabase('a task that is tried', (app) => {
  beforeAll(() => saveMethod(app()))

  async function prepare() {
    const { project, connect, send } = await prepareRuns(app(), [])
    const tryTask = (task: object = TASK, candidate = 'a') =>
      project.client.send('POST', `/projects/${project.id}/connections/${candidate}/task-try`, { task })
    return { project, connect, send, tryTask }
  }

  it('is asked as in a run, and decided by its checks, and nothing is stored', async () => {
    const { connect, send, tryTask } = await prepare()
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { price: { perCall: 0.5 } })
    expect((await tryTask()).json().data).toMatchObject({
      outcome: 'failed',
      score: 0.5,
      messages: ['你好', '鞋退款几天到账？'],
      earlierReplies: ['7天'],
      reply: '7天',
      checks: [
        { kind: 'number', isPassed: true },
        { kind: 'contains', isPassed: false, reason: '没有“税号”' },
      ],
      cost: 1,
    })
    expect(agent.requests.map(({ body }) => JSON.parse(body).messages.length)).toEqual([1, 3])
    expect((await send('GET', '')).json().data).toEqual([])
  })

  it('waits for a person without checks, and says why an agent fails', async () => {
    const { connect, tryTask } = await prepare()
    await connect('a', (await startTestAgent(answer('7天'))).url)
    await connect('b', (await startTestAgent(json({ error: { message: '额度不足' } }, 400))).url)
    expect((await tryTask({ ...TASK, checks: [] })).json().data).toMatchObject({ outcome: 'unscored', reply: '7天' })
    expect((await tryTask(TASK, 'b')).json().data).toMatchObject({
      outcome: 'error',
      reason: expect.stringContaining('额度不足'),
      checks: [],
    })
  })

  it('is broken off when whoever tries it leaves', async () => {
    const { project, connect } = await prepare()
    const left = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const agent = await startTestAgent((reply) => {
      reply.on('close', left.resolve)
      asked.resolve()
    })
    await connect('a', agent.url)
    const leaving = new AbortController()
    const call = fetch(`${await getUrl(app().server)}/api/evaluation/projects/${project.id}/connections/a/task-try`, {
      method: 'POST',
      headers: { ...project.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ task: TASK }),
      signal: leaving.signal,
    })
    await asked.promise
    leaving.abort()
    await expect(call).rejects.toThrow('aborted')
    await left.promise
    expect(agent.requests).toHaveLength(1)
  })

  it('counts towards the limits of the connection', async () => {
    const { connect, tryTask } = await prepare()
    const agent = await startTestAgent(answer('7天'))
    await connect('a', agent.url, { perMinute: 1 })
    expect(toResult(await tryTask())).toMatchObject({ status: 429 })
    expect(agent.requests).toHaveLength(1)
  })

  it('is refused for a pattern that cannot be compiled, and for a candidate that is not connected', async () => {
    const { connect, tryTask } = await prepare()
    expect(toResult(await tryTask())).toMatchObject({ status: 404, message: '还没有连接这个候选' })
    await connect('a', (await startTestAgent(answer('7天'))).url)
    const reply = await tryTask({ ...TASK, checks: [{ kind: 'regex', pattern: '(' }] })
    expect(reply.json()).toMatchObject({ errors: [{ path: 'task.checks.0.pattern' }] })
  })
})
