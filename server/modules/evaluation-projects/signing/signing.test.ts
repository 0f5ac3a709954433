import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { createFinalTable, listValidSignatures, verifySigning } from '#contracts/rules/evaluation/final-table.ts'
import {
  type PreparedProject,
  prepareProject,
  readToken,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const AGREED = { position: 'agreed', name: '李明' }
const DISSENTED = { position: 'dissented', name: '王芳', reason: '甲的案例没有核实' }
const DRAWING = 'M10 20L30 40L50 20M60 60L61 61'

onEveryDatabase('signing the final table', (app) => {
  let project: PreparedProject
  let first: JudgeCredentials
  let second: JudgeCredentials
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
    first = project.judge.access
    second = { token: readToken((await project.client.invite(project.id, { name: '王评委' })).json().data.link) }
  })
  const view = async (): Promise<ProjectView> => (await project.client.get(project.id)).json().data
  const open = async (judge = first): Promise<Judging> => (await project.guest.open(judge)).json().data
  const change = (to: string, reason = '') => project.client.changeStatus(project.id, to, reason)
  const sign = async (judge: JudgeCredentials, fields: object, tableHash?: string) =>
    project.guest.send('POST', '/judging/signature', {
      access: judge,
      signature: { tableHash: tableHash ?? (await open(judge)).signing.tableHash ?? '', ...fields },
    })
  const countValid = async () => listValidSignatures((await view()).signing).length

  /** Lets both judges score and submit, and begins 复议. */
  async function review(setup: object = {}) {
    const stored = await view()
    await project.client.update(project.id, { name: stored.name, setup: { ...stored.setup, ...setup } })
    await change('scoring')
    await scoreAll(project.guest, first, 90)
    await scoreAll(project.guest, second, 70)
    for (const judge of [first, second]) await project.guest.submit(judge)
    await change('review')
  }
  const readReport = async (): Promise<ReportReply> => {
    const { reportId } = (await change('final')).json().data
    return (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
  }

  it('is open to judges who count, in 复议 alone', async () => {
    await change('scoring')
    await project.guest.declare(first)
    expect(toResult(await sign(first, AGREED))).toMatchObject({
      status: 409,
      message: '复议开始后，计入评分的评委才能签署',
    })
    await scoreAll(project.guest, first)
    await project.guest.submit(first)
    await change('review')
    expect(await open()).toMatchObject({ canSign: true, signing: { signatures: [] } })
    expect((await open(second)).canSign).toBe(false)
    expect((await sign(second, DISSENTED, (await open()).signing.tableHash ?? '')).statusCode).toBe(409)
    expect((await sign(first, AGREED)).statusCode).toBe(200)
    await change('final')
    expect((await sign(first, { ...AGREED, name: '李大明' })).statusCode).toBe(409)
  })

  it('keeps name, time, drawing and dissent, which the report repeats and anybody can recompute', async () => {
    await review()
    await sign(first, { ...AGREED, drawing: DRAWING })
    await sign(second, DISSENTED)
    const report = await readReport()
    const { data } = report
    expect(data.signing).toMatchObject({
      unsigned: [],
      unsignedReason: '',
      signatures: [
        { judge: project.judge.id, ...AGREED, drawing: DRAWING, reason: '', signedAt: expect.any(String) },
        { ...DISSENTED, drawing: null },
      ],
    })
    const table = toCanonicalJson(createFinalTable(data))
    expect(createHash('sha256').update(table).digest('hex')).toBe(data.signing?.tableHash)
    expect(await verifySigning(data)).toMatchObject({ isMatching: true, agreed: 1, dissented: 1, unsigned: 0 })
    const [score, ...others] = data.scores
    const changed = score && { ...data, scores: [{ ...score, score: (score.score ?? 0) - 1 }, ...others] }
    expect(await verifySigning(changed)).toMatchObject({ isMatching: false })
  })

  it.each([
    ['a dissent without a reason', { ...DISSENTED, reason: ' ' }, 'signature.reason', '请写明保留意见的理由'],
    [
      'a reason of an agreement',
      { ...AGREED, reason: '好' },
      'signature.reason',
      '同意时不填理由；有不同意见请选保留意见',
    ],
    ['no name', { ...AGREED, name: ' ' }, 'signature.name', '请填写姓名'],
    [
      'a script in the drawing',
      { ...AGREED, drawing: 'M1 1L2 2"/><script>' },
      'signature.drawing',
      '手写签名无法识别，请清除后重写',
    ],
    [
      'a drawing beyond its box',
      { ...AGREED, drawing: 'M1 1L481 2' },
      'signature.drawing',
      '手写签名无法识别，请清除后重写',
    ],
    ['a curve', { ...AGREED, drawing: 'M1 1C2 2 3 3 4 4' }, 'signature.drawing', '手写签名无法识别，请清除后重写'],
    [
      'a huge drawing',
      { ...AGREED, drawing: `M1 1${'L22 33'.repeat(1_001)}` },
      'signature.drawing',
      '手写签名太复杂，请清除后重写',
    ],
  ])('refuses %s', async (_, fields, path, message) => {
    await review()
    expect((await sign(first, fields)).json().errors).toContainEqual({ path, message })
  })

  it('refuses a table that isn’t the one that was seen', async () => {
    await review()
    const { tableHash } = (await open()).signing
    const cell = { candidate: 'a', criterion: 't1', score: 10, grade: 'verified', reason: '复核' }
    await project.guest.score(second, cell)
    expect(toResult(await sign(first, AGREED, tableHash ?? ''))).toMatchObject({
      status: 409,
      message: '终表已改动，请核对后再签署',
    })
  })

  it('is stored once if it is repeated, and again if it differs', async () => {
    await review()
    await sign(first, AGREED)
    await sign(first, AGREED)
    expect((await view()).signing.signatures).toHaveLength(1)
    await sign(first, { ...DISSENTED, name: '李明' })
    expect((await view()).signing.signatures).toHaveLength(2)
    expect(listValidSignatures((await view()).signing)).toMatchObject([{ position: 'dissented' }])
  })

  it.each([
    [
      'a score',
      () =>
        project.guest.score(second, { candidate: 'a', criterion: 't1', score: 10, grade: 'verified', reason: '复核' }),
    ],
    ['a conflict of interest', () => project.guest.declare(second, [{ candidate: 'a', reason: '持股' }])],
    ['the judges', () => project.client.send('DELETE', `/projects/${project.id}/judges/${project.judge.id}`)],
  ])('is void once %s has changed, and stays in the record', async (_, act) => {
    await review()
    await sign(second, DISSENTED)
    expect(await countValid()).toBe(1)
    expect((await act()).statusCode).toBe(200)
    expect(await countValid()).toBe(0)
    expect((await view()).signing.signatures).toHaveLength(1)
  })

  it('is void once 复议 begins again, even if nothing else has changed', async () => {
    await review()
    await sign(first, AGREED)
    await change('final')
    app().clock.advance(1_000)
    await change('review', '补签')
    expect(await countValid()).toBe(0)
    await sign(first, AGREED)
    expect({ valid: await countValid(), all: (await view()).signing.signatures.length }).toEqual({ valid: 1, all: 2 })
  })

  it('is of a project that nobody renames or describes anew', async () => {
    await review()
    await sign(first, AGREED)
    const { name, description, setup } = await view()
    for (const change of [{ name: '另一个项目' }, { description: '另一个范围' }])
      expect(toResult(await project.client.update(project.id, { name, description, setup, ...change }))).toMatchObject({
        status: 409,
        message: '进入复议后不能修改项目名称与说明，退回打分后可以',
      })
    expect((await project.client.update(project.id, { name, description, setup })).statusCode).toBe(200)
  })

  it('can be required: without all signatures, 定稿 needs a reason, which the report repeats', async () => {
    await review({ signing: 'required' })
    await sign(first, AGREED)
    expect(toResult(await change('final'))).toMatchObject({
      status: 400,
      errors: [{ path: 'reason', message: '王评委没有签署，定稿须写原因' }],
    })
    const { reportId } = (await change('final', '王评委出差，已电话确认')).json().data
    const { data } = (await app().server.inject(`/api/evaluation/project-reports/${reportId}`)).json().data
    expect(data.signing).toMatchObject({ unsigned: ['王评委'], unsignedReason: '王评委出差，已电话确认' })
  })

  it('isn’t required otherwise, and the report says who hasn’t signed', async () => {
    await review()
    const { data } = await readReport()
    expect(data.signing).toMatchObject({ isRequired: false, unsignedReason: '' })
    expect(data.signing?.unsigned.toSorted()).toEqual(['李评委', '王评委'])
  })

  it('is required by the templates of government procurement', async () => {
    const created = await project.client.create({ name: '政采', template: 'government-goods' })
    expect(created.json().data.setup.signing).toBe('required')
  })

  it('loses name and drawing with the account of the judge', async () => {
    await review()
    await sign(first, { ...AGREED, drawing: DRAWING })
    const { ownerId } = await app()
      .database.read.selectFrom('evaluationProjects')
      .select('ownerId')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    await app().database.write(async (transaction) => {
      await transaction.db
        .updateTable('evaluationJudges')
        .set({ userId: ownerId })
        .where('id', '=', project.judge.id)
        .execute()
      await transaction.db
        .updateTable('evaluationProjects')
        .set({ ownerId: null })
        .where('id', '=', project.id)
        .execute()
      await app().services.evaluationProjects.removeAccountData(transaction, String(ownerId))
    })
    const rows = await app()
      .database.read.selectFrom('evaluationSignatures')
      .selectAll()
      .where('projectId', '=', project.id)
      .execute()
    expect(rows).toMatchObject([{ name: '已注销用户', drawing: null, position: 'agreed' }])
  })
})
