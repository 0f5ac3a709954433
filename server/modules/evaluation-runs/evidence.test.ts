import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contracts/durations.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import type { RunTrial } from '#contracts/evaluation-runs/run.ts'
import { REPORT_RUNS } from '#contracts/limits.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { json } from '#testing/agent-server.ts'
import {
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { answer, completeRun, connectAgent } from '#testing/factories/evaluation-runs.ts'
import { openZip } from '#testing/factories/zip.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TASKS = [
  { key: 'q1', title: '退款几天到账？', checks: [{ kind: 'number', value: 7 }] },
  { key: 'q2', title: '发票怎么开？', checks: [{ kind: 'contains', value: '税号' }] },
]

onEveryDatabase('a report of a project with runs', (app) => {
  let project: PreparedProject
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    // Engines ask for all runs.
    await app().database.write(({ db }) => db.deleteFrom('evaluationRuns').execute())
    project = await prepareProject(app())
    await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: TASKS })
  })

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
    project.client.send(method, `/projects/${project.id}/runs${path}`)
  const failTrials = (run: string) =>
    app().database.write(({ db }) =>
      db.updateTable('evaluationRunTrials').set({ outcome: 'failed' }).where('runId', '=', run).execute(),
    )
  const openReading = (run: string) =>
    project.client.send('PUT', `/projects/${project.id}/runs/${run}/grading`, { share: 1, readers: 1 })
  const requestFinal = () => project.client.changeStatus(project.id, 'final')
  /** Finishes the project, and returns its report. */
  async function finish(): Promise<ReportReply> {
    const reply = await requestFinal()
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return readReport(reply.json().data.reportId)
  }
  const readReport = async (id: string): Promise<ReportReply> =>
    (await app().server.inject(`/api/evaluation/project-reports/${id}`)).json().data
  const downloadAppendix = (id: string) => app().server.inject(`/api/evaluation/project-reports/${id}/appendix`)

  it('describes them by protocol, figures, failures and quoted replies', async () => {
    const right = await startTestAgent(answer('7天'))
    const broken = await startTestAgent(json({ error: { message: '额度不足' } }, 400))
    await connectAgent(project, 'a', right.url, { price: { perCall: 0.5 } })
    await connectAgent(project, 'b', broken.url)
    const run = await completeRun(app(), project, { title: '首轮', repeats: 2, seed: 7 })
    await finishScoring(project)
    const { data } = await finish()
    expect(data.runs).toMatchObject({
      deleted: [],
      appendix: { trials: 8 },
      runs: [
        {
          id: run.id,
          title: '首轮',
          status: 'finished',
          startedBy: { name: project.owner.name, isStaff: false },
          repeats: 2,
          retries: 0,
          seed: 7,
          limits: { calls: 1_000, minutes: 120 },
          tasks: [{ key: 'q1' }, { key: 'q2' }],
          outcomes: { passed: 2, failed: 2, error: 4 },
          endpoints: [
            { candidate: 'a', host: new URL(right.url).host, models: [] },
            { candidate: 'b', host: new URL(broken.url).host, models: [] },
          ],
          failureKinds: [
            { candidate: 'b', kind: 'error', count: 4 },
            { candidate: 'a', kind: 'contains', count: 2 },
          ],
          failures: { length: 2 },
        },
      ],
    })
    expect(data.runs?.runs[0]?.candidates).toEqual(run.candidates)
    expect(data.runs?.runs[0]?.quotes).toMatchObject([
      { candidate: 'a', outcome: 'passed', task: 'q1', messages: ['退款几天到账？'], reply: '7天', isCut: false },
      { candidate: 'a', outcome: 'passed', task: 'q1' },
      { candidate: 'a', outcome: 'failed', task: 'q2', checks: [{ kind: 'contains', isPassed: false }] },
      { candidate: 'a', outcome: 'failed', task: 'q2' },
    ])
  })

  it('says what people said of its replies', async () => {
    const agent = await startTestAgent(answer('8天'))
    await connectAgent(project, 'a', agent.url)
    await connectAgent(project, 'b', agent.url)
    const run = await completeRun(app(), project, { repeats: 1 })
    const grading = { share: 1, readers: 1, pairs: 2 }
    await project.client.send('PUT', `/projects/${project.id}/runs/${run.id}/grading`, grading)
    const { access } = project.judge
    const room = await project.guest.send('POST', '/judging/gradings/room', { access, run: run.id })
    for (const { id: item, isPair } of room.json().data.items) {
      const reading = { item, verdict: isPair ? 'equal' : 'passed', reason: '', version: 0 }
      await project.guest.send('POST', '/judging/gradings/reading', { access, ...reading })
    }
    await finishScoring(project)
    expect(toResult(await requestFinal())).toMatchObject({
      status: 409,
      message: '人工判定还没有结束，请先结束判定，再定稿',
    })
    await send('POST', `/${run.id}/grading/close`)
    const { data } = await finish()
    expect(data.runs?.runs[0]).toMatchObject({
      outcomes: { passed: 4 },
      people: {
        readers: 1,
        read: 4,
        passed: 4,
        overturned: 4,
        undecided: 0,
        disputed: 0,
        agreement: { units: 0 },
        pairs: { read: 2, candidates: [{ winRate: 0.5 }, { winRate: 0.5 }] },
      },
    })
    const word = await app().server.inject(`/api/evaluation/project-reports/${data.id}/export?format=docx`)
    const text = openZip(word.rawPayload).read('word/document.xml')
    for (const sentence of ['1位评委在不知道是谁的情况下判定了4条回答', '甲胜率50%']) expect(text).toContain(sentence)
  })

  it('says nothing of runs if there were none', async () => {
    await finishScoring(project)
    expect((await finish()).data).not.toHaveProperty('runs')
  })

  it('has all trials in an appendix, which the signed hash identifies', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    const first = await completeRun(app(), project)
    app().clock.advance(1_000)
    const runs = [first, await completeRun(app(), project)]
    await finishScoring(project)
    const { data } = await finish()
    const { body, headers } = await downloadAppendix(data.id)
    expect(headers['content-type']).toBe('application/jsonl; charset=utf-8')
    expect(data.runs?.appendix).toEqual({
      sha256: createHash('sha256').update(body).digest('hex'),
      bytes: Buffer.byteLength(body),
      trials: 12,
    })
    const lines = body.split('\n').slice(0, -1)
    const trials: RunTrial[] = lines.map((line) => JSON.parse(line))
    expect(trials.map(toCanonicalJson)).toEqual(lines)
    expect(new Set(trials.map(({ id }) => id)).size).toBe(12)
    // As a stranger recomputes it, who has the appendix and the description of the call.
    for (const { sha256, hashVersion: _version, ...trial } of trials)
      expect(createHash('sha256').update(toCanonicalJson(trial)).digest('hex')).toBe(sha256)
    // The export of a run is its part of the appendix.
    const exports = await Promise.all(runs.map(async ({ id }) => (await send('GET', `/${id}/export`)).body))
    expect(exports.join('')).toBe(body)
    // Quoted are those with the smallest hashes.
    const quotes = data.runs?.runs[0]?.quotes.filter(({ outcome }) => outcome === 'passed').map(({ sha256 }) => sha256)
    const passed = trials.filter(({ id, outcome }) => id.startsWith(first.id) && outcome === 'passed')
    expect(quotes).toEqual(
      passed
        .map(({ sha256 }) => sha256)
        .toSorted()
        .slice(0, REPORT_RUNS.samples),
    )
  })

  it('keeps runs and appendix after the runs are deleted, until its project is', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    const run = await completeRun(app(), project)
    await finishScoring(project)
    const { data } = await finish()
    expect((await send('DELETE', `/${run.id}`)).statusCode).toBe(200)
    const copy = await app().services.evaluationProjects.memberData.listOwned(project.owner.id)
    expect(copy).toMatchObject([{ appendices: [{ name: `${data.id}.jsonl.gz` }] }])
    app().clock.advance(2 * DAY_MS)
    await app().services.files.deleteUnreferenced()
    expect((await downloadAppendix(data.id)).statusCode).toBe(200)
    expect((await readReport(data.id)).data.runs?.runs).toHaveLength(1)
    await app().database.write(({ db }) =>
      db.updateTable('evaluationProjects').set({ deletedAt: data.createdAt }).where('id', '=', project.id).execute(),
    )
    expect((await downloadAppendix(data.id)).statusCode).toBe(404)
  })

  it('leaves no appendix of an attempt that failed', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    await completeRun(app(), project)
    // Other tests may have left files, too.
    app().clock.advance(2 * DAY_MS)
    await app().services.files.deleteUnreferenced()
    await app().services.evaluationProjects.reports.prepareRuns(project.id)
    app().clock.advance(2 * DAY_MS)
    expect(await app().services.files.deleteUnreferenced()).toBe(1)
  })

  it('lists deleted runs, so that nobody keeps only the ones that they like', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    const run = await completeRun(app(), project, { title: '不理想', repeats: 1 })
    await send('DELETE', `/${run.id}`)
    await finishScoring(project)
    expect((await finish()).data.runs).toMatchObject({
      runs: [],
      appendix: null,
      deleted: [{ id: run.id, title: '不理想', planned: 2, outcomes: { passed: 1, failed: 1 } }],
    })
  })

  it('is refused while a run is active', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    await finishScoring(project)
    const { id } = (await project.client.send('POST', `/projects/${project.id}/runs`, {})).json().data
    expect(toResult(await requestFinal())).toMatchObject({
      status: 409,
      message: '有一次实测运行或裁判还没有结束，请等它结束或先取消，再定稿',
    })
    await send('POST', `/${id}/cancel`)
    expect((await finish()).data.runs?.runs).toMatchObject([{ status: 'cancelled', quotes: [] }])
  })

  it.each([
    ['an outcome', (run: string) => failTrials(run)],
    ['the list of runs', (run: string) => send('DELETE', `/${run}`)],
    ['whether people read', (run: string) => openReading(run)],
  ])('is refused if %s has changed since the runs were read', async (_, change) => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    const run = await completeRun(app(), project)
    const { reports } = app().services.evaluationProjects
    const runs = await reports.prepareRuns(project.id)
    await change(run.id)
    const view = (await project.client.get(project.id)).json().data
    const prepared = {
      analyzed: view,
      figures: { analysis: null, firstRound: null, trialAnalysis: null, trialCounts: [] },
      profile: null,
      reason: '',
      runs,
      signer: await reports.getSigner(),
      record: [],
    }
    await expect(
      app().database.write((transaction) => reports.freeze(transaction, view, prepared)),
    ).rejects.toMatchObject({ code: 'versionConflict' })
  })

  it('marks runs that the platform’s staff began', async () => {
    await app().database.write(({ db }) =>
      db.updateTable('users').set({ role: 'editor' }).where('id', '=', project.owner.id).execute(),
    )
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    await completeRun(app(), project)
    await finishScoring(project)
    expect((await finish()).data.runs?.runs[0]?.startedBy).toMatchObject({ isStaff: true })
  })

  describe('the suggested scores of judges', () => {
    const readSuggestions = async (): Promise<Judging['suggestions']> =>
      (await project.guest.open(project.judge.access)).json().data.suggestions

    it('follow from the newest run that has ended, and say from which', async () => {
      const tasks = TASKS.map((task) => ({ ...task, criterion: 't1' }))
      await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
      const agent = await startTestAgent(answer('7天'))
      await connectAgent(project, 'a', agent.url)
      await completeRun(app(), project, { title: '试跑', tasks: ['q2'] })
      app().clock.advance(1_000)
      const run = await completeRun(app(), project, { title: '首轮', repeats: 2 })
      app().clock.advance(1_000)
      await project.client.changeStatus(project.id, 'scoring')
      const suggestion = { candidate: 'a', criterion: 't1', score: 50, passed: 2, trials: 4 }
      const source = { title: '首轮', finishedAt: run.finishedAt }
      expect(await readSuggestions()).toEqual([{ ...suggestion, grade: 'verified', run: source }])
      // A run that is active, or brought nothing, suggests nothing.
      const { id } = (await project.client.send('POST', `/projects/${project.id}/runs`, {})).json().data
      expect(await readSuggestions()).toEqual([{ ...suggestion, grade: 'verified', run: source }])
      await send('POST', `/${id}/cancel`)
      expect(await readSuggestions()).toEqual([{ ...suggestion, grade: 'verified', run: source }])
    })

    it('say nothing of a run that people read blind, nor ever of sealed tasks', async () => {
      const [first, second] = TASKS.map((task) => ({ ...task, criterion: 't1' }))
      const tasks = [first, { ...second, isSealed: true }]
      await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks })
      const agent = await startTestAgent(answer('7天'))
      await connectAgent(project, 'a', agent.url)
      const run = await completeRun(app(), project, { repeats: 2 })
      const trial = { task: 'q2', candidate: 'a', isPassed: false }
      await project.client.send('POST', `/projects/${project.id}/trials`, { trials: [trial] })
      await project.client.changeStatus(project.id, 'scoring')
      expect(await readSuggestions()).toMatchObject([{ score: 100, passed: 2, trials: 2 }])
      await openReading(run.id)
      expect(await readSuggestions()).toEqual([])
      await send('POST', `/${run.id}/grading/close`)
      expect(await readSuggestions()).toMatchObject([{ score: 100 }])
    })

    it('count as those of a third party if the platform’s staff ran the tests', async () => {
      await app().database.write(({ db }) =>
        db.updateTable('users').set({ role: 'editor' }).where('id', '=', project.owner.id).execute(),
      )
      await project.client.send('PUT', `/projects/${project.id}/tasks`, { tasks: [{ ...TASKS[0], criterion: 't1' }] })
      const agent = await startTestAgent(answer('7天'))
      await connectAgent(project, 'a', agent.url)
      await completeRun(app(), project)
      await project.client.changeStatus(project.id, 'scoring')
      expect(await readSuggestions()).toMatchObject([{ score: 100, grade: 'third-party' }])
    })
  })

  it('has its runs also in the project’s own export, with every trial and no key', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url, { secret: 'sk-not-exported' })
    const deleted = await completeRun(app(), project, { repeats: 1 })
    await send('DELETE', `/${deleted.id}`)
    const run = await completeRun(app(), project, { title: '首轮', repeats: 1 })
    const download = (format: string) => project.client.send('GET', `/projects/${project.id}/export?format=${format}`)
    const { body } = await download('json')
    expect(JSON.parse(body)).toMatchObject({
      project: { id: project.id },
      runs: { runs: [{ id: run.id, candidates: [{ passed: 1, decided: 2 }] }], deleted: [{ id: deleted.id }] },
      runTrials: [
        { run: run.id, reply: '7天' },
        { run: run.id, reply: '7天' },
      ],
    })
    expect(body).not.toContain('sk-not-exported')
    const zip = openZip((await download('xlsx')).rawPayload)
    const texts = zip.read('xl/sharedStrings.xml')
    for (const text of ['第1次运行：首轮', '7天', '退款几天到账？']) expect(texts).toContain(text)
    expect(zip.read('xl/workbook.xml')).toContain('实测试次')
    expect(texts).not.toContain('sk-not-exported')
  })

  it('shows them in Word and Excel, too', async () => {
    const agent = await startTestAgent(answer('7天'))
    await connectAgent(project, 'a', agent.url)
    await completeRun(app(), project, { title: '首轮', repeats: 1 })
    await finishScoring(project)
    const { data } = await finish()
    const read = async (format: string, part: string) => {
      const url = `/api/evaluation/project-reports/${data.id}/export?format=${format}`
      return openZip((await app().server.inject(url)).rawPayload).read(part)
    }
    const word = await read('docx', 'word/document.xml')
    const cells = await read('xlsx', 'xl/sharedStrings.xml')
    for (const text of [
      '第1次运行：首轮',
      '甲通过1次，为计划2次的50%',
      '没有“税号”',
      data.runs?.appendix?.sha256 ?? '？',
    ]) {
      expect(word).toContain(text)
      expect(cells).toContain(text)
    }
    const workbook = await read('xlsx', 'xl/workbook.xml')
    for (const name of ['实测说明', '实测数字', '实测失败', '实测样例']) expect(workbook).toContain(name)
  })
})
