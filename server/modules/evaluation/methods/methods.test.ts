import { beforeAll, beforeEach, expect, it } from 'vitest'
import { withAllSections } from '#contracts/documents/documents.ts'
import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Actor } from '#server/platform/actor.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
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
const saveDocument = ({ database, services }: TestApp, sections: JsonObject, actor: Actor | null = null) => {
  const raw = withAllSections('evaluation', sections)
  return database.write((transaction) =>
    services.content.saveInTransaction(transaction, { kind: 'evaluation', raw, actor }),
  )
}

const listMethods = async ({ server }: TestApp): Promise<{ version: number }[]> =>
  (await server.inject('/api/evaluation/methods')).json().data

onEveryDatabase('versions of the evaluation method', (app) => {
  it('start with that of the document, and are created only by sample content that changes it', async () => {
    expect(await listMethods(app())).toEqual([{ version: 1, createdAt: expect.any(String), changes: [] }])
    const { version, method } = await app().services.methods.getCurrent()
    expect([version, method.groups]).toEqual([1, []])
    expect(await app().services.methods.getCurrent()).toMatchObject({ version: 1 })

    await saveDocument(app(), createStandards(60))
    await saveDocument(app(), { ...createStandards(60), pageInfo: { title: '专业评估' } })
    await saveDocument(app(), createStandards(80))
    expect(await listMethods(app())).toEqual([
      {
        version: 3,
        createdAt: expect.any(String),
        changes: ['准则“准确性”的占比由60改为80', '准则“安全”的占比由40改为20'],
      },
      { version: 2, createdAt: expect.any(String), changes: ['新增分组“技术”'] },
      { version: 1, createdAt: expect.any(String), changes: [] },
    ])
    const reply = await app().server.inject('/api/evaluation/methods/2')
    expect(reply.json().data.method.groups[0].criteria[0]).toMatchObject({ key: 'criterion-1', weight: 60 })
  })
})

onEveryDatabase('the draft of a method', (app) => {
  let editor: Caller & Actor
  /** The version that is published when a test begins. */
  let published = 0
  const request = async (method: 'GET' | 'POST' | 'PUT', url: string, caller: Caller | null = editor) =>
    app().server.inject({ method, url, headers: caller?.headers ?? {} })
  const getNewestVersion = async () => (await listMethods(app()))[0]?.version ?? 0
  const readStandards = async (caller: Caller | null) =>
    (await request('GET', '/api/evaluation-content', caller)).json().data.evaluationStandards
  beforeAll(async () => {
    editor = { ...(await createSignedInUser(app(), 'editor')), ip: '192.0.2.1' }
  })
  beforeEach(async () => {
    await saveDocument(app(), createStandards(60))
    await saveDocument(app(), createStandards(80))
    published = await getNewestVersion()
  })

  it('keeps what an editor saves as a draft that only the back office reads', async () => {
    const [group] = createStandards(80).evaluationStandards.groups
    const draft = { groups: [{ ...group, title: '技术与安全', percentage: 90 }], profiles: [] }
    await saveDocument(app(), { evaluationStandards: draft }, editor)
    expect(await readStandards(editor)).toMatchObject({ groups: [{ title: '技术与安全', percentage: 90 }] })
    expect(await readStandards(null)).toMatchObject({ groups: [{ title: '技术', percentage: 100 }] })
    expect((await request('GET', '/api/evaluation/method-draft')).json().data).toEqual({
      published: { version: published, createdAt: expect.any(String) },
      changes: ['分组“技术”改名为“技术与安全”', '分组“技术与安全”的占比由100改为90'],
      errors: [
        { path: 'evaluationStandards.groups', message: expect.stringContaining('90%') },
        { path: 'evaluationStandards.groups.0.criteria', message: expect.stringContaining('90%') },
      ],
    })
    expect(await getNewestVersion()).toBe(published)
  })

  it('refuses to publish weights that don’t add up, and a profile that names a missing criterion', async () => {
    const [group] = createStandards(80).evaluationStandards.groups
    const draft = { groups: [{ ...group, percentage: 90 }], profiles: [] }
    await saveDocument(app(), { evaluationStandards: draft }, editor)
    const reply = await request('POST', '/api/evaluation/methods')
    expect([reply.statusCode, reply.json().errors.length]).toEqual([400, 2])
    const profiles = [{ title: '客服', weights: [{ criterion: '没有的', percentage: 10 }] }]
    const { evaluationStandards } = createStandards(80)
    await saveDocument(app(), { evaluationStandards: { ...evaluationStandards, profiles } }, editor)
    const { errors } = (await request('POST', '/api/evaluation/methods')).json()
    expect(errors).toMatchObject([{ path: 'evaluationStandards.profiles.0.weights.0.criterion' }])
    expect(await getNewestVersion()).toBe(published)
  })

  it('publishes the saved draft once, and only in the revision that its editor read', async () => {
    await saveDocument(app(), createStandards(70), editor)
    const { headers } = await request('GET', '/api/evaluation/method-draft')
    const outdated = { ...editor, headers: { ...editor.headers, 'if-match': '"1"' } }
    expect((await request('POST', '/api/evaluation/methods', outdated)).statusCode).toBe(412)
    const current = { ...editor, headers: { ...editor.headers, 'if-match': String(headers.etag) } }
    expect((await request('POST', '/api/evaluation/methods', current)).json().data).toMatchObject({
      version: published + 1,
      changes: ['准则“准确性”的占比由80改为70', '准则“安全”的占比由20改为30'],
    })
    expect((await request('POST', '/api/evaluation/methods', current)).statusCode).toBe(409)
    expect(await readStandards(null)).toMatchObject({
      groups: [{ criteria: [{ percentage: 70 }, { percentage: 30 }] }],
    })
    expect((await listAudit(app(), 'content.publish-method'))[0]).toMatchObject({ target: `M${published + 1}` })
  })

  it('carries a renamed criterion over to the profiles', async () => {
    const { evaluationStandards } = createStandards(80)
    const profiles = [{ title: '客服', weights: [{ criterion: '准确性', percentage: 10 }] }]
    const { document } = await saveDocument(
      app(),
      { evaluationStandards: { ...evaluationStandards, profiles } },
      editor,
    )
    const saved = EvaluationSchema.parse(document).evaluationStandards
    const groups = saved.groups.map((group) => ({
      ...group,
      criteria: group.criteria.map((item) => (item.title === '准确性' ? { ...item, title: '任务完成' } : item)),
    }))
    const renamed = await saveDocument(app(), { evaluationStandards: { ...saved, groups } }, editor)
    expect(EvaluationSchema.parse(renamed.document).evaluationStandards.profiles[0]?.weights).toMatchObject([
      { criterion: '任务完成' },
    ])
  })

  it.each([
    ['99', 404],
    ['0', 400],
    ['x', 400],
  ])('responds to %s with %i', async (version, status) => {
    expect((await app().server.inject(`/api/evaluation/methods/${version}`)).statusCode).toBe(status)
  })
})
