import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AnalysisRequestSchema } from '#contracts/evaluation-analysis/analysis.ts'
import { describeRecord, PROJECT_ACTS } from '#contracts/evaluation-projects/acts.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ReportKey, ReportReply } from '#contracts/evaluation-projects/report.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import {
  createProjectClient,
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
} from '#testing/factories/evaluation-projects.ts'
import { openZip } from '#testing/factories/zip.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createReportKeys, getThumbprint } from './keys.ts'

/** As long as one may be: so many draws take longer than a project needs to be finished. */
const LONG_ANALYSIS = AnalysisRequestSchema.parse({
  method: {
    groups: [
      { key: 'tech', weight: 1, criteria: Array.from({ length: 30 }, (_, index) => ({ key: `t${index}`, weight: 1 })) },
    ],
    grades: [{ key: 'own', cap: 100 }],
    thresholds: { strong: 90, recommend: 80, cautious: 70 },
  },
  candidates: Array.from({ length: 20 }, (_, index) => ({ key: `c${index}`, name: `候选${index}` })),
  judges: [{ key: 'j1' }],
  scores: Array.from({ length: 20 }, (_, index) => ({
    judge: 'j1',
    candidate: `c${index}`,
    criterion: 't1',
    score: index,
    grade: 'own',
  })),
  robustness: {},
})

onEveryDatabase('a report', (app) => {
  /** A finished project and its report, which tests only read. */
  let project: PreparedProject
  let reportId = ''
  beforeAll(async () => {
    await saveMethod(app())
    project = await prepareProject(app(), 'owner')
    const { name, setup } = (await project.client.get(project.id)).json().data
    await project.client.update(project.id, { name, setup: { ...setup, profile: 'service' } })
    await project.client.invite(project.id, { name: '缺席的评委' })
    await finishScoring(project)
    reportId = await finish(project)
  })
  const finish = async ({ client, id }: PreparedProject): Promise<string> =>
    (await client.changeStatus(id, 'final')).json().data.reportId
  const read = (id = reportId) => app().server.inject(`/api/evaluation/project-reports/${id}`)
  const readReport = async (id = reportId): Promise<ReportReply> => (await read(id)).json().data
  const readKeys = async (): Promise<ReportKey[]> =>
    (await app().server.inject('/.well-known/zhijian-report-keys.json')).json().keys
  const download = (format: string) =>
    app().server.inject(`/api/evaluation/project-reports/${reportId}/export?format=${format}`)

  it('is created by 定稿', async () => {
    expect((await project.client.get(project.id)).json().data).toMatchObject({ status: 'final', reportId })
    expect(reportId).toMatch(/^[\w-]{22}$/)
    expect((await readReport()).data).toMatchObject({
      format: 'zhijian-evaluation-report/1',
      id: reportId,
      project: { name: '客服选型', ownerName: 'owner' },
      methodVersion: 1,
      profile: '客户服务',
      judges: [{ name: '李评委' }],
      absentJudges: ['缺席的评委'],
      scores: { length: 6 },
      steps: [{ to: 'scoring' }, { to: 'review' }, { from: 'review', to: 'final' }],
      analysis: {
        candidates: [
          { key: 'a', total: 80 },
          { key: 'b', total: 70 },
        ],
      },
      trialAnalysis: null,
    })
  })

  it('can be verified with standard tools: canonical JSON, SHA-256, Ed25519', async () => {
    const { data, hash, signature, keyId } = await readReport()
    const [key] = await readKeys()
    const text = toCanonicalJson(data)
    expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
    expect(key?.kid).toBe(keyId)
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' })
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it("is verified by the browser's code, which rejects a changed copy", async () => {
    const file = JSON.parse((await download('json')).body)
    const keys = await readKeys()
    expect(await verifyReport(file, keys)).toBe('unchanged')
    file.data.analysis.candidates[0].total = 99
    expect(await verifyReport(file, keys)).toBe('changed')
    expect(await verifyReport(file, [])).toBe('not-signed')
  })

  it.each(['', 'x', 'x'.repeat(22), '../project', '%00'])("doesn't exist under the id %j", async (id) => {
    expect((await read(id)).statusCode).not.toBe(200)
  })

  it.each([
    ['json', 'application/json; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('downloads as %s', async (format, type) => {
    const reply = await download(format)
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: type,
    })
    const label = format === 'docx' ? '评审报告' : '评估报告'
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent(`客服选型-${label}-2026-11-21`))
  })

  it('has headings and a table of contents in Word', async () => {
    const text = openZip((await download('docx')).rawPayload).read('word/document.xml')
    expect(text).toContain('TOC ')
    for (const word of ['甲排名第一，总分80，结论为“推荐”。', '附件1　评分与证据', (await readReport()).hash])
      expect(text).toContain(word)
    expect(text.match(/Heading1/g)?.length).toBeGreaterThan(4)
  })

  it('has the record of the project as an annex in Word, with the hash of what was signed', async () => {
    const { data, hash } = await readReport()
    const acts = data.record ?? []
    const text = openZip((await download('docx')).rawPayload).read('word/document.xml')
    expect(acts.length).toBeGreaterThan(0)
    const annex = text.slice(text.indexOf(describeRecord(acts.length, hash)))
    for (const { act } of acts) expect(annex).toContain(PROJECT_ACTS[act].label)
  })

  it.each([
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/sharedStrings.xml'],
  ] as const)('says in %s that nobody but its judges vouches for its scores', async (format, part) => {
    expect(openZip((await download(format)).rawPayload).read(part)).toContain(
      '评分与证据由项目的评委填写，未经平台审核。',
    )
  })

  it('derives the figures in Excel from the scores by formulas', async () => {
    const zip = openZip((await download('xlsx')).rawPayload)
    expect(zip.names.filter((name) => name.includes('worksheets/sheet'))).toHaveLength(9)
    for (const title of ['复议修改', '测试']) expect(zip.read('xl/workbook.xml')).not.toContain(`name="${title}"`)
    const readFormulas = (sheet: number) =>
      [...zip.read(`xl/worksheets/sheet${sheet}.xml`).matchAll(/<f>([^<]*)<\/f><v>([^<]*)<\/v>/g)].map((match) => [
        match[1],
        match[2],
      ])
    expect(readFormulas(1)).toContainEqual(["'评委评分表'!F8", '80'])
    expect(readFormulas(3)).toContainEqual(['AVERAGE(E4:E4)', '80'])
    expect(readFormulas(5)).toContainEqual(['MIN(E2,G2)', '80'])
  })

  it('lists trials exactly, with who ran them', async () => {
    const other = await prepareProject(app(), 'tester')
    await other.client.send('PUT', `/projects/${other.id}/tasks`, {
      tasks: [{ key: 'q1', title: '退货', acceptance: '', weight: 1, criterion: null }],
    })
    const trial = { task: 'q1', candidate: 'a', isPassed: true, seconds: 3.25, cost: 0.0123, note: '' }
    await other.client.send('POST', `/projects/${other.id}/trials`, { trials: [{ ...trial, id: randomUUID() }] })
    await finishScoring(other)
    const { reportId: id } = (await other.client.changeStatus(other.id, 'final')).json().data
    const readTexts = async (format: string, part: string): Promise<string[]> => {
      const { rawPayload } = await app().server.inject(`/api/evaluation/project-reports/${id}/export?format=${format}`)
      return (
        openZip(rawPayload)
          .read(part)
          .match(/(?<=>)[^<>]+(?=<)/g) ?? []
      )
    }
    const row = ['退货', '甲', '是', '3.25', '0.0123']
    const word = await readTexts('docx', 'word/document.xml')
    expect(word.slice(word.indexOf('退货'), word.indexOf('退货') + 6)).toEqual([...row, 'tester'])
    expect(await readTexts('xlsx', 'xl/worksheets/sheet6.xml')).toEqual(expect.arrayContaining(['3.25', '0.0123']))
    expect(await readTexts('xlsx', 'xl/sharedStrings.xml')).toEqual(expect.arrayContaining(['执行人', 'tester']))
  })

  it('records every revision with its reason, and what the revisions changed', async () => {
    const other = await prepareProject(app(), 'reviewer')
    await finishScoring(other)
    const revise = (score: number, reason: string, version: number) =>
      other.guest.score(other.judge.access, {
        candidate: 'a',
        criterion: 't2',
        score,
        grade: 'verified',
        reason,
        version,
      })
    await revise(50, '渗透测试未通过', 0)
    await revise(55, '补测一项', 1)
    const { reportId: id } = (await other.client.changeStatus(other.id, 'final')).json().data
    const { data }: ReportReply = (await read(id)).json().data
    expect(data.scores.filter(({ candidate, criterion }) => candidate === 'a' && criterion === 't2')).toMatchObject([
      { round: 1, score: 80 },
      { round: 2, score: 55, reason: '补测一项', revisions: [{ score: 50, reason: '渗透测试未通过' }] },
    ])
    expect(data.firstRound?.candidates).toMatchObject([{ key: 'a', recommendation: '推荐', vetoes: [] }, { key: 'b' }])
    expect(data.analysis.candidates).toContainEqual(
      expect.objectContaining({
        key: 'a',
        recommendation: '暂不推荐',
        vetoes: [expect.objectContaining({ mean: 55 })],
      }),
    )
    const readPart = async (format: string, part: string) => {
      const { rawPayload } = await app().server.inject(`/api/evaluation/project-reports/${id}/export?format=${format}`)
      return openZip(rawPayload).read(part)
    }
    for (const text of [await readPart('docx', 'word/document.xml'), await readPart('xlsx', 'xl/sharedStrings.xml')])
      for (const words of ['复议改变了什么', '渗透测试未通过', '补测一项', '甲的“安全”由80分变为55分，触及一票否决。'])
        expect(text).toContain(words)
  })

  it('freezes the project', async () => {
    const { client, guest, judge, id } = project
    const replies = [
      await guest.score(judge.access, { candidate: 'a', criterion: 't1', score: 1, grade: 'verified', reason: '晚了' }),
      await client.invite(id, { name: '新评委' }),
      await client.send('DELETE', `/projects/${id}/judges/${judge.id}`),
      await client.send('PUT', `/projects/${id}/tasks`, { tasks: [] }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409])
  })

  it('remains available after the project moves back, marked as outdated', async () => {
    const reopened = await prepareProject(app())
    await finishScoring(reopened)
    const id = await finish(reopened)
    const before = await readReport(id)
    const reply = await reopened.client.changeStatus(reopened.id, 'review', '一条证据有误')
    expect(reply.json().data.reportId).toBeNull()
    expect(await readReport(id)).toEqual({ ...before, isCurrent: false })
  })

  it('is followed by a new report if the project is finished again', async () => {
    const repeated = await prepareProject(app())
    await finishScoring(repeated)
    const firstId = await finish(repeated)
    await repeated.client.changeStatus(repeated.id, 'review', '一条证据有误')
    const newId = await finish(repeated)
    expect(newId).not.toBe(firstId)
    const report = await readReport(newId)
    expect(report).toMatchObject({ isPublished: false, isCurrent: true, newerAt: null, withdrawnAt: null })
    const first = await readReport(firstId)
    expect(first).toMatchObject({ isCurrent: false, newerAt: report.data.createdAt })
    expect(report.data.steps.map(({ reason }) => reason)).toContain('一条证据有误')
    expect(report.keyId).toBe(first.keyId)
  })

  it('is created although strangers have taken every place of the analysis', async () => {
    const other = await prepareProject(app(), 'hurried')
    await finishScoring(other)
    let finishedStrangers = 0
    for (let index = 0; index <= 50; index += 1)
      void app()
        .services.evaluationAnalysis.analyze(LONG_ANALYSIS, { address: `198.51.100.${index}` })
        .catch(() => undefined)
        .finally(() => {
          finishedStrangers += 1
        })
    expect((await other.client.changeStatus(other.id, 'final')).statusCode).toBe(200)
    expect(finishedStrangers).toBeLessThan(40)
  })

  it('is deleted with its project', async () => {
    const deleted = await prepareProject(app())
    await finishScoring(deleted)
    const id = await finish(deleted)
    await deleted.client.send('DELETE', `/projects/${deleted.id}`)
    expect((await read(id)).statusCode).toBe(404)
    await deleted.client.send('POST', `/projects/${deleted.id}/restore`)
    expect((await read(id)).statusCode).toBe(200)
  })

  it('is found by one call, as are reports of the scoring tool', async () => {
    const find = (id: string) => app().server.inject(`/api/evaluation/reports/${id}`)
    expect((await find(reportId)).json().data.data.id).toBe(reportId)
    const payload = { productName: '甲', techScore: 80, businessScore: 80, marketScore: 80 }
    const created = await app().server.inject({ method: 'POST', url: '/api/evaluation-report', payload })
    const toolReportId = created.json().data.reportId
    expect((await find(toolReportId)).json().data).toMatchObject({ reportId: toolReportId, productName: '甲' })
    expect((await find('x'.repeat(22))).statusCode).toBe(404)
  })

  it('requires a score', async () => {
    const empty = await prepareProject(app(), 'silent')
    await empty.client.changeStatus(empty.id, 'scoring')
    await empty.guest.declare(empty.judge.access)
    await empty.guest.submit(empty.judge.access)
    await empty.client.changeStatus(empty.id, 'review')
    const reply = await empty.client.changeStatus(empty.id, 'final')
    expect(toResult(reply)).toMatchObject({ status: 409, message: '还没有计入的评分，不能定稿' })
  })

  it('can be created only by the owner', async () => {
    const other = await prepareProject(app(), 'other')
    await finishScoring(other)
    expect((await createProjectClient(app(), project.owner).changeStatus(other.id, 'final')).statusCode).toBe(404)
  })
})

onEveryDatabase('a report whose project changes while it is analyzed', (app) => {
  it('is not signed, since its figures would not be those of its scores', async () => {
    await saveMethod(app())
    const project = await prepareProject(app(), 'owner')
    await finishScoring(project)
    const { analyze } = app().services.evaluationAnalysis
    const analyzing = vi
      .spyOn(app().services.evaluationAnalysis, 'analyze')
      .mockImplementationOnce(async (...input) => {
        const figures = await analyze(...input)
        await app().database.write(({ db }) => db.updateTable('evaluationScores').set({ score: 1 }).execute())
        return figures
      })
    const reply = await project.client.changeStatus(project.id, 'final')
    expect(toResult(reply)).toMatchObject({ status: 412, message: MESSAGES.stale })
    expect(analyzing).toHaveBeenCalled()
    expect((await project.client.get(project.id)).json().data).toMatchObject({ status: 'review', reportId: null })
    expect(await app().database.read.selectFrom('evaluationReports').selectAll().execute()).toEqual([])
  })
})

onEveryDatabase('keys of reports', (app) => {
  const createKeys = (appSecret: string) =>
    createReportKeys({ database: app().database, clock: app().clock, encryption: createEncryption(appSecret) })
  const secret = 'the first secret, 32 letters long'
  beforeEach(() => app().database.write(({ db }) => db.deleteFrom('reportKeys').execute()))

  it('creates one key, even on two nodes concurrently', async () => {
    expect(await createKeys(secret).list()).toEqual([])
    const signers = await Promise.all([1, 2, 3].map(() => createKeys(secret).getSigner()))
    expect(new Set(signers.map(({ keyId }) => keyId)).size).toBe(1)
    expect(await createKeys(secret).list()).toHaveLength(1)
  })

  it('stores keys encrypted', async () => {
    await createKeys(secret).getSigner()
    const [row] = await app().database.read.selectFrom('reportKeys').selectAll().execute()
    expect(row?.privateKeyEncrypted).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY')
  })

  it('retains previous keys if a new secret creates a new key', async () => {
    const first = await createKeys(secret).getSigner()
    app().clock.advance(1_000)
    const { keyId } = await createKeys('the second secret, 32 letters ok').getSigner()
    const keys = await createKeys(secret).list()
    expect(keys.map(({ kid }) => kid)).toEqual([keyId, first.keyId])
  })

  it('decrypts a key with a previous secret', async () => {
    const { keyId } = await createKeys('the second secret, 32 letters ok').getSigner()
    const rotated = createReportKeys({
      database: app().database,
      clock: app().clock,
      encryption: createEncryption('the third secret, 32 letters too!', ['the second secret, 32 letters ok']),
    })
    expect([await rotated.reencryptSecrets(), await rotated.reencryptSecrets()]).toEqual([1, 0])
    const signer = await createKeys('the third secret, 32 letters too!').getSigner()
    expect(signer.keyId).toBe(keyId)
  })

  // The example of RFC 8037, appendix A.3.
  it('identifies keys by their thumbprint', () => {
    expect(getThumbprint('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    )
  })
})
