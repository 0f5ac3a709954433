import { beforeAll, describe, expect, it } from 'vitest'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const REQUIREMENTS = {
  catalogue: 'agent',
  title: '客服智能体',
  musts: [
    { attribute: 'private-deployment', values: ['yes'] },
    { attribute: 'classified-protection', values: ['三级', '四级'] },
  ],
  wants: [{ attribute: 'sso', values: ['yes', 'partial'] }],
}
const CERTIFICATE = { name: '等保', level: '三级', number: '', issuer: '', validUntil: null }

onEveryDatabase('shortlists', (app) => {
  let editor: Caller
  let member: Caller
  let other: Caller
  let ids: string[] = []

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller?: Caller, payload?: object, etag = '') =>
    app().server.inject({
      method,
      url,
      headers: { ...caller?.headers, ...(etag && { 'if-match': etag }) },
      ...(payload ? { payload } : {}),
    })
  const create = async (caller?: Caller, more: object = {}): Promise<string> =>
    (await send('POST', shortlistCalls.create.path, caller, { ...REQUIREMENTS, ...more })).json().data.id
  const path = (id: string, call: { path: string } = shortlistCalls.get) => fillPath(call.path, { id })
  const read = async (id: string, caller?: Caller) => (await send('GET', path(id), caller)).json().data
  const saveFacts = (id: string, facts: Record<string, unknown>) =>
    send('PUT', fillPath(factEditingCalls.save.path, { catalogue: 'agent', id }), editor, {
      facts: Object.entries(facts).map(([attribute, value]) => ({
        attribute,
        value,
        grade: 'public',
        sourceUrl: 'https://example.com/',
        readAt: '2026-11-01',
        note: '',
      })),
    })

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    member = await createSignedInUser(app(), 'member', 'owner')
    other = await createSignedInUser(app(), 'member', 'other')
    ids = await createProducts(
      app(),
      'agent',
      ['满足', '待确认', '不满足', '下架'].map((name) => ({ name, isActive: name !== '下架' })),
    )
    const [meets = '', may = '', fails = '', inactive = ''] = ids
    const all = { 'private-deployment': 'yes', 'classified-protection': CERTIFICATE }
    for (const [id, facts] of [
      [meets, all],
      [may, { 'private-deployment': 'yes', sso: 'yes' }],
      [fails, { 'private-deployment': 'no' }],
      [inactive, all],
    ] as const)
      expect((await saveFacts(id, facts)).statusCode).toBe(200)
  })

  it('list what meets, what may, and what fails, and say why', async () => {
    const list = await read(await create())
    expect(list).toMatchObject({ title: '客服智能体', isOwn: false, counts: { meets: 1, may: 1, fails: 1 } })
    expect(list.meets).toMatchObject([{ product: { name: '满足' }, wantsUnknown: [{ label: 'SSO' }] }])
    expect(list.may).toMatchObject([
      {
        product: { name: '待确认' },
        unknown: [{ attribute: 'classified-protection', label: '等保级别', labels: ['三级', '四级'] }],
        wantsMet: [{ attribute: 'sso' }],
      },
    ])
    expect(list.fails).toMatchObject([
      { product: { name: '不满足' }, because: [{ label: '私有化部署', labels: ['支持'], actual: '不支持' }] },
    ])
  })

  it('preview the same without keeping it', async () => {
    const { title: _, ...requirements } = REQUIREMENTS
    const reply = await send('POST', shortlistCalls.preview.path, undefined, requirements)
    expect(reply.json().data).toMatchObject({ counts: { meets: 1, may: 1, fails: 1 } })
  })

  it.each<[string, object, object[]]>([
    [
      'an unknown attribute',
      { musts: [{ attribute: 'no-such', values: ['yes'] }] },
      [{ path: 'musts.0.attribute', message: '没有这个属性，或它不能用来筛选' }],
    ],
    [
      'an attribute that nothing is filtered by',
      { wants: [{ attribute: 'minimum-memory', values: ['16'] }] },
      [{ path: 'wants.0.attribute', message: '没有这个属性，或它不能用来筛选' }],
    ],
    [
      'an unknown value',
      { musts: [{ attribute: 'sso', values: ['yes', '也许'] }] },
      [{ path: 'musts.0.values.1', message: '这个属性没有这个取值' }],
    ],
    [
      'an attribute twice',
      { musts: [{ attribute: 'sso', values: ['yes'] }], wants: [{ attribute: 'sso', values: ['no'] }] },
      [{ path: 'wants.0.attribute', message: '同一属性只能提一次要求' }],
    ],
    [
      'no value',
      { musts: [{ attribute: 'sso', values: [] }] },
      [{ path: 'musts.0.values', message: '请至少选择一个取值' }],
    ],
    ['no title', { title: ' ' }, [{ path: 'title', message: '请填写清单名称' }]],
  ])('refuse %s', async (_, change, errors) => {
    const reply = await send('POST', shortlistCalls.create.path, undefined, {
      catalogue: 'agent',
      title: '清单',
      ...change,
    })
    expect([reply.statusCode, reply.json().errors]).toEqual([400, errors])
  })

  it('belong to the member who keeps them', async () => {
    const id = await create(member)
    expect((await send('GET', shortlistCalls.list.path, member)).json().data).toMatchObject([
      { id, title: '客服智能体', musts: 2, wants: 1 },
    ])
    expect(await read(id, member)).toMatchObject({ isOwn: true })
    expect(await read(id, other)).toMatchObject({ isOwn: false })
    const { musts, wants } = REQUIREMENTS
    const update = { title: '改名', notes: '给同事', musts, wants, isNotified: false }
    expect((await send('PUT', path(id), other, update)).statusCode).toBe(404)
    expect((await send('PUT', path(id), member, update, '"1"')).json().data).toMatchObject({
      title: '改名',
      version: 2,
    })
    expect((await send('PUT', path(id), member, update, '"1"')).statusCode).toBe(412)
    expect((await send('DELETE', path(id), other)).statusCode).toBe(404)
    const copy = (await send('POST', path(id, shortlistCalls.copy), other)).json().data.id
    expect(await read(copy, other)).toMatchObject({ isOwn: true, title: '改名', notes: '给同事' })
    expect((await send('DELETE', path(id), member)).statusCode).toBe(200)
    expect((await send('GET', path(id))).statusCode).toBe(404)
  })

  it('raise questions to vendors about what is unknown', async () => {
    const questions = path(await create(), shortlistCalls.exportQuestions)
    const workbook = await send('GET', `${questions}?format=xlsx`)
    const { rows } = await readTable(workbook.rawPayload)
    expect(rows.map(({ values }) => Object.fromEntries(values))).toMatchObject([
      { 产品: '满足', 要求: 'SSO', 类型: '希望' },
      { 产品: '待确认', 要求: '等保级别', 类型: '必须' },
    ])
    const document = await send('GET', questions)
    expect(document.headers['content-type']).toContain('wordprocessingml')
    expect(document.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  describe('with notices', () => {
    it('mail the owner once when facts change the result', async () => {
      await enableMail(app())
      const id = await create(member, { title: '盯着的' })
      const { musts, wants } = REQUIREMENTS
      await send('PUT', path(id), member, { title: '盯着的', notes: '', musts, wants, isNotified: true })
      const listMails = async () =>
        (await app().services.mail.outbox.list({ page: 1 }, true)).items.filter(
          ({ kind }) => kind === 'shortlistChanged',
        )
      await app().services.shortlists.sendNotices()
      expect(await listMails()).toEqual([])
      await saveFacts(ids[1] ?? '', { 'private-deployment': 'yes', 'classified-protection': CERTIFICATE })
      await app().services.shortlists.sendNotices()
      await app().services.shortlists.sendNotices()
      const mails = await listMails()
      expect(mails).toMatchObject([{ subject: '清单“盯着的”的结果有变化' }])
      const content = await app().services.mail.outbox.content(mails[0]?.id ?? '')
      expect(content?.html).toContain('待确认：待确认 → 满足')
    })
  })
})
