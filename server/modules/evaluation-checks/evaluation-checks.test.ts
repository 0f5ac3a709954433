import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CheckRequestSchema } from '#contracts/evaluation-checks/check.ts'
import { AppError } from '#server/platform/app-error.ts'
import { json } from '#testing/agent-server.ts'
import { prepareProject, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createEvaluationCheckService } from './service.ts'

onEveryDatabase('the checks of a reply', (app) => {
  const post = async (payload: object) => {
    const reply = await app().server.inject({ method: 'POST', url: '/api/evaluation/checks', payload })
    return { status: reply.statusCode, body: reply.json() }
  }

  it('decides each check for anyone, with its reason', async () => {
    const { status, body } = await post({
      reply: '退款将在7个工作日内到账。',
      steps: ['search'],
      timing: { totalMs: 900 },
      checks: [
        { kind: 'contains', value: '退款', weight: 2 },
        { kind: 'number', value: 7 },
        { kind: 'calledTool', name: 'search' },
        { kind: 'latency', atMostMs: 500 },
      ],
      threshold: 0.8,
    })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      score: 0.8,
      isPassed: true,
      checks: [
        { kind: 'contains', isPassed: true, reason: '第1个字起有“退款”' },
        { kind: 'number', isPassed: true, reason: '第5个字起的“7”在允许范围内' },
        { kind: 'calledTool', isPassed: true, reason: '调用了search' },
        { kind: 'latency', isPassed: false, reason: '900毫秒，要求至多500毫秒' },
      ],
    })
  })

  it('does not keep runs waiting for open calls', async () => {
    const { services, database } = app()
    const refusal = vi.spyOn(services.evaluationChecks, 'check').mockRejectedValue(new AppError('unavailable'))
    onTestFinished(() => refusal.mockRestore())
    // Engines ask for all runs.
    await database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    await saveMethod(app())
    const { client, id } = await prepareProject(app())
    const agent = await startTestAgent(json({ choices: [{ message: { content: '7天' }, finish_reason: 'stop' }] }))
    await client.send('PUT', `/projects/${id}/tasks`, {
      tasks: [{ key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] }],
    })
    await client.send('PUT', `/projects/${id}/connections/a`, { kind: 'openai', url: agent.url, secret: 'sk-secret' })
    const run = (await client.send('POST', `/projects/${id}/runs`, { retries: 0, repeats: 1 })).json().data
    const failures: unknown[] = []
    const engine = services.evaluationRuns.createEngine((error) => failures.push(error))
    await engine.work()
    await engine.waitUntilIdle()
    await engine.stop()
    expect(failures).toEqual([])
    const { outcomes } = (await client.send('GET', `/projects/${id}/runs/${run.id}`)).json().data
    expect(outcomes.passed).toBe(1)
    expect((await post({ reply: '', checks: [{ kind: 'refuses' }] })).status).toBe(503)
  })

  it.each([
    ['no checks', [], 'checks', '至少1项'],
    ['an unknown kind', [{ kind: 'guess' }], 'checks.0.kind', expect.stringContaining('只能是：equals、')],
    ['an empty text', [{ kind: 'contains', value: '' }], 'checks.0.value', '请填写要比较的文字'],
    ['no limit of length', [{ kind: 'length' }], 'checks.0.atLeast', '请填写最少或最多字数'],
    [
      'limits the wrong way round',
      [{ kind: 'length', atLeast: 9, atMost: 1 }],
      'checks.0.atLeast',
      '最少字数不能大于最多字数',
    ],
    ['only weights of zero', [{ kind: 'refuses', weight: 0 }], 'checks', '检查项的权重不能全为零'],
    ['a field of another kind', [{ kind: 'refuses', value: 'a' }], 'checks.0.value', '不认识的字段'],
    [
      'a pattern with an error',
      [{ kind: 'regex', pattern: '(' }],
      'checks.0.pattern',
      '正则表达式有误，或用了不支持的写法（前后查找、反向引用）',
    ],
  ])('refuses %s', async (_, checks, path, message) => {
    const { status, body } = await post({ reply: '', checks })
    expect(status).toBe(400)
    expect(body.errors).toContainEqual({ path, message })
  })
})

it('decides replies that come in together in their turn, but refuses open calls of which too many wait', async () => {
  const service = createEvaluationCheckService()
  onTestFinished(service.close)
  const request = CheckRequestSchema.parse({ reply: '7天', checks: [{ kind: 'number', value: 7 }] })
  const replies = await Promise.all(Array.from({ length: 120 }, () => service.checkInTurn(request)))
  expect(replies.filter(({ isPassed }) => isPassed)).toHaveLength(120)
  const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => service.check(request)))
  expect(outcomes).toContainEqual({ status: 'rejected', reason: new AppError('unavailable') })
})

it.each([
  { case: 'many long texts', reply: 'a', value: '繁'.repeat(12_000), options: {} },
  { case: 'repetitive texts', reply: 'a'.repeat(2_000), value: `${'a'.repeat(600)}b${'a'.repeat(300)}`, options: {} },
  {
    case: 'characters that fold to many',
    reply: 'a',
    value: '\ufdfa'.repeat(2_000),
    options: { ignoreWidth: true },
  },
])('leaves the event loop free while it looks for $case', async ({ reply, value, options }) => {
  const service = createEvaluationCheckService()
  onTestFinished(service.close)
  const checks = Array.from({ length: 10 }, () => ({ kind: 'noneOf', values: [value], ...options }))
  const check = service.check(CheckRequestSchema.parse({ reply, checks }))
  expect(await Promise.race([check.then(() => 'check'), setTimeout(1, 'timer')])).toBe('timer')
  expect(await check).toMatchObject({ isPassed: true })
})
