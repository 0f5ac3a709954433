import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import { PAGES } from '#contracts/paths.ts'
import { json } from '#testing/agent-server.ts'
import {
  finishScoring,
  type PreparedProject,
  prepareProject,
  saveMethod,
  scoreAll,
} from '#testing/factories/evaluation-projects.ts'
import { completeRun, connectAgent } from '#testing/factories/evaluation-runs.ts'
import { openZip } from '#testing/factories/zip.ts'
import { toResult } from '#testing/result.ts'
import { startTestAgent } from '#testing/start-test-agent.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const OFFERS = [
  { candidate: 'a', price: 100, deduction: { rate: 0.2, reason: '小微企业' } },
  { candidate: 'b', price: 90 },
]

onEveryDatabase('offers', (app) => {
  let project: PreparedProject
  beforeAll(() => saveMethod(app()))
  beforeEach(async () => {
    project = await prepareProject(app())
  })

  const read = async (): Promise<ProjectView> => (await project.client.get(project.id)).json().data
  const save = (offers: object[], headers = {}) =>
    project.client.send('PUT', `/projects/${project.id}/offers`, { offers }, headers)
  /** Has the market criterion counted from offers. */
  async function countPrices(price: object = { rule: { formula: 'lowest' } }) {
    const { name, setup } = await read()
    const groups = setup.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((criterion) => (group.key === 'market' ? { ...criterion, price } : criterion)),
    }))
    return project.client.update(project.id, { name, setup: { ...setup, groups } })
  }

  it('score the criterion that nobody judges', async () => {
    await countPrices()
    expect((await save(OFFERS)).json().data.offers).toMatchObject([
      { candidate: 'a', deduction: { rate: 0.2 }, lines: [] },
      { candidate: 'b', deduction: null },
    ])
    await project.client.changeStatus(project.id, 'scoring')
    const judging: Judging = (await project.guest.open(project.judge.access)).json().data
    expect(judging.groups.map(({ title }) => title)).toEqual(['技术'])
    expect(JSON.stringify(judging)).not.toMatch(/小微企业|"price"|"offers"/)
    const [criterion] = (await read()).setup.groups[1]?.criteria ?? []
    const score = { candidate: 'a', criterion: criterion?.key, score: 100, grade: 'verified' }
    expect(toResult(await project.guest.score(project.judge.access, score))).toMatchObject({
      status: 400,
      errors: [{ path: 'score.criterion', message: '这条准则由报价计算，不用打分' }],
    })
    await finishScoring(project)
    const { analysis } = (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data
    expect(analysis.candidates).toMatchObject([
      { key: 'a', groups: { market: 100 }, coverage: 1 },
      { key: 'b', groups: { market: expect.closeTo(88.889, 3) }, coverage: 1 },
    ])
  })

  it('remain as they are in the report', async () => {
    await countPrices({ rule: { formula: 'lowest', ceiling: 95 } })
    await save(OFFERS)
    await finishScoring(project)
    await project.client.changeStatus(project.id, 'final')
    const { reportId } = await read()
    const { data }: ReportReply = (await project.client.send('GET', `/project-reports/${reportId}`)).json().data
    expect(data.offers).toHaveLength(2)
    // The offer of 甲 is above the ceiling.
    expect(data.analysis.candidates).toMatchObject([{ key: 'b', rank: 1, groups: { market: 100 } }])
    expect((await save([])).statusCode).toBe(409)
    for (const [format, part] of [
      ['xlsx', 'xl/sharedStrings.xml'],
      ['docx', 'word/document.xml'],
    ] as const) {
      const exported = await project.client.send('GET', `/project-reports/${reportId}/export?format=${format}`)
      expect(openZip(exported.rawPayload).read(part)).toContain(
        '甲的报价100元，高于最高限价95元，报价无效，不得分，也不参加排名。',
      )
    }
  })

  it('hide from readers until these may see the scores', async () => {
    await countPrices()
    await save(OFFERS)
    const { link } = (await project.client.send('POST', `/projects/${project.id}/reader-link`, { days: 30 })).json()
      .data
    const token = link.split(`${PAGES.sharedProject}#`)[1]
    const readOffers = async () => (await project.guest.send('POST', '/readings', { token })).json().data.offers.length
    expect(await readOffers()).toBe(0)
    await finishScoring(project)
    expect(await readOffers()).toBe(2)
  })

  it('go with their candidate', async () => {
    await countPrices()
    await save(OFFERS)
    const { name, setup } = await read()
    const change = (candidates: object[]) =>
      project.client.update(project.id, { name, setup: { ...setup, candidates } })
    await change(setup.candidates.filter(({ key }) => key !== 'b'))
    await change(setup.candidates)
    expect((await read()).offers.map(({ candidate }) => candidate)).toEqual(['a'])
  })

  it('have to be there before 复议, and stay as they are from then on', async () => {
    await countPrices()
    await project.client.changeStatus(project.id, 'scoring')
    await scoreAll(project.guest, project.judge.access)
    await project.guest.submit(project.judge.access)
    expect(toResult(await project.client.changeStatus(project.id, 'review'))).toMatchObject({
      status: 409,
      message: '请先填写报价，再进入复议',
    })
    await save(OFFERS)
    expect((await project.client.changeStatus(project.id, 'review')).statusCode).toBe(200)
    expect(toResult(await save([]))).toMatchObject({ status: 409, message: '进入复议后不能修改报价，退回打分后可以' })
  })

  it('need lines before 复议 where the cost over three years is scored', async () => {
    await countPrices({ basis: 'threeYears', rule: { formula: 'lowest' } })
    await save(OFFERS)
    await project.client.changeStatus(project.id, 'scoring')
    await scoreAll(project.guest, project.judge.access)
    await project.guest.submit(project.judge.access)
    const refused = toResult(await project.client.changeStatus(project.id, 'review'))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('请先填写报价的明细，再进入复议') })
    const lines = [{ title: '许可', unitPrice: 10, quantity: 3, isYearly: true }]
    await save([{ candidate: 'a', price: 100, lines }])
    expect((await project.client.changeStatus(project.id, 'review')).statusCode).toBe(200)
    const { analysis } = (await project.client.send('GET', `/projects/${project.id}/analysis`)).json().data
    expect(analysis.candidates.map(({ key }: { key: string }) => key)).toEqual(['a'])
  })

  it('take the tokens of a run for a line, at the price of their use', async () => {
    await project.client.send('PUT', `/projects/${project.id}/tasks`, {
      tasks: [{ key: 'q1', title: '退款几天到账？', acceptance: '', checks: [{ kind: 'contains', value: '7' }] }],
    })
    const choices = [{ message: { content: '7天' }, finish_reason: 'stop' }]
    const agent = await startTestAgent(json({ choices, usage: { prompt_tokens: 1_200, completion_tokens: 300 } }))
    await connectAgent(project, 'a', agent.url)
    const { id, title } = await completeRun(app(), project, { title: '首轮', repeats: 2 })
    const usages = (await project.client.send('GET', `/projects/${project.id}/runs/${id}/usage`)).json().data
    expect(usages).toEqual([{ candidate: 'a', trials: 2, input: 1_200, output: 300 }])
    const usage = { run: { id, title }, trials: 2, input: 1_200, output: 300, inputPrice: 8, outputPrice: 20 }
    const saveLine = (unitPrice: number) =>
      save([
        {
          candidate: 'a',
          price: 5_000,
          lines: [{ title: '模型用量', unitPrice, quantity: 100_000, isYearly: true, usage }],
        },
      ])
    expect((await saveLine(0.0156)).json().data.offers).toMatchObject([{ lines: [{ usage }] }])
    expect(toResult(await saveLine(0.01))).toMatchObject({
      status: 400,
      errors: [{ path: 'offers.0.lines.0.unitPrice', message: '单价须为每题的用量乘以价格' }],
    })
  })

  it('name the place of what can’t be saved, and who comes too late', async () => {
    for (const [offer, path, message] of [
      [{ candidate: 'x', price: 1 }, 'offers.0.candidate', '没有这个候选'],
      [{ candidate: 'a', price: 0 }, 'offers.0.price', '报价须大于0'],
      [{ candidate: 'a', price: 1, deduction: { rate: 0.1, reason: '' } }, 'offers.0.deduction.reason', '请填写原因'],
      [
        { candidate: 'a', price: 1, lines: [{ title: '许可', unitPrice: -1, quantity: 1 }] },
        'offers.0.lines.0.unitPrice',
        '请填写不小于0的数',
      ],
      [
        { candidate: 'a', price: 1, lines: [{ title: '许可', unitPrice: 0, quantity: 1 }] },
        'offers.0.lines',
        '明细合计为0元，算不出三年总成本；请核对单价与数量，或删去明细',
      ],
    ] as const)
      expect(toResult(await save([offer]))).toMatchObject({ status: 400, errors: [{ path, message }] })
    expect(toResult(await save([OFFERS[0] ?? {}, OFFERS[0] ?? {}]))).toMatchObject({
      errors: [{ path: 'offers.1.candidate' }],
    })
    expect((await save(OFFERS, { 'if-match': '"0"' })).statusCode).toBe(412)
  })
})
