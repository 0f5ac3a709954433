import { expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const createStandards = (percentage: number) => ({
  evaluationStandards: {
    groups: [
      {
        title: '技术',
        percentage: 100,
        criteria: [
          { title: '准确性', percentage },
          { title: '安全', percentage: 100 - percentage },
        ],
      },
    ],
  },
})
const saveDocument = ({ database, services }: TestApp, sections: JsonObject) => {
  const raw = withAllSections('evaluation', sections)
  return database.write((transaction) =>
    services.content.saveInTransaction(transaction, { kind: 'evaluation', raw, actor: null }),
  )
}

onEveryDatabase('versions of the evaluation method', (app) => {
  const listMethods = async () => (await app().server.inject('/api/evaluation/methods')).json().data

  it("starts with the document's method on the first request", async () => {
    expect(await listMethods()).toEqual([{ version: 1, createdAt: expect.any(String), changes: [] }])
    const { version, method } = await app().services.methods.getCurrent()
    expect([version, method.groups]).toEqual([1, []])
    expect(await app().services.methods.getCurrent()).toMatchObject({ version: 1 })
  })

  it('creates versions only for saves that change the method', async () => {
    await saveDocument(app(), createStandards(60))
    await saveDocument(app(), { ...createStandards(60), pageInfo: { title: '专业评估' } })
    await saveDocument(app(), createStandards(80))
    expect(await listMethods()).toEqual([
      {
        version: 3,
        createdAt: expect.any(String),
        changes: ['准则“准确性”的占比由60改为80', '准则“安全”的占比由40改为20'],
      },
      { version: 2, createdAt: expect.any(String), changes: ['新增分组“技术”'] },
      { version: 1, createdAt: expect.any(String), changes: [] },
    ])
  })

  it('rejects weights that don’t add up, and a profile that names a missing criterion', async () => {
    const { evaluationStandards } = createStandards(60)
    const [group] = evaluationStandards.groups
    const save = (standards: object) => saveDocument(app(), { evaluationStandards: standards })
    await expect(save({ groups: [{ ...group, percentage: 90 }] })).rejects.toMatchObject({
      fieldErrors: [{ path: 'evaluationStandards.groups' }, { path: 'evaluationStandards.groups.0.criteria' }],
    })
    const profiles = [{ title: '客服', weights: [{ criterion: '没有的', percentage: 10 }] }]
    await expect(save({ ...evaluationStandards, profiles })).rejects.toMatchObject({
      fieldErrors: [{ path: 'evaluationStandards.profiles.0.weights.0.criterion' }],
    })
  })

  it('carries a renamed criterion over to the profiles', async () => {
    const { evaluationStandards } = createStandards(80)
    const profiles = [{ title: '客服', weights: [{ criterion: '准确性', percentage: 10 }] }]
    const { document } = await saveDocument(app(), { evaluationStandards: { ...evaluationStandards, profiles } })
    const saved = EvaluationSchema.parse(document).evaluationStandards
    const groups = saved.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((item) => (item.title === '准确性' ? { ...item, title: '任务完成' } : item)),
    }))
    const renamed = await saveDocument(app(), { evaluationStandards: { ...saved, groups } })
    expect(EvaluationSchema.parse(renamed.document).evaluationStandards.profiles[0]?.weights).toMatchObject([
      { criterion: '任务完成' },
    ])
  })

  it('returns an older version', async () => {
    const reply = await app().server.inject('/api/evaluation/methods/2')
    expect(reply.json().data.method.groups[0].criteria[0]).toMatchObject({ key: 'criterion-1', weight: 60 })
  })

  it.each([
    ['9', 404],
    ['0', 400],
    ['x', 400],
  ])('responds to %s with %i', async (version, status) => {
    expect((await app().server.inject(`/api/evaluation/methods/${version}`)).statusCode).toBe(status)
  })
})
