import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ReadingItem, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import type { Verdict } from '#contracts/evaluation-grading/verdicts.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { Judging } from '#contracts/evaluation-runs/judging.ts'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { JUDGE_MODEL, RUNS } from '#contracts/limits.ts'
import { describeRuns } from '#contracts/rules/evaluation/run-sentences.ts'
import { json, type Respond } from '#testing/agent-server.ts'
import {
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const say = (content: string): Respond => json({ model: 'judge-1', choices: [{ message: { content } }] })
const REQUIRED = 20

const TASKS = {
  rubric: { key: 'q1', title: '退款几天到账？', expected: '7天', checks: [{ kind: 'rubric', text: '语气客气' }] },
  mixed: {
    key: 'q2',
    title: '怎么开发票？',
    checks: [
      { kind: 'contains', value: '税号' },
      { kind: 'rubric', text: '步骤清楚' },
    ],
  },
  unchecked: { key: 'q3', title: '介绍一下公司' },
  human: { key: 'q4', title: '写首诗', checks: [{ kind: 'human', text: '好不好' }] },
}

/** Replies by their number: every third is wrong. */
const isWrong = (index: number) => index % 3 === 2
const candidate: Respond = (reply, request, index) =>
  say(isWrong(index) ? '不知道。' : '您好，7天到账。')(reply, request, index)
/** A judge that passes what is right. */
const fairJudge: Respond = (reply, { body }, index) =>
  say(
    body.includes('您好，7天到账')
      ? '符合。\n{"passed": true, "reason": "与期望一致"}'
      : '{"passed": false, "reason": "没有回答"}',
  )(reply, { method: '', path: '', headers: {}, body }, index)

type PersonalJudging = { count: number; mistakes?: number; share?: number }

onEveryDatabase('judge models', (app) => {
  let project: PreparedProject

  beforeAll(async () => {
    await saveMethod(app())
  })
  beforeEach(async () => {
    await changeMinimum(REQUIRED)
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
  })

  const changeMinimum = (minValidationReplies: number) =>
    app().database.write((transaction) =>
      app().services.settings.save(transaction, 'content', { minValidationReplies }),
    )
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    project.client.send(method, `/projects/${project.id}${path}`, body)
  const saveTasks = (...tasks: object[]) => send('PUT', '/tasks', { tasks })
  const connect = (url: string, settings: object = {}) =>
    send('PUT', '/connections/a', { kind: 'openai', url, secret: 'sk-secret', maxConcurrency: 1, ...settings })
  const connectJudge = (url: string, settings: object = {}) =>
    send('PUT', '/judge-model', { kind: 'openai', url, secret: 'sk-judge', perMinute: 6_000, ...settings })
  function createEngine() {
    const failures: unknown[] = []
    const engine = app().services.evaluationRuns.createEngine((error) => failures.push(error))
    onTestFinished(async () => {
      await engine.stop()
      expect(failures).toEqual([])
    })
    return engine
  }
  async function work(engine = createEngine()) {
    await engine.work()
    await engine.waitUntilIdle()
    await engine.work()
  }
  const readRun = async (id: string): Promise<Run> => (await send('GET', `/runs/${id}`)).json().data
  const readJudging = async (id: string): Promise<Judging> => (await send('GET', `/runs/${id}/judging`)).json().data
  const judge = (id: string, body: object = {}) => send('PUT', `/runs/${id}/judging`, { retries: 0, ...body })
  const listTrials = async (id: string, query = ''): Promise<RunTrial[]> =>
    (await send('GET', `/runs/${id}/trials${query}`)).json().data

  /** Has a candidate asked, and returns the run. Replies are asked one by one, so that they come in order. */
  async function runOnce(repeats: number, respond: Respond = candidate): Promise<Run> {
    const agent = await startTestAgent(respond)
    await connect(agent.url)
    const run: Run = (await send('POST', '/runs', { repeats, retries: 0 })).json().data
    await work()
    return readRun(run.id)
  }
  const callReader = (path: string, body: object) =>
    project.guest.send('POST', `/judging/gradings${path}`, { access: project.judge.access, ...body })
  /** Lets a person judge some replies of a run without a verdict: rightly, except the first ones. */
  async function letPersonJudge(run: string, { count, mistakes = 0, share = 0 }: PersonalJudging) {
    const saved = await send('PUT', `/runs/${run}/grading`, { readers: 1, share })
    expect(saved.statusCode, saved.body).toBe(200)
    const room: ReadingRoom = (await callReader('/room', { run })).json().data
    for (const [index, { id: item }] of room.items.slice(0, count).entries()) {
      const { replies }: ReadingItem = (await callReader('/item', { item })).json().data
      const isRight = replies[0]?.text.includes('7天到账') ?? false
      await read(item, isRight === index >= mistakes ? 'passed' : 'failed')
    }
    const closed = await send('POST', `/runs/${run}/grading/close`)
    expect(closed.statusCode, closed.body).toBe(200)
  }
  async function read(item: string, verdict: Verdict) {
    const reply = await callReader('/reading', { item, verdict, reason: '', version: 0 })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  describe('a connection', () => {
    it('is one of the project’s, with a key that only it has, and not among those of candidates', async () => {
      const saved = await connectJudge('http://127.0.0.1:9/v1', { model: 'm' })
      expect(saved.json().data).toMatchObject({ candidate: '@judge', model: 'm', hasSecret: true })
      expect(saved.headers.etag).toBe('"1"')
      expect((await send('GET', '/judge-model')).json()).toMatchObject({
        data: { isConnected: true, rubric: '', version: 0 },
        connection: { hasSecret: true, version: 1 },
      })
      expect((await send('GET', '/connections')).json().data).toEqual([])
      expect(toResult(await send('POST', '/runs', {}))).toMatchObject({ message: '还没有连接任何候选，请先连接' })
      const stored = await app().database.read.selectFrom('agentConnections').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain('sk-judge')
    })

    it('can’t be reached by the calls for candidates, and no candidate can take its key', async () => {
      const body = { kind: 'openai', url: 'http://127.0.0.1:9/v1' }
      expect((await send('PUT', '/connections/@judge', body)).statusCode).toBe(400)
      expect((await send('DELETE', '/connections/@judge')).statusCode).toBe(400)
      const { data } = (await project.client.get(project.id)).json()
      const candidates = [...data.setup.candidates, { key: '@judge', name: '冒名' }]
      const reply = await project.client.update(project.id, { name: '改', setup: { ...data.setup, candidates } })
      expect(reply.statusCode).toBe(400)
    })

    it('stays when candidates are removed, and is removed by its own call', async () => {
      await connectJudge('http://127.0.0.1:9/v1')
      const { data } = (await project.client.get(project.id)).json()
      const candidates = data.setup.candidates.slice(1)
      await project.client.update(project.id, { name: '改', setup: { ...data.setup, candidates } })
      expect((await send('GET', '/judge-model')).json().data.isConnected).toBe(true)
      expect((await send('DELETE', '/judge-model')).statusCode).toBe(200)
      expect((await send('GET', '/judge-model')).json()).toMatchObject({ connection: null })
    })

    it('is tried as that of a candidate', async () => {
      const agent = await startTestAgent(say('2'))
      await connectJudge(agent.url)
      expect((await send('POST', '/judge-model/probe', { message: '1加1' })).json().data.reply).toBe('2')
    })
  })

  it('says how far it is by events, which end only once its verdicts count', async () => {
    await saveTasks(TASKS.rubric)
    const run = await runOnce(2)
    const key = { projectId: project.id, runId: run.id }
    const owner = { ...project.owner, ip: '127.0.0.1' }
    const { judgings } = app().services.evaluationRuns
    const agent = await startTestAgent(say('{"passed": true}'))
    await connectJudge(agent.url)
    await judge(run.id)
    const working = work()
    const events: string[] = []
    for await (const chunk of await judgings.watch(key, owner)) {
      events.push(...(String(chunk).match(/(?<=data: ).*/g) ?? []))
      if (events.at(-1)?.includes('"finished"')) break
    }
    await working
    expect(JSON.parse(events.at(-1) ?? '')).toEqual({
      status: 'finished',
      finishedAt: expect.any(String),
      calls: 2,
      decided: 2,
    })
    expect((await readJudging(run.id)).pass?.status).toBe('finished')
  })

  it('sends no events of a run that it hasn’t judged', async () => {
    await saveTasks(TASKS.rubric)
    const run = await runOnce(1)
    const { headers, body } = await send('GET', `/runs/${run.id}/judging/events`)
    expect({ type: headers['content-type'], body }).toEqual({ type: 'text/event-stream', body: '' })
  })

  it('keeps the rubric by versions, and rejects a save on top of an older one', async () => {
    const save = (rubric: string, version: number) =>
      project.client.send(
        'PUT',
        `/projects/${project.id}/judge-model/rubric`,
        { rubric },
        { 'if-match': `"${version}"` },
      )
    expect((await save('客气', 0)).json().data).toMatchObject({ rubric: '客气', version: 1, isConnected: false })
    expect((await save('严格', 0)).statusCode).toBe(412)
    expect((await save('严格', 1)).headers.etag).toBe('"2"')
    expect((await send('PUT', '/judge-model/rubric', { rubric: '长'.repeat(JUDGE_MODEL.rubric + 1) })).statusCode).toBe(
      400,
    )
  })

  describe('a judging', () => {
    it('asks about the replies whose checks want it, with rubrics and reply, and keeps what was said', async () => {
      await saveTasks(TASKS.rubric, TASKS.unchecked, TASKS.human)
      await send('PUT', '/judge-model/rubric', { rubric: '不能编造' })
      const run = await runOnce(1)
      const model = await startTestAgent(fairJudge)
      await connectJudge(model.url, { price: { perCall: 0.5 } })
      expect((await readJudging(run.id)).open).toEqual({ undecided: 1, withoutChecks: 1, byPeople: 0 })
      const begun: Judging = (await judge(run.id)).json().data
      expect(begun.pass).toMatchObject({ status: 'running', planned: 1 })
      await work()
      expect(model.requests).toHaveLength(1)
      const prompt: string = JSON.parse(model.requests[0]?.body ?? '').messages[0].content
      for (const part of ['退款几天到账？', '【期望的回答】\n7天', '- 不能编造', '- 语气客气'])
        expect(prompt).toContain(part)
      const judging = await readJudging(run.id)
      expect(judging).toMatchObject({
        pass: { status: 'finished', calls: 1, cost: 0.5 },
        standing: 'tooFew',
        models: ['judge-1'],
        open: { undecided: 0, withoutChecks: 1 },
      })
      const [trial] = await listTrials(run.id, '?task=q1')
      // It only suggests.
      expect(trial).toMatchObject({ outcome: 'unscored', decidedBy: null, judgement: { model: 'judge-1' } })
      expect(trial?.judgement?.reason).toMatch(/与期望一致|没有回答/)
      const csv = (await send('GET', `/runs/${run.id}/export?format=csv`)).body
      expect(csv).toContain('裁判模型的理由')
    })

    it('asks about replies without checks if its owner says so, each once', async () => {
      await saveTasks(TASKS.unchecked)
      const run = await runOnce(2)
      const model = await startTestAgent(fairJudge)
      await connectJudge(model.url)
      expect(toResult(await judge(run.id))).toMatchObject({ status: 409, message: '没有要交给裁判模型的回答' })
      await judge(run.id, { withoutChecks: true })
      await work()
      expect(model.requests).toHaveLength(2)
      expect(toResult(await judge(run.id, { withoutChecks: true }))).toMatchObject({ status: 409 })
    })

    it('leaves a reply without a verdict open, and asks again only when told to', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(1)
      const model = await startTestAgent((reply, request, index) =>
        say(index === 0 ? '我觉得可以。' : '{"score": 4, "reason": "不错"}')(reply, request, index),
      )
      await connectJudge(model.url)
      await judge(run.id)
      await work()
      expect((await listTrials(run.id))[0]).toMatchObject({
        outcome: 'unscored',
        judgement: { isPassed: null, reason: '裁判模型没有给出判定' },
      })
      await judge(run.id)
      await work()
      expect((await listTrials(run.id))[0]?.judgement).toMatchObject({ isPassed: true, score: 4, reason: '不错' })
    })

    it('doesn’t judge a reply that is too long to be judged whole', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(2, (reply, request, index) =>
        say(index === 0 ? '长'.repeat(JUDGE_MODEL.replyLength + 1) : '短')(reply, request, index),
      )
      const model = await startTestAgent(fairJudge)
      await connectJudge(model.url)
      await judge(run.id)
      await work()
      expect(model.requests).toHaveLength(1)
      expect((await readJudging(run.id)).pass).toMatchObject({
        status: 'finished',
        outcomes: { failed: 1, unscored: 1 },
      })
    })

    it('keeps to its limits of calls and money', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(5)
      const model = await startTestAgent(fairJudge)
      await connectJudge(model.url, { price: { perCall: 2 }, maxConcurrency: 1 })
      await judge(run.id, { limits: { calls: 100, cost: 4 } })
      await work()
      expect((await readJudging(run.id)).pass).toMatchObject({
        status: 'limited',
        statusReason: '已到费用的上限（4元）',
        cost: 4,
      })
      await judge(run.id, { limits: { calls: 1 } })
      await work()
      expect(model.requests).toHaveLength(3)
    })

    it('is paused, continued and cancelled by its owner', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(1)
      expect(toResult(await send('POST', `/runs/${run.id}/judging/pause`))).toMatchObject({ status: 409 })
      const model = await startTestAgent(fairJudge)
      await connectJudge(model.url)
      await judge(run.id)
      expect(toResult(await judge(run.id))).toMatchObject({
        status: 409,
        message: '裁判模型正在判定，请等它结束或先取消',
      })
      await send('POST', `/runs/${run.id}/judging/pause`)
      await work()
      expect(model.requests).toHaveLength(0)
      expect((await send('POST', `/runs/${run.id}/judging/resume`)).json().data.pass.status).toBe('running')
      expect((await send('POST', `/runs/${run.id}/judging/cancel`)).json().data.pass.status).toBe('cancelled')
      await work()
      expect(model.requests).toHaveLength(0)
    })

    it('goes on after its node was killed, and judges nothing twice', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(3)
      let release = () => {}
      const isAsked = new Promise<void>((resolve) => {
        release = resolve
      })
      const model = await startTestAgent((reply, request, index) =>
        index === 1 ? release() : fairJudge(reply, request, index),
      )
      await connectJudge(model.url, { maxConcurrency: 1 })
      await judge(run.id)
      const dead = app().services.evaluationRuns.createEngine(() => {})
      await dead.work()
      await isAsked
      const other = createEngine()
      await work(other)
      app().clock.advance(RUNS.leaseMs + 1)
      await work(other)
      expect((await readJudging(run.id)).pass).toMatchObject({ status: 'finished', outcomes: { passed: 2, failed: 1 } })
      // The question whose answer was lost was asked again.
      expect(model.requests).toHaveLength(4)
      await dead.stop()
    })

    it('is refused without a judge, while the run goes on, after 定稿 and where nobody may ask', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(1)
      expect(toResult(await judge(run.id))).toMatchObject({ status: 409, message: '还没有连接裁判模型，请先连接' })
      await connectJudge('http://127.0.0.1:9/v1')
      const next: Run = (await send('POST', '/runs', { repeats: 1 })).json().data
      expect(toResult(await judge(next.id))).toMatchObject({
        status: 409,
        message: '运行结束之后，才能交给裁判模型判定',
      })
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect(toResult(await judge(run.id))).toMatchObject({ status: 409, message: '项目已定稿或已删除' })
      expect((await send('PUT', '/judge-model/rubric', { rubric: '' })).statusCode).toBe(409)
    })

    it('is no run: neither listed nor reached by the calls for runs, and deleted with what it judges', async () => {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(1)
      await connectJudge('http://127.0.0.1:9/v1')
      await judge(run.id)
      const stored = await app().database.read.selectFrom('evaluationRuns').select(['id', 'judgedRunId']).execute()
      const id = stored.find(({ judgedRunId }) => judgedRunId === run.id)?.id
      expect((await send('GET', '/runs')).json().data.map((item: Run) => item.id)).toEqual([run.id])
      expect((await send('GET', `/runs/${id}`)).statusCode).toBe(404)
      expect((await send('POST', `/runs/${id}/cancel`)).statusCode).toBe(404)
      expect((await send('DELETE', `/runs/${run.id}`)).statusCode).toBe(200)
      expect(await app().database.read.selectFrom('evaluationRuns').select('id').execute()).toEqual([])
    })
  })

  describe('validation', () => {
    /** Has 24 replies, of which people judge some, judged by a model. */
    async function judgeAll(count: number, respond: Respond = fairJudge, mistakes = 0) {
      await saveTasks(TASKS.rubric)
      const run = await runOnce(24)
      await letPersonJudge(run.id, { count, mistakes })
      const model = await startTestAgent(respond)
      await connectJudge(model.url)
      await judge(run.id)
      await work()
      return { run: await readRun(run.id), model }
    }

    it('lets the verdicts count once enough of them agree with people, never over people', async () => {
      const { run } = await judgeAll(REQUIRED, fairJudge, 1)
      expect(await readJudging(run.id)).toMatchObject({
        standing: 'counts',
        validation: { replies: REQUIRED, required: REQUIRED, agreement: 0.95 },
        candidates: [{ key: 'a', total: 4 }],
      })
      expect(run.outcomes).toMatchObject({ unscored: 0 })
      const trials = [...(await listTrials(run.id, '?page=1')), ...(await listTrials(run.id, '?page=2'))]
      const byPeople = trials.filter(({ decidedBy }) => decidedBy === 'people')
      expect(byPeople).toHaveLength(REQUIRED)
      expect(byPeople.filter(({ outcome, judgement }) => (outcome === 'passed') !== judgement?.isPassed)).toHaveLength(
        1,
      )
      const byJudge = trials.filter(({ decidedBy }) => decidedBy === 'judge')
      expect(byJudge).toHaveLength(4)
      for (const { outcome, reply } of byJudge) expect(outcome).toBe(reply.includes('7天') ? 'passed' : 'failed')
    })

    it('only suggests with too few replies that people judged', async () => {
      const { run } = await judgeAll(REQUIRED - 1)
      expect(await readJudging(run.id)).toMatchObject({ standing: 'tooFew', validation: { kappa: 1 } })
      expect(run.outcomes.unscored).toBe(5)
    })

    it('only suggests for a judge that agrees too little, such as one that passes all', async () => {
      const { run } = await judgeAll(REQUIRED, say('{"passed": true}'))
      expect(await readJudging(run.id)).toMatchObject({
        standing: 'tooWeak',
        validation: { kappa: 0, failing: { rate: 0 } },
        candidates: [{ passed: 4, total: 4, corrected: null }],
      })
      expect(run.outcomes.unscored).toBe(4)
    })

    it.each([
      ['another model', (url: string) => connectJudge(url, { model: 'other' })],
      ['another address', (url: string) => connectJudge(`${url}/v2`)],
      ['another rubric', () => send('PUT', '/judge-model/rubric', { rubric: '更严' })],
      ['no connection', () => send('DELETE', '/judge-model')],
    ])('is void for %s, and the trials wait again', async (_, change) => {
      const { run, model } = await judgeAll(REQUIRED)
      expect(run.outcomes.unscored).toBe(0)
      await change(model.url)
      expect((await readRun(run.id)).outcomes.unscored).toBe(4)
      expect(await readJudging(run.id)).toMatchObject({ pass: null, validation: { replies: 0, kappa: null } })
      expect((await listTrials(run.id)).filter(({ judgement }) => judgement !== null)).toEqual([])
    })

    it('holds with another key or pace', async () => {
      const { run, model } = await judgeAll(REQUIRED)
      await connectJudge(model.url, { secret: 'sk-other', maxConcurrency: 2, price: { perCall: 1 } })
      expect((await readRun(run.id)).outcomes.unscored).toBe(0)
      expect((await readJudging(run.id)).standing).toBe('counts')
    })

    it('is withdrawn when people later disagree', async () => {
      const { run } = await judgeAll(REQUIRED)
      const later = await runOnce(24)
      await judge(later.id)
      await work()
      await letPersonJudge(later.id, { count: 24, mistakes: 24, share: 1 })
      expect(await readJudging(run.id)).toMatchObject({ standing: 'tooWeak' })
      expect((await readRun(run.id)).outcomes.unscored).toBe(4)
      const waiting = await listTrials(run.id, '?outcome=unscored')
      expect(waiting.map(({ decidedBy, score }) => ({ decidedBy, score }))).toEqual(
        Array(4).fill({ decidedBy: null, score: null }),
      )
    })

    it('stays as the report says after 定稿, also without the key', async () => {
      const { run } = await judgeAll(REQUIRED)
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect((await send('DELETE', '/judge-model')).statusCode).toBe(200)
      expect((await readRun(run.id)).outcomes.unscored).toBe(0)
      expect(await readJudging(run.id)).toMatchObject({ standing: 'counts' })
    })

    it('is in the report, with what it means', async () => {
      const { run } = await judgeAll(REQUIRED)
      await finishScoring(project)
      const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
      const report: ReportReply = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
      const [described] = report.data.runs?.runs ?? []
      expect(described).toMatchObject({
        id: run.id,
        judgeModel: {
          standing: 'counts',
          validation: { replies: REQUIRED },
          rubric: '',
          rubricVersion: 0,
          candidates: [{ total: 4 }],
        },
      })
      expect(report.data.runs && describeRuns(report.data.runs).runs[0]?.judgeModel[0]).toContain('通过了验证')
      const word = await app().server.inject(`/api/evaluation/project-reports/${reportId}/export?format=docx`)
      expect(word.statusCode).toBe(200)
    })

    it('agrees with the outcomes in the report when the minimum was changed since', async () => {
      const { run } = await judgeAll(REQUIRED)
      await changeMinimum(REQUIRED + 5)
      expect(await readJudging(run.id)).toMatchObject({ standing: 'counts', validation: { required: REQUIRED } })
      await finishScoring(project)
      const { reportId } = (await project.client.changeStatus(project.id, 'final')).json().data
      const report: ReportReply = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
      expect(report.data.runs?.runs).toMatchObject([
        { outcomes: { unscored: 0 }, judgeModel: { standing: 'counts', validation: { required: REQUIRED } } },
      ])
      const quotes = report.data.runs?.runs[0]?.quotes ?? []
      expect(quotes.map(({ decidedBy }) => decidedBy)).toContain('people')
      expect(quotes.flatMap(({ checks }) => checks)).toEqual([])
    })

    it('doesn’t count while replies wait that a lower minimum would decide', async () => {
      await changeMinimum(REQUIRED + 1)
      const { run } = await judgeAll(REQUIRED)
      await changeMinimum(REQUIRED)
      expect((await readRun(run.id)).outcomes.unscored).toBe(4)
      expect(await readJudging(run.id)).toMatchObject({ standing: 'tooFew', validation: { required: REQUIRED + 1 } })
      // The next settlement goes by the minimum of its time.
      const later = await runOnce(2)
      await judge(later.id)
      await work()
      expect(await readJudging(run.id)).toMatchObject({ standing: 'counts', validation: { required: REQUIRED } })
      expect((await readRun(run.id)).outcomes.unscored).toBe(0)
    })

    it('counts for other runs of the project, too', async () => {
      const { run } = await judgeAll(REQUIRED)
      const later = await runOnce(2)
      await judge(later.id)
      await work()
      expect((await readRun(later.id)).outcomes).toMatchObject({ unscored: 0 })
      expect((await readJudging(later.id)).validation.replies).toBe(REQUIRED)
      // Without what people judged, it is no longer validated.
      await send('DELETE', `/runs/${run.id}`)
      expect((await readRun(later.id)).outcomes).toMatchObject({ unscored: 2 })
    })

    it('leaves what rules decided, and counts the verdict as one check', async () => {
      const { run } = await judgeAll(REQUIRED)
      await saveTasks(TASKS.mixed, TASKS.human)
      const later = await runOnce(1, say('您好，7天到账。请提供抬头。'))
      await judge(later.id, { withoutChecks: true })
      await work()
      const trials = await listTrials(later.id)
      expect(trials.find(({ task }) => task === 'q2')).toMatchObject({
        outcome: 'failed',
        decidedBy: 'judge',
        score: 0.5,
        judgement: { isPassed: true },
      })
      expect(trials.find(({ task }) => task === 'q4')).toMatchObject({ outcome: 'unscored', judgement: null })
      expect(run.outcomes.unscored).toBe(0)
    })

    it('says that judge and candidate are at the same address', async () => {
      const { run } = await judgeAll(REQUIRED)
      expect((await readJudging(run.id)).candidates).toMatchObject([{ relation: { kind: 'model', name: 'judge-1' } }])
    })
  })

  describe('a pair', () => {
    const PAIR = { messages: ['退款几天到账？'], expected: '7天', a: '7天到账', b: '不知道' }
    const judgePair = (body: object = {}) => send('POST', '/judge-model/pair', { ...PAIR, ...body })
    /** Returns what stands between the marks of a place in the judge's question. */
    const readPlace = (message: string, place: string) =>
      new RegExp(`<<<回答${place} .*>>>\\n([^]*)\\n<<<回答${place}结束`).exec(message)?.[1]

    it('is judged in both orders, by the rubric', async () => {
      await send('PUT', '/judge-model/rubric', { rubric: '不能编造' })
      const messages: string[] = []
      const model = await startTestAgent((reply, request, index) => {
        const message: string = JSON.parse(request.body).messages[0].content
        messages.push(message)
        const winner = readPlace(message, 'A') === '7天到账' ? 'A' : 'B'
        return say(`{"winner": "${winner}"}`)(reply, request, index)
      })
      await connectJudge(model.url)
      expect((await judgePair()).json().data).toMatchObject({ winner: 'a', forward: 'first', backward: 'second' })
      expect(messages.map((message) => readPlace(message, 'A'))).toEqual(['7天到账', '不知道'])
      expect(messages[0]).toContain('- 不能编造')
    })

    it('is a tie for a judge that goes by the place, and undecided without a verdict', async () => {
      const first = await startTestAgent(say('{"winner": "A"}'))
      await connectJudge(first.url)
      expect((await judgePair()).json().data).toMatchObject({ winner: 'tie', forward: 'first', backward: 'first' })
      const silent = await startTestAgent(say('都可以。'))
      await connectJudge(silent.url)
      expect((await judgePair()).json().data).toMatchObject({ winner: null, answers: ['都可以。', '都可以。'] })
    })

    it('fails without a judge, and with the reason of one that doesn’t answer', async () => {
      expect(toResult(await judgePair())).toMatchObject({ status: 409, message: '还没有连接裁判模型，请先连接' })
      const broken = await startTestAgent(json({ error: { message: '额度不足' } }, 400))
      await connectJudge(broken.url)
      expect(toResult(await judgePair())).toMatchObject({ status: 400, message: expect.stringContaining('额度不足') })
      expect(toResult(await judgePair({ a: '' }))).toMatchObject({ errors: [{ path: 'a', message: '请填写回答' }] })
    })
  })

  it('cancels a judging whose judge is replaced', async () => {
    await saveTasks(TASKS.rubric)
    const run = await runOnce(1)
    await connectJudge('http://127.0.0.1:9/v1')
    await judge(run.id)
    await connectJudge('http://127.0.0.1:9/v2')
    await work()
    const [row] = await app()
      .database.read.selectFrom('evaluationRuns')
      .select(['status', 'statusReason'])
      .where('judgedRunId', '=', run.id)
      .execute()
    expect(row).toEqual({ status: 'cancelled', statusReason: '裁判模型或评分标准已修改，此前的判定作废' })
  })

  it('is in the copy of the owner’s data', async () => {
    await send('PUT', '/judge-model/rubric', { rubric: '不能编造' })
    expect(await app().services.evaluationRuns.judgeModels.findRubric(project.id)).toBe('不能编造')
  })
})
