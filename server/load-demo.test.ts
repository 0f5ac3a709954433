import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CatalogueSchema } from '#contracts/documents/catalogue.ts'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import type { Fact } from '#contracts/facts/fact.ts'
import { ProductListQuerySchema } from '#contracts/products/product.ts'
import { applyProfileWeights } from '#contracts/rules/evaluation/profile-weights.ts'
import { verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { getShownRating } from '#contracts/rules/reviews/shown-rating.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { getMethod } from '#server/modules/evaluation/methods/method.ts'
import { createPostgresDatabase, postgresServer } from '#testing/databases/test-databases.ts'
import { LOW_COST, onEveryDatabase, testConfig } from '#testing/test-app.ts'
import { readDemo } from '../demo/read-demo.ts'
import { createApp } from './app.ts'
import { loadDemo } from './load-demo.ts'
import { openPostgresDatabase } from './platform/database/database.ts'

/** The days on which the sources of sample products were read. */
const READ_DAYS = ['2026-11-21', '2026-11-28', '2026-11-29']

onEveryDatabase('the sample content', (app) => {
  let isLoaded = false
  beforeAll(async () => {
    isLoaded = await loadDemo(app().database, app().services)
  })

  it('is loaded once, including its checklists', async () => {
    const { database, services, server } = app()
    expect([isLoaded, await loadDemo(database, services)]).toEqual([true, false])

    const { attachments } = (await services.content.get('evaluation')).document.evaluationTool
    expect(attachments.length).toBeGreaterThan(0)
    for (const { path, size, filename } of attachments) {
      const reply = await server.inject(`/api/download-evaluation-attachment?path=${encodeURIComponent(path)}`)
      expect({ status: reply.statusCode, length: reply.rawPayload.length }).toEqual({ status: 200, length: size })
      expect(reply.headers['content-disposition']).toContain(encodeURIComponent(filename))
    }
  })

  it('rates products on the home page as in the catalogue', async () => {
    const { featuredProducts } = (await app().services.content.get('home')).document
    const lists = CATALOGUES.map((catalogue) =>
      app().services.products.list(ProductListQuerySchema.parse({ catalogue })),
    )
    const products = (await Promise.all(lists)).flatMap((list) => list.products)
    expect(featuredProducts.length).toBeGreaterThan(0)
    for (const { name, rating } of featuredProducts) {
      const product = products.find((other) => other.name === name)
      const shownRating = product && getShownRating(product)
      expect({ name, rating }).toEqual({ name, rating: shownRating?.rating ?? null })
    }
  })

  it('lists real products before the fictional ones', async () => {
    for (const catalogue of CATALOGUES) {
      const { products } = await app().services.products.list(ProductListQuerySchema.parse({ catalogue }))
      expect(products, catalogue).toHaveLength({ agent: 45, ai: 28 }[catalogue])
      const names = products.map(({ name }) => name)
      for (const name of names.slice(0, -2)) expect(name).not.toContain('示例')
      for (const name of names.slice(-2)) expect(name).toContain('示例')
    }
  })

  it('contains facts with source and date for real products, and without source for fictional ones', async () => {
    for (const catalogue of CATALOGUES) {
      const { products } = await app().services.products.list(ProductListQuerySchema.parse({ catalogue }))
      const known = await app().services.facts.listPublic(products.map(({ id }) => id))
      for (const { id, name, isSample } of products) {
        const { facts = [], factsUpdatedOn } = known.get(id) ?? {}
        expect(facts.length, name).toBeGreaterThan(2)
        expect(factsUpdatedOn, name).toBeOneOf(READ_DAYS)
        for (const { sourceUrl, readAt, isStale } of facts) {
          if (isSample) expect(sourceUrl, name).toBe('')
          else expect(sourceUrl, name).not.toBe('')
          expect(readAt, name).toBeOneOf(READ_DAYS)
          expect(isStale, name).toBe(false)
        }
      }
    }
  })

  it('states every attribute of fictional products, and the vendor of every real one', async () => {
    for (const catalogue of CATALOGUES) {
      const { products } = await app().services.products.list(ProductListQuerySchema.parse({ catalogue }))
      const attributes = (await app().services.facts.attributes.list(catalogue)).map(({ key }) => key)
      const known = await app().services.facts.listPublic(products.map(({ id }) => id))
      for (const { id, name, isSample } of products) {
        const stated = new Set(known.get(id)?.facts.map(({ attribute }) => attribute))
        if (isSample) expect([...stated].sort(), name).toEqual(attributes.toSorted())
        else expect(stated, name).toContain('vendor')
      }
    }
  })

  it('contains reviews only of sample products, each marked as a sample', async () => {
    const { reviews } = await readDemo()
    for (const { catalogue, product } of reviews) {
      const { data } = (await app().server.inject(`/api/products/${catalogue}/${product}/reviews`)).json()
      expect(data.reviews.map(({ isSample }: { isSample: boolean }) => isSample)).not.toContain(false)
      for (const { pros, cons } of data.reviews) expect([pros, cons].join()).toMatch(/^（示例）.*,（示例）/)
    }
    const rows = await app().database.read.selectFrom('memberReviews').select('productId').distinct().execute()
    for (const { productId } of rows) expect(productId).toMatch(/^sample-/)
    expect((await app().server.inject('/api/review-statistics')).json().data.count).toBe(0)
  })

  it('marks facts whose sources disagree', async () => {
    const { facts } = (await app().server.inject('/api/product-detail/librechat?catalogue=ai')).json().data
    expect(facts.filter(({ isDisputed }: Fact) => isDisputed)).toMatchObject([
      { attribute: 'license', value: ['MIT'] },
      { attribute: 'license', value: ['其他开源许可'], note: '许可字段为ISC，与LICENSE不一致' },
    ])
  })

  it('contains a run of the example project, marked as answered by sample agents, and its report includes it', async () => {
    const send = async (path: string, payload: object = {}) =>
      (await app().server.inject({ method: 'POST', url: `/api/evaluation/readings/runs${path}`, payload })).json().data
    const [run] = await send('')
    expect(run).toMatchObject({ title: expect.stringContaining('示例智能体'), status: 'finished', planned: 120 })
    const { candidates, tasks } = await send(`/${run.id}`)
    expect(tasks).toHaveLength(16)
    const [careful, hasty] = candidates
    expect(careful.passed).toBeGreaterThan(hasty.passed)
    expect(candidates).toMatchObject([{ planned: 60, reliability: { tasks: 16 } }, { planned: 60 }])
    const trials = await send(`/${run.id}/trials`, { task: tasks[0].key, candidate: careful.key })
    expect(trials[0]).toMatchObject({ decidedBy: 'checks', model: 'sample-careful', reply: expect.any(String) })
    const example = (await app().server.inject('/api/evaluation/example')).json().data
    expect(example.tasks.filter(({ origin }: { origin: object | null }) => origin !== null)).toHaveLength(16)
    const report = (await app().server.inject(`/api/evaluation/project-reports/${example.reportId}`)).json().data
    expect(report.data.runs.runs).toMatchObject([
      { id: run.id, title: run.title, sources: [{ title: '知识库问答', version: 1, tasks: 16, edited: 0 }] },
    ])
  })

  it('offers the sample question banks to everyone, with the handbook', async () => {
    const { data } = (await app().server.inject('/api/evaluation/question-banks')).json()
    expect(data.map(({ taskCount }: { taskCount: number }) => taskCount)).toEqual([50, 30, 30, 60, 30])
    const [{ id }] = data
    const handbook = await app().server.inject(`/api/evaluation/question-banks/${id}/material`)
    expect(handbook.body).toContain('第45条')
  })

  it('contains a public example project, finished and with a report', async () => {
    const { data } = (await app().server.inject('/api/evaluation/example')).json()
    expect(data).toMatchObject({
      name: '首个智能体试点选型（示例）',
      isExample: true,
      role: 'reader',
      status: 'final',
      judges: { length: 3 },
      trials: { length: 80 },
    })
    const names = new Map(data.setup.candidates.map(({ key, name }: { key: string; name: string }) => [key, name]))
    const standings = data.analysis.candidates.map(
      ({ key, recommendation }: { key: string; recommendation: string }) => [names.get(key), recommendation],
    )
    expect(standings).toEqual([
      ['智能客服（示例）', '推荐'],
      ['发票识别助手（示例）', '推荐'],
      ['会议纪要助手（示例）', '谨慎推荐'],
      ['供应链协同智能体（示例）', '暂不推荐'],
    ])
    const { isPublished, isCurrent, newerAt, withdrawnAt, ...report } = (
      await app().server.inject(`/api/evaluation/project-reports/${data.reportId}`)
    ).json().data
    const { keys } = (await app().server.inject('/.well-known/zhijian-report-keys.json')).json()
    expect({ isCurrent, newerAt, withdrawnAt }).toEqual({ isCurrent: true, newerAt: null, withdrawnAt: null })
    expect(await verifyReport(report, keys)).toBe('unchanged')
  })
})

it('scores no product of the catalogues among the examples of the method, besides its published evaluation', async () => {
  const { documents, products } = await readDemo()
  const { evaluationExamples } = EvaluationSchema.parse(documents.find(({ kind }) => kind === 'evaluation')?.document)
  const names = products.flatMap(({ products: inCatalogue }) => inCatalogue.map(({ name }) => name))
  expect(evaluationExamples.length).toBeGreaterThan(0)
  for (const { productName } of evaluationExamples) expect(names).not.toContain(productName)
})

it('uses one title per kind of specification, so that comparisons align', async () => {
  const { products } = await readDemo()
  const titles = products.flatMap(({ products: inCatalogue }) =>
    inCatalogue.flatMap(({ technicalSpecs }) => technicalSpecs.map(({ title }) => title)),
  )
  for (const [title, ...others] of SYNONYMS) {
    expect(titles).toContain(title)
    for (const other of others) expect(titles).not.toContain(other)
  }
})

it('uses only categories and price ranges of its catalogue', async () => {
  const { documents, products } = await readDemo()
  for (const { catalogue, products: inCatalogue } of products) {
    const kind = catalogue === 'agent' ? 'products' : 'ai'
    const page = CatalogueSchema.parse(documents.find((entry) => entry.kind === kind)?.document)
    for (const { name, category, price } of inCatalogue) {
      expect(page.categories, name).toContain(category)
      expect(page.priceRanges, name).toContain(price)
    }
  }
})

it('gives every use case of the sample method weights that add up to 100', async () => {
  const { documents } = await readDemo()
  const content = EvaluationSchema.parse(documents.find(({ kind }) => kind === 'evaluation')?.document)
  const { groups, profiles } = getMethod(content)
  expect(profiles.map(({ title }) => title)).toEqual(['知识库问答', '客户服务', '流程自动化'])
  for (const [index, profile] of profiles.entries()) {
    // Weights of unknown criteria are dropped.
    expect(profile.weights).toHaveLength(content.evaluationStandards.profiles[index]?.weights.length ?? 0)
    const weights = applyProfileWeights(groups, profile).map(({ weight }) => weight)
    expect(sum(weights), profile.title).toBe(100)
  }
})

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0)

/** Titles of specifications, each with its synonyms, which must not be used. */
const SYNONYMS = [
  ['支持的模型', '模型支持', '模型接入', '支持模型', '模型接入（v1）'],
  ['接入渠道', '渠道'],
  ['最低硬件', '最低部署资源', '最低配置'],
  ['向量库', '向量存储', '向量数据库', '默认向量库', '可选向量库'],
  ['数据库', '数据存储'],
  ['存储组件', '业务存储'],
  ['会话存储', '对话存储'],
  ['文档存储', '文档引擎'],
  ['接口', '接口形式'],
  ['硬件支持', '硬件加速'],
  ['商业版本', '企业版本'],
  ['输入格式', '输入'],
  ['输出格式', '导出'],
  ['支持语言', '语言'],
  ['所读版本', '所读镜像版本'],
] as const

describe.skipIf(!postgresServer)('nodes that start concurrently (skipped without PostgreSQL)', () => {
  it('load the sample content only once', async () => {
    const { url, drop } = await createPostgresDatabase(postgresServer ?? '')
    const dataDir = await mkdtemp(join(tmpdir(), 'zhijian-test-'))
    const nodes = await Promise.all(
      [1, 2, 3].map(async () => {
        const database = await openPostgresDatabase(url)
        const config = testConfig({ DATA_DIR: dataDir })
        const app = await createApp({
          config,
          database,
          passwordCost: LOW_COST,
          servePages: false,
          startWorkers: false,
        })
        return { ...app, database, isLoaded: await loadDemo(database, app.services) }
      }),
    )
    expect(nodes.filter(({ isLoaded }) => isLoaded)).toHaveLength(1)
    const query = ProductListQuerySchema.parse({ catalogue: 'agent' })
    for (const { services } of nodes)
      await vi.waitFor(async () => expect((await services.products.list(query)).products).toHaveLength(45), 5_000)
    for (const { server, database } of nodes) {
      await server.close()
      await database.close()
    }
    await drop()
    await rm(dataDir, { recursive: true })
  }, 60_000)
})
