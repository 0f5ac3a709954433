import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Grading, Reading, ReadingItem, ReadingRoom } from '#contracts/evaluation-grading/grading.ts'
import { GRADING_MESSAGES } from '#contracts/evaluation-grading/messages.ts'
import type { Verdict } from '#contracts/evaluation-grading/verdicts.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import type { Run, RunTrial } from '#contracts/evaluation-runs/run.ts'
import { GRADING } from '#contracts/limits.ts'
import { json } from '#testing/agent-server.ts'
import { type PreparedProject, prepareProject, readToken, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = [
  { key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
  { key: 'q2', title: '请转人工', acceptance: '转接人工', expected: '好的，为您转接' },
]
const MIXED = {
  key: 'q3',
  title: '如何退款？',
  threshold: 0.5,
  checks: [
    { kind: 'contains', value: '不会出现' },
    { kind: 'human', text: '语气礼貌', weight: 3 },
  ],
}

onEveryDatabase('grading', (app) => {
  let project: PreparedProject
  let judges: JudgeCredentials[]

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    // Engines ask for all runs.
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
    judges = [project.judge.access]
    for (const name of ['王评委', '赵评委']) {
      const { link } = (await project.client.invite(project.id, { name })).json().data
      judges.push({ token: readToken(link) })
    }
  })

  const runPath = (run: Pick<Run, 'id'>) => `/projects/${project.id}/runs/${run.id}`
  const ask = async (run: Pick<Run, 'id'>): Promise<Run> => (await project.client.send('GET', runPath(run))).json().data
  const listTrials = async (run: Run, query = ''): Promise<RunTrial[]> =>
    (await project.client.send('GET', `${runPath(run)}/trials${query}`)).json().data
  const send = (method: 'GET' | 'PUT' | 'POST', run: Run, body?: object, path = '') =>
    project.client.send(method, `${runPath(run)}/grading${path}`, body)
  const save = async (run: Run, settings: object = {}): Promise<Grading> => {
    const reply = await send('PUT', run, { share: 0, ...settings })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }
  const close = async (run: Run): Promise<Grading> => (await send('POST', run, undefined, '/close')).json().data
  const getJudge = (index: number): JudgeCredentials => judges[index] ?? { token: '' }
  const post = (path: string, access: JudgeCredentials, body: object = {}) =>
    project.guest.send('POST', `/judging/gradings${path}`, { access, ...body })
  const openRoom = async (run: Run, access: JudgeCredentials): Promise<ReadingRoom> =>
    (await post('/room', access, { run: run.id })).json().data
  const getItem = async (access: JudgeCredentials, item: string): Promise<ReadingItem> =>
    (await post('/item', access, { item })).json().data
  const read = (access: JudgeCredentials, item: string, verdict: Verdict | null, version = 0, reason = '') =>
    post('/reading', access, { item, verdict, reason, version })

  /** Runs all tasks once with each candidate; each says who it is. */
  async function createRun(tasks: object[] = TASKS, options: object = {}): Promise<Run> {
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
    for (const [candidate, name] of [
      ['a', '甲'],
      ['b', '乙'],
    ] as const) {
      const content = `我是${name}，ＤＥＥＰＳＥＥＫ模型acme-chat-7b，7天。`
      const agent = await startTestAgent(
        json({ model: 'acme-chat-7b', choices: [{ message: { content }, finish_reason: 'stop' }] }),
      )
      const connection = { kind: 'openai', url: agent.url, secret: 'sk-secret' }
      await project.client.send('PUT', `/projects/${project.id}/connections/${candidate}`, connection)
    }
    const body = { repeats: 1, retries: 0, ...options }
    const run: Run = (await project.client.send('POST', `/projects/${project.id}/runs`, body)).json().data
    const engine = app().services.evaluationRuns.createEngine((error) => {
      throw error
    })
    await engine.work()
    await engine.waitUntilIdle()
    await engine.work()
    return ask(run)
  }

  /** Each of the first `count` judges reads everything that is left for them. */
  async function readAll(run: Run, count: number, choose: (item: ReadingItem, judge: number) => Verdict) {
    for (const [index, access] of judges.slice(0, count).entries())
      for (const { id, version } of (await openRoom(run, access)).items) {
        const reply = await read(access, id, choose(await getItem(access, id), index), version)
        expect(reply.statusCode, reply.body).toBe(200)
      }
  }

  it('has people read what nobody decided, and counts the verdict of two readers', async () => {
    const run = await createRun()
    expect(run.outcomes).toMatchObject({ passed: 2, unscored: 2 })
    const grading = await save(run)
    expect(grading).toMatchObject({
      status: 'open',
      available: { unscored: 2, decided: 2, pairs: 2 },
      items: { total: 2, decided: 0 },
      pairs: { total: 0 },
      results: null,
    })
    await readAll(run, 2, () => 'passed')
    expect((await openRoom(run, getJudge(2))).items).toEqual([])
    await close(run)
    const [first] = await listTrials(run, '?task=q2')
    expect(first).toMatchObject({ outcome: 'passed', decidedBy: 'people', score: 1, reason: '', checks: [] })
    expect((await ask(run)).candidates).toMatchObject([
      { key: 'a', decided: 2, passed: 2, rateOfPlanned: 1 },
      { key: 'b', decided: 2, passed: 2 },
    ])
  })

  it('shows nothing that says whose a reply is', async () => {
    const run = await createRun([...TASKS, MIXED])
    const suggested: Grading = (await send('GET', run)).json().data
    expect(suggested.status).toBe('none')
    // Everything that an agent could add tells who it is, too.
    const telling = {
      ...BLANK,
      reply:
        '我是ｄｅｅｐ\u200bＳｅｅｋ，见[甲说明-acme_chat.pdf](https://docs.DeepSeek.com/甲)，**通义**千問。模型acme-chat-7b，7天。',
      earlierReplies: ['我是甲，请说'],
      reasoning: '作为甲，我……',
      reason: '甲已暂停',
      steps: [{ name: 'acme_search', arguments: '{"user":"甲"}' }],
      host: 'api.acme.example',
      model: 'acme-chat-7b',
    }
    await app().database.write(({ db }) =>
      db
        .updateTable('evaluationRunTrials')
        .set({ resultJson: JSON.stringify(telling), stepNamesJson: '["acme_search"]' })
        .where('runId', '=', run.id)
        .where('candidate', '=', 'a')
        .execute(),
    )
    const saved = await save(run, { share: 1, pairs: 3 })
    expect(saved.settings.hiddenWords).toEqual(expect.arrayContaining(suggested.settings.hiddenWords))
    const bodies: string[] = []
    const room = await post('/room', getJudge(0), { run: run.id })
    bodies.push(room.body, (await post('', getJudge(0))).body)
    const { items }: ReadingRoom = room.json().data
    expect(items).toHaveLength(9)
    for (const { id } of items) bodies.push((await post('/item', getJudge(0), { item: id })).body)
    const trials = [...(await listTrials(run)), ...(await listTrials(run, '?page=2'))]
    const hosts = trials.flatMap(({ host, sha256, id }) => [host, sha256, id])
    for (const body of bodies) {
      const secrets = ['甲', '乙', 'acme', 'deepseek', 'ｄｅｅｐ', 'ＤＥＥＰ', '通义', '千問', 'sha256', ...hosts]
      for (const secret of secrets) expect(body.toLowerCase(), body).not.toContain(secret.toLowerCase())
      // Keys of candidates, positions, times and figures of a reply have no place in the answers.
      expect(body).not.toMatch(
        /"(?:candidate|position|otherPosition|model|totalMs|firstTokenMs|cost|usage|host|repeat|variant|steps|outcome|checks|decidedBy|cause)"/,
      )
    }
    expect(bodies.join('\n')).toContain('▇▇模型▇▇，7天')
    expect(bodies.join('\n')).toContain('我是▇▇，请说')
    // Ids are random: their order is not that of the trials.
    expect(items.every(({ id }) => /^[\da-f]{8}-[\da-f]{4}-4/.test(id))).toBe(true)
    const item = await getItem(getJudge(0), items.find(({ isPair }) => isPair)?.id ?? '')
    expect(Object.keys(item).toSorted()).toEqual(['acceptance', 'expected', 'id', 'messages', 'replies', 'rubrics'])
    expect(item.replies).toHaveLength(2)
  })

  it('orders the replies differently for each reader', async () => {
    const run = await createRun(TASKS, { repeats: 8 })
    await save(run)
    const order = async (index: number) => (await openRoom(run, getJudge(index))).items.map(({ id }) => id)
    expect(await order(0)).toEqual(await order(0))
    expect(await order(0)).not.toEqual(await order(1))
    expect((await order(0)).toSorted()).toEqual((await order(1)).toSorted())
  })

  it('takes a third reader where two differ, and is open again if a reader changes their mind', async () => {
    const run = await createRun()
    await save(run)
    const [first, second, third] = [getJudge(0), getJudge(1), getJudge(2)]
    const id = (await openRoom(run, first)).items[0]?.id ?? ''
    const countDecided = async () => ((await send('GET', run)).json().data as Grading).items.decided
    await read(first, id, 'passed')
    await read(second, id, 'failed', 0, '没有转接')
    expect(await countDecided()).toBe(0)
    await read(third, id, 'failed')
    expect(await countDecided()).toBe(1)
    await read(third, id, 'passed', 1)
    expect(await countDecided()).toBe(1)
    await read(third, id, null, 2, '再想想')
    expect(await countDecided()).toBe(0)
    const room = await openRoom(run, third)
    expect(room.items.find((item) => item.id === id)).toMatchObject({ verdict: null, reason: '再想想', version: 3 })
  })

  it('overrules checks, whose verdicts stay, and fills in those that wait for a person', async () => {
    const run = await createRun([TASKS[0] ?? {}, MIXED])
    await save(run, { share: 1 })
    await readAll(run, 2, ({ messages }) => (messages[0] === MIXED.title ? 'passed' : 'failed'))
    const grading = await close(run)
    const [checked] = await listTrials(run, '?task=q1')
    expect(checked).toMatchObject({ outcome: 'failed', decidedBy: 'people', score: 1, checks: [{ isPassed: true }] })
    const [mixed] = await listTrials(run, '?task=q3')
    expect(mixed).toMatchObject({
      outcome: 'passed',
      decidedBy: 'people',
      score: 0.75,
      checks: [{ isPassed: false }, { isPassed: null }],
    })
    expect(grading.results).toMatchObject({ read: 4, passed: 2, overturned: 2, undecided: 0 })
  })

  it('takes points, whose mean is the score of a reply without checks', async () => {
    const run = await createRun([TASKS[1] ?? {}])
    await save(run, { scale: 'points' })
    await readAll(run, 2, (_item, judge) => (judge === 0 ? '5' : '3'))
    const [item] = (await openRoom(run, getJudge(0))).items
    expect(toResult(await read(getJudge(0), item?.id ?? '', 'passed', 1))).toMatchObject({
      status: 400,
      message: '这条回答不能这样判定',
    })
    expect(toResult(await send('PUT', run, { scale: 'verdict' }))).toMatchObject({
      status: 409,
      message: '已有判定，计分方式不能再改',
    })
    await close(run)
    expect(await listTrials(run)).toMatchObject([
      { outcome: 'passed', score: 0.8 },
      { outcome: 'passed', score: 0.8 },
    ])
  })

  it('shows results only once it is closed', async () => {
    const run = await createRun()
    await save(run)
    await readAll(run, 2, (_item, judge) => (judge === 0 ? 'passed' : 'failed'))
    await readAll(run, 3, () => 'failed')
    const open: Grading = (await send('GET', run)).json().data
    expect(open.results).toBeNull()
    // The first changed their mind, which left nothing to the third.
    expect(new Set(open.readers)).toEqual(
      new Set([
        { name: '李评委', items: 2, pairs: 0 },
        { name: '王评委', items: 2, pairs: 0 },
        { name: '赵评委', items: 0, pairs: 0 },
      ]),
    )
    // An owner may be a judge, who must not see what others say.
    const { outcomes, candidates } = await ask(run)
    expect(outcomes).toEqual(run.outcomes)
    expect(candidates).toEqual(run.candidates)
    expect((await listTrials(run)).filter(({ decidedBy }) => decidedBy === 'people')).toEqual([])
    const copy = await app().services.evaluationRuns.grading.getForOwner(run.id)
    expect(copy).toMatchObject({ closedAt: null, items: [] })
    const [item] = (await openRoom(run, getJudge(1))).items
    const { status, results } = await close(run)
    expect({ status, results }).toMatchObject({
      status: 'closed',
      results: { readers: { length: 2 }, read: 2, passed: 0, pairs: null },
    })
    expect(toResult(await read(getJudge(1), item?.id ?? '', 'passed', 1))).toMatchObject({
      status: 409,
      message: '这次人工判定已经结束',
    })
    expect((await post('', getJudge(0))).json().data).toEqual([])
    expect(toResult(await send('POST', run, undefined, '/close')).status).toBe(409)
    expect(await app().services.evaluationRuns.grading.getForOwner(run.id)).toMatchObject({ items: { length: 2 } })
  })

  it('names the disputes, with the reasons of both sides', async () => {
    const run = await createRun([TASKS[1] ?? {}])
    await save(run)
    const id = (await openRoom(run, getJudge(0))).items[0]?.id ?? ''
    await read(getJudge(0), id, 'passed', 0, '已转接')
    await read(getJudge(1), id, 'failed', 0, '没有转接')
    const { results } = await close(run)
    expect(results).toMatchObject({
      undecided: 2,
      agreement: { units: 1, agreed: 0 },
      disputes: [
        {
          task: '请转人工',
          isPassed: null,
          readings: expect.arrayContaining([
            { reader: '李评委', verdict: 'passed', reason: '已转接' },
            { reader: '王评委', verdict: 'failed', reason: '没有转接' },
          ]),
        },
      ],
    })
  })

  it('leaves settings as they are that a save doesn’t name', async () => {
    const run = await createRun()
    const settings = { scale: 'points', readers: 1, pairs: 2, share: 0, seed: 7, hiddenWords: ['暗号'] }
    await save(run, settings)
    const changed = await send('PUT', run, { readers: 3 })
    expect(changed.json().data.settings).toMatchObject({ ...settings, readers: 3 })
  })

  it('goes on with its verdicts once it is reopened, and says when and why', async () => {
    const run = await createRun()
    await save(run)
    await readAll(run, 2, () => 'passed')
    await close(run)
    const reply = await send('POST', run, { reason: '标准有误' }, '/reopen')
    const reopenings = [{ at: expect.any(String), reason: '标准有误' }]
    expect(reply.json().data).toMatchObject({ status: 'open', closedAt: null, results: null, reopenings })
    expect((await ask(run)).outcomes).toMatchObject({ passed: 2, unscored: 2 })
    const [first] = (await openRoom(run, getJudge(0))).items
    expect(first).toMatchObject({ verdict: 'passed' })
    for (const access of judges.slice(0, 2)) await read(access, first?.id ?? '', 'failed', 1)
    expect((await close(run)).results).toMatchObject({ read: 2, passed: 1 })
    expect((await ask(run)).outcomes).toMatchObject({ passed: 3, failed: 1, unscored: 0 })
    expect(await app().services.evaluationRuns.grading.getForOwner(run.id)).toMatchObject({ reopenings })
  })

  it('is reopened only if it is closed, for a reason, a few times, and before the report', async () => {
    const run = await createRun()
    const reopen = (reason = '再看') => send('POST', run, { reason }, '/reopen')
    expect(toResult(await reopen())).toMatchObject({ status: 409, message: GRADING_MESSAGES.notClosed })
    await save(run)
    expect((await reopen()).statusCode).toBe(409)
    await close(run)
    expect(toResult(await reopen(' '))).toMatchObject({ status: 400 })
    const setGrading = (changes: object) =>
      app().database.write(({ db }) =>
        db.updateTable('evaluationGradings').set(changes).where('runId', '=', run.id).execute(),
      )
    const earlier = { at: '2026-11-01T00:00:00.000Z', reason: '再看' }
    await setGrading({ reopeningsJson: JSON.stringify(Array.from({ length: GRADING.reopenings }, () => earlier)) })
    expect(toResult(await reopen())).toMatchObject({ status: 409, message: expect.stringContaining('另开一次运行') })
    await setGrading({ reopeningsJson: null })
    await app().database.write(({ db }) =>
      db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
    )
    expect(toResult(await reopen())).toMatchObject({ status: 409, message: GRADING_MESSAGES.projectClosed })
  })

  describe('by a reader with a conflict of interest', () => {
    const CONFLICT = { candidate: 'a', reason: '曾任顾问' }
    const getOutcomes = async (run: Run) => (await ask(run)).outcomes

    it('is not asked for: neither the list nor a reply of the candidate is theirs', async () => {
      const run = await createRun()
      await project.client.changeStatus(project.id, 'scoring')
      await save(run)
      const all = (await openRoom(run, getJudge(0))).items.map(({ id }) => id)
      await project.guest.declare(getJudge(0), [CONFLICT])
      const own = (await openRoom(run, getJudge(0))).items.map(({ id }) => id)
      expect({ all: all.length, own: own.length }).toEqual({ all: 2, own: 1 })
      const barred = all.find((id) => !own.includes(id)) ?? ''
      expect((await post('/item', getJudge(0), { item: barred })).statusCode).toBe(404)
      expect((await read(getJudge(0), barred, 'passed')).statusCode).toBe(404)
      expect((await openRoom(run, getJudge(1))).items).toHaveLength(2)
    })

    it('no longer counts if it was declared later, and counts again if it is withdrawn', async () => {
      const run = await createRun()
      await project.client.changeStatus(project.id, 'scoring')
      await save(run)
      await readAll(run, 2, () => 'passed')
      expect((await close(run)).results).toMatchObject({ read: 2, undecided: 0, setAside: 0 })
      expect(await getOutcomes(run)).toMatchObject({ passed: 4, unscored: 0 })
      await project.guest.declare(getJudge(0), [CONFLICT])
      const { results }: Grading = (await send('GET', run)).json().data
      expect(results).toMatchObject({ read: 1, undecided: 1, setAside: 1 })
      expect(await getOutcomes(run)).toMatchObject({ passed: 3, unscored: 1 })
      const withdrawal = { candidate: 'a', reason: '误填' }
      await project.guest.send('POST', '/judging/withdrawal', { access: getJudge(0), withdrawal })
      const decision = { candidate: 'a', isConfirmed: true, reason: '已核对' }
      await project.client.send('POST', `/projects/${project.id}/judges/${project.judge.id}/withdrawal`, decision)
      expect(await getOutcomes(run)).toMatchObject({ passed: 4, unscored: 0 })
    })

    it('leaves an open reading to the others', async () => {
      const run = await createRun()
      await project.client.changeStatus(project.id, 'scoring')
      await save(run)
      await readAll(run, 2, () => 'passed')
      expect((await openRoom(run, getJudge(2))).items).toHaveLength(0)
      await project.guest.declare(getJudge(0), [CONFLICT])
      const [item] = (await openRoom(run, getJudge(2))).items
      await read(getJudge(2), item?.id ?? '', 'passed')
      expect((await close(run)).results).toMatchObject({ read: 2, undecided: 0, setAside: 1 })
    })
  })

  it('compares replies side by side, whichever side they stand on', async () => {
    const run = await createRun([TASKS[1] ?? {}], { repeats: 6 })
    const grading = await save(run, { pairs: 6, hiddenWords: ['乙'] })
    expect(grading.pairs).toEqual({ total: 6, decided: 0 })
    // The names are hidden, so the longer reply tells the judge which is which.
    await app().database.write(({ db }) =>
      db
        .updateTable('evaluationRunTrials')
        .set({ resultJson: JSON.stringify({ ...BLANK, reply: '更长的回答' }) })
        .where('runId', '=', run.id)
        .where('candidate', '=', 'b')
        .execute(),
    )
    const sides = new Set<Verdict>()
    await readAll(run, 2, ({ replies }) => {
      if (replies.length === 1) return 'passed'
      const side = replies[0]?.text === '更长的回答' ? 'left' : 'right'
      sides.add(side)
      return side
    })
    expect([...sides].toSorted()).toEqual(['left', 'right'])
    const { results } = await close(run)
    expect(results?.pairs).toMatchObject({ read: 6, undecided: 0, agreement: { units: 6, agreed: 6 } })
    const better = results?.pairs?.candidates.find(({ key }) => key === 'b')
    expect(better).toMatchObject({ name: '乙', winRate: 1, strength: null })
    expect(better?.winRateInterval[0]).toBeCloseTo(0.61, 2)
  })

  it('keeps what was read when settings change, and adds what came since', async () => {
    const run = await createRun()
    await save(run)
    const [item] = (await openRoom(run, getJudge(0))).items
    await read(getJudge(0), item?.id ?? '', 'passed')
    expect((await save(run, { readers: 1 })).items).toEqual({ total: 2, decided: 1 })
    expect((await save(run, { readers: 2, share: 1, pairs: 2 })).items).toEqual({ total: 4, decided: 0 })
    expect(toResult(await send('PUT', run, { readers: 4 }))).toMatchObject({
      status: 400,
      message: '项目只有3位评委，不能要求更多人判定',
    })
    const stale = await project.client.send('PUT', `${runPath(run)}/grading`, {}, { 'if-match': '"1"' })
    expect(stale.statusCode).toBe(412)
  })

  it('shows sealed tasks only if the owner says so', async () => {
    const run = await createRun([{ ...TASKS[1], isSealed: true }, TASKS[0] ?? {}])
    expect(toResult(await send('PUT', run, { share: 0 }))).toMatchObject({ status: 400 })
    expect((await save(run, { hasSealed: true })).items.total).toBe(2)
  })

  describe('a reading', () => {
    let run: Run
    let id: string

    beforeEach(async () => {
      run = await createRun()
      await save(run)
      id = (await openRoom(run, getJudge(0))).items[0]?.id ?? ''
    })

    it('is not overwritten if it was changed in another window', async () => {
      const first: Reading = (await read(getJudge(0), id, 'passed', 0, '很好')).json().data
      expect(first).toEqual({ verdict: 'passed', reason: '很好', version: 1 })
      expect(toResult(await read(getJudge(0), id, 'failed', 0))).toMatchObject({
        status: 412,
        message: '这一条已在另一个窗口判定，请核对后再保存',
      })
      expect((await read(getJudge(0), id, 'failed', 1)).json().data).toMatchObject({ verdict: 'failed', version: 2 })
    })

    it('is refused once others have decided the reply', async () => {
      await read(getJudge(0), id, 'passed')
      await read(getJudge(1), id, 'passed')
      const expected = { status: 403, message: '这一条已由其他评委判定，不必再判' }
      expect(toResult(await read(getJudge(2), id, 'failed'))).toMatchObject(expected)
      expect(toResult(await post('/item', getJudge(2), { item: id }))).toMatchObject(expected)
      expect((await read(getJudge(1), id, 'failed', 1)).statusCode).toBe(200)
      expect((await read(getJudge(2), id, 'failed')).statusCode).toBe(200)
    })

    it('covers all replies: once it is closed, the run is not asked again', async () => {
      await app().database.write(({ db }) =>
        db.updateTable('evaluationRunTrials').set({ outcome: 'error' }).where('runId', '=', run.id).execute(),
      )
      await close(run)
      expect(toResult(await project.client.send('POST', `${runPath(run)}/retry`))).toMatchObject({
        status: 409,
        message: '这次运行的人工判定已经结束，新的回答不会有人判定；请先重新开放人工判定，或另开一次运行',
      })
      await send('POST', run, { reason: '再问出错的' }, '/reopen')
      expect((await project.client.send('POST', `${runPath(run)}/retry`)).statusCode).toBe(200)
    })

    it('is in the copy of the judge’s data', async () => {
      await read(getJudge(0), id, 'failed', 0, '没有转接')
      expect(await app().services.evaluationRuns.grading.listForJudges([project.judge.id])).toEqual([
        { verdict: 'failed', reason: '没有转接', updatedAt: expect.any(String) },
      ])
    })

    it('counts even if all readers save at once', async () => {
      const replies = await Promise.all(judges.map((access) => read(access, id, 'passed')))
      // Two decide it, so whoever comes third finds it gone.
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 403])
      expect(((await send('GET', run)).json().data as Grading).items.decided).toBe(1)
      const first = getJudge(replies.findIndex(({ statusCode }) => statusCode === 200))
      const twice = await Promise.all([read(first, id, 'failed', 1), read(first, id, 'passed', 1)])
      expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
    })

    it('is refused to others: judges of other projects, removed ones, and an owner who is no judge', async () => {
      const stranger = await prepareProject(app())
      for (const path of ['/room', '/item', '/reading']) {
        const body = { run: run.id, item: id, verdict: 'passed', reason: '', version: 0 }
        const { run: _run, ...saved } = body
        const input = path === '/room' ? { run: run.id } : path === '/item' ? { item: id } : saved
        expect((await post(path, stranger.judge.access, input)).statusCode).toBe(404)
        const asOwner = await project.client.send('POST', `/judging/gradings${path}`, {
          access: { project: project.id },
          ...input,
        })
        expect(asOwner.statusCode).toBe(404)
      }
      await project.client.send('DELETE', `/projects/${project.id}/judges/${project.judge.id}`)
      expect((await read(getJudge(0), id, 'passed')).statusCode).toBe(404)
      expect((await send('GET', run)).json().data.items.decided).toBe(0)
    })

    it('is refused once the project has its report', async () => {
      await app().database.write(({ db }) =>
        db.updateTable('evaluationProjects').set({ status: 'final' }).where('id', '=', project.id).execute(),
      )
      expect(toResult(await read(getJudge(0), id, 'passed'))).toMatchObject({
        status: 409,
        message: '项目已定稿，不能再判定',
      })
      expect((await send('PUT', run, {})).statusCode).toBe(409)
    })
  })
})

const BLANK = {
  reason: '',
  messages: ['请转人工'],
  reasoning: '',
  steps: [],
  checks: [],
  queueMs: null,
  usage: null,
  host: '',
  model: null,
}
