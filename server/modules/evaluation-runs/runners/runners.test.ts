import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_MESSAGES } from '#contracts/agents/messages.ts'
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts'
import { RUN_MESSAGES } from '#contracts/evaluation-runs/messages.ts'
import type { Run } from '#contracts/evaluation-runs/run.ts'
import { AGENTS, RUNNERS, RUNS } from '#contracts/limits.ts'
import { describeRuns } from '#contracts/rules/evaluation/run-sentences.ts'
import { finishScoring, saveMethod } from '#testing/factories/evaluation-projects.ts'
import { answer, prepareRuns } from '#testing/factories/evaluation-runs.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = [{ key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] }]
const CONNECTION = { fingerprint: 'a'.repeat(64), maxConcurrency: 10, perMinute: 600, costPerCall: 0 }
const CONVERSATION_TASK = { key: 'q2', title: '请转人工', turns: ['你好', '请转人工', '谢谢'], acceptance: '转接人工' }

const CONVERSATION = {
  reply: '7天',
  isReplyCut: false,
  reasoning: '',
  steps: [],
  firstTokenMs: 10,
  totalMs: 20,
  usage: null,
  cost: null,
  model: 'm',
  attempts: 1,
  problem: null,
}

onEveryDatabase('runners', (app) => {
  let runs: Awaited<ReturnType<typeof prepareRuns>>

  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    runs = await prepareRuns(app(), TASKS)
  })

  const begin = (body: object = {}) => runs.begin({ asker: 'runner', candidates: ['a'], repeats: 2, ...body })
  const createToken = async (run: Pick<Run, 'id'>, body: object = {}) =>
    (await runs.send('POST', `/${run.id}/runner-tokens`, body)).json().data
  const listTokens = async (run: Pick<Run, 'id'>) => (await runs.send('GET', `/${run.id}/runner-tokens`)).json().data

  /** Returns a runner with a token. */
  async function createRunner(run: Pick<Run, 'id'>, body: object = {}) {
    const { token, id } = await createToken(run, body)
    const headers = { authorization: `Bearer ${token}` }
    const post = (path: string, payload: object) =>
      app().server.inject({ method: 'POST', url: `/api/evaluation/runner/${path}`, headers, payload })
    const claim = async (count = 1, connection: object = CONNECTION) =>
      (await post('claims', { candidate: 'a', count, connection })).json().data
    const handIn = (claim: string, changes: object = {}) =>
      post('results', {
        results: [{ claim, host: 'agent.corp', queueMs: 5, conversation: { ...CONVERSATION, ...changes } }],
      })
    return {
      id,
      token,
      post,
      claim,
      handIn,
      get: (path: string) => app().server.inject({ url: `/api/evaluation/runner/${path}`, headers }),
    }
  }

  describe('a run of a runner', () => {
    it('needs no connections, and isn’t asked by the platform', async () => {
      const agent = await startTestAgent(answer('7天'))
      await runs.connect('a', agent.url)
      const run = await begin({ candidates: ['a', 'b'] })
      expect(run).toMatchObject({ asker: 'runner', isWaiting: true, planned: 4 })
      await runs.work()
      expect(agent.requests).toHaveLength(0)
    })

    it('waits for its runner without losing time', async () => {
      const run = await begin({ limits: { minutes: 1 } })
      app().clock.advance(10 * MINUTE_MS)
      await runs.work()
      const runner = await createRunner(run)
      expect(await runner.claim()).toHaveLength(1)
      expect(await runs.read(run)).toMatchObject({ status: 'running', isWaiting: false })
      app().clock.advance(MINUTE_MS)
      await runs.work()
      expect(await runs.read(run)).toMatchObject({ status: 'limited' })
    })

    it('is checked by the platform, and says who asked', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      const [first, second] = await runner.claim(5)
      expect(first).toMatchObject({ candidate: 'a', task: 'q1', turns: ['退款几天到账？'] })
      expect((await runner.handIn(first.claim)).json().data).toEqual([{ claim: first.claim, status: 'stored' }])
      await runner.handIn(second.claim, { reply: '8天' })
      const view = await runs.read(run)
      expect(view).toMatchObject({
        status: 'finished',
        outcomes: { passed: 1, failed: 1 },
        calls: 2,
        candidates: [{ key: 'a', byRunner: 2, connections: 1 }],
      })
      expect(await runs.listTrials(run)).toMatchObject([
        { asker: 'runner', host: 'agent.corp', decidedBy: 'checks', fingerprint: CONNECTION.fingerprint },
        { asker: 'runner' },
      ])
      await finishScoring(runs.project)
      const { reportId } = (await runs.project.client.changeStatus(runs.project.id, 'final')).json().data
      const report = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
      expect(describeRuns(report.data.runs).runs[0]?.protocol).toContain(
        '其中2次试次由执行器在自有网络运行：平台收到交回的回答，并进行检查。',
      )
      const csv = (await runs.send('GET', `/${run.id}/export?format=csv`)).body
      expect(csv).toContain('由执行器在自有网络运行')
    })

    it('may be one that the platform has asked until then, and back', async () => {
      const agent = await startTestAgent(async (reply, request, index) => {
        const [run] = (await runs.send('GET', '')).json().data
        if (index === 0) await runs.act(run, 'asker', { asker: 'runner' })
        return answer('7天')(reply, request, index)
      })
      await runs.connect('a', agent.url)
      const run = await runs.begin({ repeats: 3 })
      await runs.work(runs.createEngine({ conversations: 1, perRun: 1 }))
      expect(await runs.read(run)).toMatchObject({ asker: 'runner', outcomes: { passed: 1 } })
      await runs.act(run, 'asker', { asker: 'platform' })
      await runs.work()
      expect(await runs.read(run)).toMatchObject({ status: 'finished', outcomes: { passed: 3 } })
    })

    it('can’t be given to the platform without connections', async () => {
      const run = await begin()
      expect(toResult(await runs.act(run, 'asker', { asker: 'platform' }))).toMatchObject({
        status: 409,
        message: RUN_MESSAGES.noPlatformConnection('甲'),
      })
    })

    it('is paused if runners ask by different connections', async () => {
      const run = await begin()
      const [first, second] = [await createRunner(run), await createRunner(run)]
      expect(await first.claim()).toHaveLength(1)
      expect(await second.claim(1, { ...CONNECTION, fingerprint: 'b'.repeat(64) })).toEqual([])
      expect(await runs.read(run)).toMatchObject({
        status: 'paused',
        statusReason: RUN_MESSAGES.connectionChanged('甲'),
        changedConnections: ['a'],
      })
      // The owner may also have the first one go on.
      await runs.act(run, 'resume')
      expect(await first.claim()).toHaveLength(1)
      await second.claim(1, { ...CONNECTION, fingerprint: 'b'.repeat(64) })
      await runs.act(run, 'changed-connections', { change: 'askAgain' })
      expect(await second.claim(5, { ...CONNECTION, fingerprint: 'b'.repeat(64) })).toHaveLength(2)
    })
  })

  describe('a claim', () => {
    it('belongs to one of two runners, and both share the run', async () => {
      const run = await begin({ repeats: 10 })
      const [first, second] = [await createRunner(run), await createRunner(run)]
      const claims = await Promise.all([first.claim(5), second.claim(5)])
      const positions = claims.flat().map(({ position }: { position: number }) => position)
      expect(positions.toSorted((a: number, b: number) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    it('is never more than the connection bears, whoever claims', async () => {
      const run = await begin({ repeats: 10 })
      const [first, second] = [await createRunner(run), await createRunner(run)]
      const connection = { ...CONNECTION, maxConcurrency: 3 }
      expect(await first.claim(2, connection)).toHaveLength(2)
      expect(await second.claim(5, connection)).toHaveLength(1)
    })

    it('is lost after its lease, unless it is renewed', async () => {
      const run = await begin({ repeats: 2 })
      const runner = await createRunner(run)
      const [lost, kept] = await runner.claim(2)
      app().clock.advance(RUNS.leaseMs / 2)
      await runner.post('renewals', { claims: [kept.claim] })
      app().clock.advance(RUNS.leaseMs / 2 + 1)
      const [again, ...others] = await runner.claim(2)
      expect([again.position, others]).toEqual([lost.position, []])
      expect((await runner.handIn(lost.claim)).json().data).toEqual([{ claim: lost.claim, status: 'lost' }])
      for (const { claim } of [again, kept]) await runner.handIn(claim)
      expect((await runs.listTrials(run)).map(({ isRepeated }) => isRepeated).toSorted()).toEqual([false, true])
    })

    it('is counted once, however often its result is handed in', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      for (const reply of ['7天', '8天'])
        expect((await runner.handIn(trial.claim, { reply })).json().data).toEqual([
          { claim: trial.claim, status: 'stored' },
        ])
      expect(await runs.read(run)).toMatchObject({ outcomes: { passed: 1, failed: 0 } })
    })

    it('is given back, so that its trial is asked again and its call doesn’t count', async () => {
      const run = await begin({ repeats: 1 })
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      await runner.post('releases', { claim: trial.claim, begun: 0, unmade: 1, isRefused: false })
      expect(await runs.read(run)).toMatchObject({ calls: 0 })
      expect(await runner.claim()).toHaveLength(1)
    })

    it('counts the first call of each trial, up to the connection’s limit per minute', async () => {
      const run = await begin({ repeats: 3 })
      const runner = await createRunner(run)
      const connection = { ...CONNECTION, perMinute: 2 }
      const [trial, ...others] = await runner.claim(3, connection)
      expect([others.length, (await runs.read(run)).calls]).toEqual([1, 2])
      // What the claim has counted isn't counted again by a runner that asks for it.
      expect((await runner.post('calls', { claim: trial.claim, perMinute: 2 })).statusCode).toBe(204)
      const refused = await runner.post('claims', { candidate: 'a', count: 3, connection })
      expect(toResult(refused)).toMatchObject({ status: 429, message: AGENT_MESSAGES.callsPerMinute(2) })
      expect(Number(refused.headers['retry-after'])).toBe(60)
      for (const { claim } of [trial, ...others]) await runner.handIn(claim)
      app().clock.advance(MINUTE_MS)
      expect(await runner.claim(3, connection)).toHaveLength(1)
    })

    it('allows further calls up to the connection’s limit per minute, until the run is cancelled', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      const count = () => runner.post('calls', { claim: trial.claim, isRetry: true, perMinute: 2 })
      for (const status of [204, 429]) expect((await count()).statusCode).toBe(status)
      expect(await runs.read(run)).toMatchObject({ calls: 2 })
      app().clock.advance(MINUTE_MS - 1)
      await runs.act(run, 'cancel')
      expect(toResult(await count())).toMatchObject({ status: 409, message: RUN_MESSAGES.claimLost })
    })

    it('counts the calls that may have been made, each once, if its runner dies', async () => {
      await runs.project.client.send('PUT', `/projects/${runs.project.id}/tasks`, { tasks: [CONVERSATION_TASK] })
      const run = await begin({ repeats: 2 })
      const runner = await createRunner(run)
      const [restarted, lost] = await runner.claim(2)
      expect(await runs.read(run)).toMatchObject({ calls: 6 })
      await runner.post('calls', { claim: restarted.claim, perMinute: 600 })
      // One knows its claim again when it is restarted, and not what it had asked; the other claim runs out.
      await runner.post('releases', { claim: restarted.claim, begun: 1, unmade: 0, isRefused: false })
      expect(await runs.read(run)).toMatchObject({ calls: 2 + 3 })
      app().clock.advance(RUNS.leaseMs + 1)
      const again = await runner.claim(2)
      expect(again.map(({ position }: { position: number }) => position)).toEqual([restarted.position, lost.position])
      expect(await runs.read(run)).toMatchObject({ calls: 2 + 1 + 6 })
      for (const { claim } of again) await runner.handIn(claim, { attempts: 3 })
      const trials = await runs.listTrials(run)
      expect(trials.map(({ isRepeated }) => isRepeated)).toEqual([true, true])
    })

    it('is refused a retry at the limit of calls', async () => {
      const run = await begin({ repeats: 1, limits: { calls: 1 } })
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      const body = { claim: trial.claim, isRetry: true, perMinute: 60 }
      expect((await runner.post('calls', body)).statusCode).toBe(409)
    })
  })

  describe('a hostile runner', () => {
    it('has its replies cut', async () => {
      const run = await begin({ repeats: 1 })
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      expect((await runner.handIn(trial.claim, { reply: '7'.repeat(AGENTS.keptLength + 1) })).statusCode).toBe(200)
      const [stored] = await runs.listTrials(run)
      expect(stored).toMatchObject({ isReplyCut: true })
      expect(stored?.reply).toHaveLength(AGENTS.keptLength)
    })

    it.each<[string, object, string]>([
      ['negative times', { totalMs: -1 }, 'results.0.conversation.totalMs'],
      ['a negative cost', { cost: -1 }, 'results.0.conversation.cost'],
      ['more tokens than can be', { usage: { input: 1e12 + 1, output: 0 } }, 'results.0.conversation.usage.input'],
      ['an outcome of its own', { outcome: 'passed' }, 'results.0.conversation.outcome'],
      ['checks of its own', { checks: [] }, 'results.0.conversation.checks'],
      [
        'a passed problem',
        { problem: { outcome: 'passed', reason: '', isRefusal: false } },
        'results.0.conversation.problem.outcome',
      ],
      [
        'too many steps',
        { steps: Array.from({ length: 1_000 }, () => ({ name: 'a', arguments: '' })) },
        'results.0.conversation.steps',
      ],
    ])('is refused %s', async (_, changes, path) => {
      const run = await begin()
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      const reply = await runner.handIn(trial.claim, changes)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors.map((error: { path: string }) => error.path)).toContain(path)
      expect(await runs.read(run)).toMatchObject({ outcomes: { passed: 0, failed: 0 } })
    })

    it('can’t hand in, renew or count the trials of another run, or what it never claimed', async () => {
      const foreign = await begin()
      const owner = await createRunner(foreign)
      const [trial] = await owner.claim()
      await runs.act(foreign, 'cancel')
      const other = await begin()
      const runner = await createRunner(other)
      for (const claim of [trial.claim, randomUUID()]) {
        expect((await runner.handIn(claim)).json().data).toEqual([{ claim, status: 'lost' }])
        expect((await runner.post('calls', { claim, perMinute: 1 })).statusCode).toBe(409)
        expect((await runner.post('renewals', { claims: [claim] })).statusCode).toBe(204)
        expect((await runner.post('releases', { claim, begun: 0, unmade: 1, isRefused: true })).statusCode).toBe(204)
      }
      expect(await runs.read(other)).toMatchObject({ calls: 0, outcomes: { passed: 0 } })
    })

    it('can’t give back calls that its claim didn’t count', async () => {
      const run = await begin({ repeats: 2 })
      const runner = await createRunner(run)
      const [first] = await runner.claim(2)
      await runner.post('releases', { claim: first.claim, begun: 0, unmade: 999, isRefused: false })
      expect(await runs.read(run)).toMatchObject({ calls: 1 })
    })

    it('can’t give back calls by saying that it made none', async () => {
      const run = await begin({ repeats: 2 })
      const runner = await createRunner(run)
      const [first, second] = await runner.claim(2)
      await runner.handIn(first.claim, { attempts: 0 })
      const problem = { outcome: 'error', reason: '超时', isRefusal: false }
      await runner.handIn(second.claim, { attempts: 0, problem })
      expect(await runs.read(run)).toMatchObject({ calls: 2, outcomes: { passed: 1, error: 1 } })
    })

    it('can’t change a run that was cancelled', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      await runs.act(run, 'cancel')
      expect((await runner.handIn(trial.claim)).json().data).toEqual([{ claim: trial.claim, status: 'lost' }])
      expect(await runs.read(run)).toMatchObject({ status: 'cancelled', outcomes: { passed: 0 } })
    })

    it('can’t change a run at its limit once its lease is over', async () => {
      const run = await begin({ repeats: 2, limits: { calls: 2, minutes: 1 } })
      const runner = await createRunner(run)
      const [kept, late] = await runner.claim(2)
      app().clock.advance(MINUTE_MS)
      await runner.post('renewals', { claims: [kept.claim, late.claim] })
      await runs.work()
      expect((await runner.handIn(kept.claim)).json().data).toMatchObject([{ status: 'stored' }])
      app().clock.advance(RUNS.leaseMs)
      expect((await runner.handIn(late.claim)).json().data).toMatchObject([{ status: 'lost' }])
    })

    it('hands in texts that can be stored, whatever it says', async () => {
      const run = await begin({ repeats: 1 })
      const runner = await createRunner(run)
      const [trial] = await runner.claim()
      const steps = [{ name: '\ud800', arguments: '\u0000' }]
      const conversation = { ...CONVERSATION, model: 'm\ud800', steps }
      const body = { results: [{ claim: trial.claim, host: 'a\ud800', queueMs: 5, conversation }] }
      expect((await runner.post('results', body)).statusCode).toBe(200)
      expect(await runs.listTrials(run)).toMatchObject([
        { host: 'a\ufffd', model: 'm\ufffd', steps: [{ name: '\ufffd', arguments: '\ufffd' }] },
      ])
    })

    it('can’t claim what the platform asks', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      await runs.connect('a', 'http://127.0.0.1:9')
      await runs.act(run, 'asker', { asker: 'platform' })
      const reply = await runner.post('claims', { candidate: 'a', connection: CONNECTION })
      expect(toResult(reply)).toMatchObject({ status: 409, message: RUN_MESSAGES.notRunnerRun })
    })
  })

  describe('a token', () => {
    it('is shown once, and stored as a hash', async () => {
      const run = await begin()
      const { token, ...shown } = await createToken(run, { hours: 1 })
      expect(await listTokens(run)).toEqual([shown])
      const stored = await app().database.read.selectFrom('runnerTokens').selectAll().execute()
      for (const text of [JSON.stringify(stored), JSON.stringify(await listAudit(app()))])
        expect(text).not.toContain(token)
    })

    it('ends with its run, when it is revoked, and with its time', async () => {
      const gone = await begin()
      const deleted = await createRunner(gone)
      await runs.act(gone, 'cancel')
      expect((await deleted.get('run')).json().data).toMatchObject({ status: 'cancelled' })
      await runs.send('DELETE', `/${gone.id}`)
      const run = await begin()
      const [expired, revoked] = [await createRunner(run, { hours: 1 }), await createRunner(run)]
      await runs.send('DELETE', `/${run.id}/runner-tokens/${revoked.id}`)
      expect((await expired.get('run')).statusCode).toBe(200)
      app().clock.advance(HOUR_MS)
      for (const { get } of [deleted, revoked, expired])
        expect(toResult(await get('run'))).toMatchObject({ status: 401, message: RUN_MESSAGES.runnerTokenInvalid })
      expect((await app().server.inject('/api/evaluation/runner/run')).statusCode).toBe(401)
    })

    it('says when it was last used', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      expect(await listTokens(run)).toMatchObject([{ lastUsedAt: null }])
      await runner.get('run')
      expect(await listTokens(run)).toMatchObject([{ lastUsedAt: expect.any(String) }])
    })

    it('reads the keys of connections only if its owner has allowed it', async () => {
      await runs.connect('a', 'http://127.0.0.1:9', { headers: { 'X-Tenant': 'tenant-1234' } })
      const run = await begin()
      const without = (await (await createRunner(run)).get('connections/a')).json().data
      expect(without).toMatchObject({ secret: null, headers: { 'X-Tenant': '' }, hasKeys: true })
      const reader = await createRunner(run, { canReadKeys: true })
      expect((await reader.get('connections/a')).json().data).toMatchObject({
        secret: 'sk-secret',
        headers: { 'X-Tenant': 'tenant-1234' },
      })
      expect((await reader.get('connections/b')).statusCode).toBe(404)
    })

    it('isn’t made for a run of the platform, or beyond the limit', async () => {
      await runs.connect('a', 'http://127.0.0.1:9')
      const run = await runs.begin()
      expect(toResult(await runs.send('POST', `/${run.id}/runner-tokens`, {}))).toMatchObject({
        status: 409,
        message: RUN_MESSAGES.notRunnerRun,
      })
      await runs.act(run, 'asker', { asker: 'runner' })
      for (let count = 0; count < RUNNERS.perRun; count += 1) await createToken(run)
      expect((await runs.send('POST', `/${run.id}/runner-tokens`, {})).statusCode).toBe(409)
    })

    it('doesn’t work for a disabled owner', async () => {
      const run = await begin()
      const runner = await createRunner(run)
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ status: 'inactive' }).where('id', '=', runs.project.owner.id).execute(),
      )
      expect(toResult(await runner.get('run'))).toMatchObject({ status: 403, message: RUN_MESSAGES.ownerDisabled })
    })
  })
})
