import { unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { documentCalls, documentPartCalls } from '#contracts/content/calls.ts'
import { withAllSections } from '#contracts/documents/documents.ts'
import { evaluationCalls, methodCalls } from '#contracts/evaluation/calls.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const saveEvaluationTool = ({ database, services }: TestApp, evaluationTool: object) => {
  const raw = withAllSections('evaluation', { evaluationTool })
  return database.write((transaction) =>
    services.content.saveInTransaction(transaction, { kind: 'evaluation', raw, actor: null }),
  )
}

/** Returns three scores as a request body. */
const toScores = (techScore: unknown, businessScore: unknown, marketScore: unknown) => ({
  techScore,
  businessScore,
  marketScore,
})

onEveryDatabase('evaluation', (app) => {
  const post = async (url: string, payload: object | string) => {
    const reply = await app().server.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  const calculate = (payload: object | string) => post('/api/evaluation-calculate', payload)
  const createReport = (payload: object) => post('/api/evaluation-report', payload)
  const readReport = async (id: string) => {
    const reply = await app().server.inject(`/api/evaluation-reports/${id}`)
    return { status: reply.statusCode, body: reply.json() }
  }

  describe('calculating', () => {
    beforeEach(() => saveEvaluationTool(app(), {}))

    it('defaults to weights of 40, 35 and 25 and thresholds of 90, 80 and 70', async () => {
      const { status, body } = await calculate(toScores(93, 92, 87))
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { score: 91, recommendation: '强烈推荐' } },
      })
    })

    it.each([
      ['the lowest scores', toScores(0, 0, 0), 0, '暂不推荐'],
      ['the highest scores', toScores(100, 100, 100), 100, '强烈推荐'],
      ['integers in other notations', toScores(5e1, 50.0, -0), 38, '暂不推荐'],
    ])('accepts %s', async (_, payload, score, recommendation) => {
      expect((await calculate(payload)).body.data).toEqual({ score, recommendation })
    })

    it.each([
      ['text', toScores('50', 50, 50), 'techScore', '技术得分应为0到100的整数'],
      ['a fraction', toScores(50, 50.5, 50), 'businessScore', '商业得分应为0到100的整数'],
      ['a negative score', toScores(50, 50, -1), 'marketScore', '市场得分不能小于0'],
      ['a score above the maximum', toScores(101, 50, 50), 'techScore', '技术得分不能大于100'],
      ['null', toScores(null, 50, 50), 'techScore', '技术得分应为0到100的整数'],
      ['a list', toScores([50], 50, 50), 'techScore', '技术得分应为0到100的整数'],
      ['an object', toScores({}, 50, 50), 'techScore', '技术得分应为0到100的整数'],
      ['a boolean', toScores(true, 50, 50), 'techScore', '技术得分应为0到100的整数'],
      ['nothing', { businessScore: 50, marketScore: 50 }, 'techScore', '技术得分应为0到100的整数'],
    ])('rejects %s', async (_, payload, path, message) => {
      const { status, body } = await calculate(payload)
      expect({ status, body }).toEqual({ status: 400, body: { success: false, message, errors: [{ path, message }] } })
    })

    it('rejects unknown keys, and names them', async () => {
      expect(await calculate({ ...toScores(80, 80, 80), score: 100, weights: { tech: 1 } })).toEqual({
        status: 400,
        body: {
          success: false,
          message: '请求中有不认识的字段：score、weights',
          errors: [
            { path: 'score', message: '不认识的字段' },
            { path: 'weights', message: '不认识的字段' },
          ],
        },
      })
    })

    it('reports every invalid field', async () => {
      const { body } = await calculate(toScores(-1, 101, 'x'))
      expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
        'techScore',
        'businessScore',
        'marketScore',
      ])
    })

    it.each([
      ['NaN', '{"techScore":NaN,"businessScore":50,"marketScore":50}'],
      ['Infinity', '{"techScore":Infinity,"businessScore":50,"marketScore":50}'],
      ['truncated JSON', '{"techScore":50'],
    ])("rejects %s, which isn't JSON", async (_, payload) => {
      const { status, body } = await calculate(payload)
      expect([status, body.message]).toEqual([400, MESSAGES.malformedJson])
    })

    it.each([
      ['1e999', '{"techScore":1e999,"businessScore":50,"marketScore":50}'],
      ['a list of scores', '[50,50,50]'],
      ['a number', '50'],
      ['null', 'null'],
    ])('rejects %s', async (_, payload) => {
      expect((await calculate(payload)).status).toBe(400)
    })
  })

  describe('the document', () => {
    it('defines the weights', async () => {
      await saveEvaluationTool(app(), { weights: { tech: 0, business: 3, market: 1 } })
      expect((await calculate(toScores(100, 40, 80))).body.data).toEqual({ score: 50, recommendation: '暂不推荐' })
    })

    it('defines the thresholds', async () => {
      await saveEvaluationTool(app(), { thresholds: { strong: 60, recommend: 50, cautious: 40 } })
      const recommendations = []
      for (const score of [60, 59, 50, 49, 40, 39])
        recommendations.push((await calculate(toScores(score, score, score))).body.data.recommendation)
      expect(recommendations).toEqual(['强烈推荐', '推荐', '推荐', '谨慎推荐', '谨慎推荐', '暂不推荐'])
    })

    it('is a draft until its method is published, for all but those who read drafts', async () => {
      const editor = await createSignedInUser(app(), 'editor', 'publisher')
      const send = (method: 'GET' | 'POST' | 'PUT', url: string, caller: Caller | null, payload?: object) =>
        app().server.inject({ method, url, headers: { ...caller?.headers }, ...(payload ? { payload } : {}) })
      const readTool = async (caller: Caller | null) =>
        (await send('GET', documentPartCalls.getEvaluationTool.path, caller)).json().data
      const calculateAs = async (caller: Caller | null) =>
        (await send('POST', evaluationCalls.calculate.path, caller, toScores(100, 0, 0))).json().data
      await saveEvaluationTool(app(), { weights: { tech: 40, business: 35, market: 25 } })

      const draft = { weights: { tech: 80, business: 10, market: 10 }, thresholds: { strong: 80 } }
      await send('PUT', documentCalls.evaluation.path, editor, withAllSections('evaluation', { evaluationTool: draft }))
      expect(await readTool(editor)).toMatchObject(draft)
      expect(await calculateAs(editor)).toEqual({ score: 80, recommendation: '强烈推荐' })
      expect(await readTool(null)).toMatchObject({ weights: { tech: 40 }, thresholds: { strong: 90 } })
      expect(await calculateAs(null)).toEqual({ score: 40, recommendation: '暂不推荐' })
      const { body } = await createReport({ productName: '草稿期间', ...toScores(100, 0, 0) })
      expect((await readReport(body.data.reportId)).body.data).toMatchObject({ score: 40, weights: { tech: 40 } })

      expect((await send('POST', methodCalls.publish.path, editor)).json().data.changes).toEqual([
        '评估工具中技术得分的权重由40改为80',
        '评估工具中商业得分的权重由35改为10',
        '评估工具中市场得分的权重由25改为10',
        '“强烈推荐”的分数线由90改为80',
      ])
      expect(await readTool(null)).toMatchObject(draft)
      expect(await calculateAs(null)).toEqual({ score: 80, recommendation: '强烈推荐' })
    })

    it.each([
      ['weights that are all zero', { weights: { tech: 0, business: 0, market: 0 } }, 'evaluationTool.weights'],
      ['a negative weight', { weights: { tech: -1 } }, 'evaluationTool.weights.tech'],
      ['a weight that is text', { weights: { tech: '40' } }, 'evaluationTool.weights.tech'],
      ['ascending thresholds', { thresholds: { strong: 70, recommend: 80 } }, 'evaluationTool.thresholds'],
      ['a threshold above 100', { thresholds: { strong: 101 } }, 'evaluationTool.thresholds.strong'],
    ])('rejects %s', async (_, tool, path) => {
      await expect(saveEvaluationTool(app(), tool)).rejects.toMatchObject({
        code: 'invalid',
        fieldErrors: [{ path, message: expect.stringMatching(/[\u4e00-\u9fff]/) }],
      })
    })
  })

  describe('a report', () => {
    beforeEach(() =>
      saveEvaluationTool(app(), {
        weights: { tech: 50, business: 30, market: 20 },
        thresholds: { strong: 95, recommend: 85, cautious: 75 },
      }),
    )

    it("is recalculated, ignoring the client's result", async () => {
      const input = { productName: ' 智能客服 ', ...toScores(90, 80, 70), score: 100, recommendation: '强烈推荐' }
      const { status, body } = await createReport(input)
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { reportId: expect.stringMatching(/^[\w-]{22}$/) } },
      })
      expect((await readReport(body.data.reportId)).body.data).toEqual({
        reportId: body.data.reportId,
        productName: '智能客服',
        ...toScores(90, 80, 70),
        score: 83,
        recommendation: '谨慎推荐',
        weights: { tech: 50, business: 30, market: 20 },
        thresholds: { strong: 95, recommend: 85, cautious: 75 },
        createdAt: app().clock.now().toISOString(),
        disclaimer: '评估人自填，未经平台核实',
      })
    })

    it('ignores a result of the wrong type', async () => {
      const { status } = await createReport({
        productName: 'x',
        ...toScores(1, 2, 3),
        score: 'NaN',
        recommendation: [],
      })
      expect(status).toBe(200)
    })

    it('is unchanged if the document changes', async () => {
      const { body } = await createReport({ productName: '先前', ...toScores(90, 90, 90) })
      const before = await readReport(body.data.reportId)
      await saveEvaluationTool(app(), { weights: { tech: 1, business: 1, market: 98 } })
      app().clock.advance(60_000)
      expect(await readReport(body.data.reportId)).toEqual(before)
    })

    it('gets a new id each time', async () => {
      const same = { productName: '同一产品', ...toScores(60, 60, 60) }
      const ids = [await createReport(same), await createReport(same)].map(({ body }) => body.data.reportId)
      expect(new Set(ids).size).toBe(2)
    })

    it.each([
      '<script>alert(1)</script>',
      `"><img src=x onerror=alert(1)>`,
      "'; drop table reports; --",
      '{{7*7}}',
      '第一行\n第二行',
      'שלום \u200f(C++)',
      '😀',
      'x'.repeat(200),
    ])('stores a name unchanged: %j', async (productName) => {
      const { body } = await createReport({ productName, ...toScores(1, 2, 3) })
      expect((await readReport(body.data.reportId)).body.data.productName).toBe(productName)
    })

    it.each([
      ['none', undefined, '请输入产品名称'],
      ['an empty name', '', '请输入产品名称'],
      ['blanks', ' \u3000\t\n', '请输入产品名称'],
      ['a number', 42, '请输入产品名称'],
      ['a list', ['智能客服'], '请输入产品名称'],
      ['a name that is too long', 'x'.repeat(201), '最多200个字符'],
      ['a name with a NUL', 'a\u0000b', MESSAGES.unstorableText],
    ])('requires a name: rejects %s', async (_, productName, message) => {
      const { status, body } = await createReport({ productName, ...toScores(1, 2, 3) })
      expect([status, body.errors]).toEqual([400, [{ path: 'productName', message }]])
    })

    it("doesn't exist under an id that can't be stored", async () => {
      expect((await readReport('%00')).status).toBe(404)
    })

    it('requires the same scores as calculating', async () => {
      const { status, body } = await createReport({ productName: 'x', ...toScores('50', 50.5, -1) })
      expect([status, body.errors.length]).toEqual([400, 3])
    })

    it.each([
      'AAAAAAAAAAAAAAAAAAAAAA',
      'x',
      '1%20or%201=1',
      '%00',
      '..%2f..%2fetc',
      'A'.repeat(1_000),
      encodeURIComponent('评估报告'),
    ])("doesn't exist under %s", async (id) => {
      const { status, body } = await readReport(id)
      expect({ status, body }).toEqual({ status: 404, body: { success: false, message: '评估报告不存在' } })
    })
  })

  describe('an attachment', () => {
    const LISTED = '/uploads/attachments/list.txt'
    const download = (query: string) => app().server.inject(`/api/download-evaluation-attachment${query}`)

    beforeAll(async () => {
      const { files } = app().services
      const bytes = Buffer.from('评估清单')
      await files.save({ key: 'attachments/list.txt', bytes, mimetype: 'text/plain', originalName: 'list.txt' })
      await files.save({ key: 'attachments/unlisted.txt', bytes, mimetype: 'text/plain', originalName: 'x.txt' })
      await files.save({ key: 'page.html', bytes, mimetype: 'text/html', originalName: 'page.html' })
      await saveEvaluationTool(app(), {
        attachments: [
          { filename: '企业智能体评估清单.txt', path: LISTED },
          { filename: 'gone.txt', path: '/uploads/attachments/gone.txt' },
          { filename: 'page.html', path: '/uploads/page.html' },
          { filename: 'passwd', path: '/etc/passwd' },
          { filename: 'passwd', path: '/uploads/../../etc/passwd' },
          { filename: 'nameless', path: '' },
        ],
      })
    })

    it('is included with all other existing attachments in one archive', async () => {
      const reply = await app().server.inject('/api/download-evaluation-attachments')
      expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'application/zip',
      })
      expect(Object.keys(unzipSync(reply.rawPayload))).toEqual(['企业智能体评估清单.txt', 'page.html'])
    })

    it('is sent with its listed name', async () => {
      const reply = await download(`?path=${encodeURIComponent(LISTED)}`)
      const name = encodeURIComponent('企业智能体评估清单.txt')
      expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 200, body: '评估清单' })
      expect(reply.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '12',
        'content-disposition': `attachment; filename="_________.txt"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    })

    it('is never sent as HTML', async () => {
      const reply = await download('?path=/uploads/page.html')
      expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'application/octet-stream',
      })
    })

    it.each([
      ['nothing', ''],
      ['an empty path', '?path='],
      ['a repeated path', `?path=${LISTED}&path=${LISTED}`],
      ['a path as a list', `?path[]=${LISTED}`],
      ['an existing file that is not listed', '?path=/uploads/attachments/unlisted.txt'],
      ['a listed file that does not exist', '?path=/uploads/attachments/gone.txt'],
      ['a listed path outside the store', '?path=/etc/passwd'],
      ['a listed path that leaves the store', '?path=/uploads/../../etc/passwd'],
      ['another letter case', '?path=/uploads/attachments/LIST.txt'],
      ['a path without its leading slash', '?path=uploads/attachments/list.txt'],
      ['a path with an additional slash', '?path=//uploads/attachments/list.txt'],
      ['a path that contains ..', '?path=/uploads/attachments/../attachments/list.txt'],
      ['a path that contains an escaped ..', '?path=/uploads/attachments/%2e%2e/attachments/list.txt'],
      ['a path escaped twice', `?path=${encodeURIComponent(encodeURIComponent(LISTED))}`],
      ['a path followed by a NUL', `?path=${LISTED}%00`],
      ['a path followed by a space', `?path=${LISTED}%20`],
      ['backslashes', '?path=\\uploads\\attachments\\list.txt'],
      ['an overlong escape', '?path=/uploads/attachments/%c0%ae%c0%ae/list.txt'],
      ['an absolute URL', `?path=http://127.0.0.1${LISTED}`],
      ['a file URL', `?path=file://${LISTED}`],
    ])('returns 404 for %s', async (_, query) => {
      const reply = await download(query)
      expect({ status: reply.statusCode, success: reply.json().success }).toEqual({ status: 404, success: false })
    })
  })
})
