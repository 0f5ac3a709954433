import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ZodError } from 'zod'
import { DAY_MS } from '#contracts/durations.ts'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { SHORTLIST_LIMITS } from '#contracts/limits.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import { enableMail } from '#testing/factories/mail.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser, signIn, toCaller } from '#testing/factories/users.ts'
import { listOutbox } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { withKey } from '#testing/with-key.ts'
import { SHORTLISTS_TOPIC } from './service.ts'

const REQUIREMENTS = {
  catalogue: 'agent',
  title: '客服智能体',
  required: [
    { attribute: 'private-deployment', values: ['yes'] },
    { attribute: 'classified-protection', values: ['三级', '四级'] },
  ],
  preferred: [{ attribute: 'sso', values: ['yes', 'partial'] }],
}
const CERTIFICATE = { name: '等保', level: '三级', number: '', issuer: '', validUntil: null }
const MATCHING_FACTS = { 'private-deployment': 'yes', 'classified-protection': CERTIFICATE }
const UNCERTAIN_FACTS = { 'private-deployment': 'yes', sso: 'yes' }

onEveryDatabase('shortlists', (app) => {
  let editor: Caller
  let member: Caller
  let otherMember: Caller
  let matchingId = ''
  let uncertainId = ''
  let failingId = ''
  let inactiveId = ''

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, caller?: Caller, payload?: object, etag = '') =>
    app().server.inject({
      method,
      url,
      headers: { ...caller?.headers, ...(etag && { 'if-match': etag }) },
      ...(payload ? { payload } : {}),
    })
  const create = async (caller?: Caller, overrides: object = {}): Promise<string> =>
    (await send('POST', shortlistCalls.create.path, caller, { ...REQUIREMENTS, ...overrides })).json().data.id
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
    otherMember = await createSignedInUser(app(), 'member', 'other')
    ;[matchingId = '', uncertainId = '', failingId = '', inactiveId = ''] = await createProducts(
      app(),
      'agent',
      ['满足', '待确认', '不满足', '下架'].map((name) => ({ name, isActive: name !== '下架' })),
    )
    for (const [id, facts] of [
      [matchingId, MATCHING_FACTS],
      [uncertainId, UNCERTAIN_FACTS],
      [failingId, { 'private-deployment': 'no' }],
      [inactiveId, MATCHING_FACTS],
    ] as const)
      expect((await saveFacts(id, facts)).statusCode).toBe(200)
  })

  // One of the tests lasts longer than a session.
  beforeEach(async () => {
    const signInAs = async (name: string) => toCaller(await signIn(app(), `${name}@example.com`))
    editor = await signInAs('editor')
    member = await signInAs('owner')
    otherMember = await signInAs('other')
  })

  it('groups active products by whether they meet the requirements, with the reasons', async () => {
    const list = await read(await create())
    expect(list).toMatchObject({ title: '客服智能体', isOwn: false, counts: { matching: 1, uncertain: 1, failing: 1 } })
    expect(list.matching).toMatchObject([
      {
        product: { name: '满足' },
        met: [
          { attribute: 'private-deployment', grade: 'public' },
          { attribute: 'classified-protection', grade: 'public' },
        ],
        preferredUnknown: [{ label: 'SSO' }],
      },
    ])
    expect(list.uncertain).toMatchObject([
      {
        product: { name: '待确认' },
        unknown: [{ attribute: 'classified-protection', label: '等保级别', valueLabels: ['三级', '四级'] }],
        preferredMet: [{ attribute: 'sso' }],
      },
    ])
    expect(list.failing).toMatchObject([
      { product: { name: '不满足' }, unmet: [{ label: '私有化部署', valueLabels: ['支持'], actual: '不支持' }] },
    ])
  })

  it('previews a result without storing a shortlist', async () => {
    const { title: _, ...requirements } = REQUIREMENTS
    const reply = await send('POST', shortlistCalls.preview.path, undefined, requirements)
    expect(reply.json().data).toMatchObject({ counts: { matching: 1, uncertain: 1, failing: 1 } })
  })

  it.each<[string, object, object[]]>([
    [
      'an unknown attribute',
      { required: [{ attribute: 'no-such', values: ['yes'] }] },
      [{ path: 'required.0.attribute', message: '没有这个属性，或它不能用来筛选' }],
    ],
    [
      'an attribute that cannot be filtered by',
      { preferred: [{ attribute: 'minimum-memory', values: ['16'] }] },
      [{ path: 'preferred.0.attribute', message: '没有这个属性，或它不能用来筛选' }],
    ],
    [
      'an unknown value',
      { required: [{ attribute: 'sso', values: ['yes', '也许'] }] },
      [{ path: 'required.0.values.1', message: '这个属性没有这个取值' }],
    ],
    [
      'two requirements for one attribute',
      { required: [{ attribute: 'sso', values: ['yes'] }], preferred: [{ attribute: 'sso', values: ['no'] }] },
      [{ path: 'preferred.0.attribute', message: '同一属性只能提一次要求' }],
    ],
    [
      'a requirement without values',
      { required: [{ attribute: 'sso', values: [] }] },
      [{ path: 'required.0.values', message: '请至少选择一个取值' }],
    ],
    ['a blank title', { title: ' ' }, [{ path: 'title', message: '请填写清单名称' }]],
  ])('rejects %s', async (_, change, errors) => {
    const reply = await send('POST', shortlistCalls.create.path, undefined, {
      catalogue: 'agent',
      title: '清单',
      ...change,
    })
    expect(toResult(reply)).toMatchObject({ status: 400, errors })
  })

  describe('owned by a member', () => {
    const { required, preferred } = REQUIREMENTS
    const CHANGES = { title: '改名', notes: '给同事', required, preferred, isNotified: false }
    let id: string
    beforeEach(async () => {
      id = await create(member)
    })

    it('is listed only for its owner', async () => {
      const list = async (caller: Caller) =>
        (await send('GET', shortlistCalls.list.path, caller))
          .json()
          .data.filter((each: { id: string }) => each.id === id)
      expect(await list(member)).toMatchObject([{ title: '客服智能体', required: 2, preferred: 1 }])
      expect(await list(otherMember)).toEqual([])
    })

    it('can be opened by anyone who has its URL', async () => {
      expect(await read(id, member)).toMatchObject({ isOwn: true })
      expect(await read(id, otherMember)).toMatchObject({ isOwn: false })
      expect(await read(id)).toMatchObject({ isOwn: false })
    })

    it('can be updated by its owner, and rejects a stale version with 412', async () => {
      const updated = await send('PUT', path(id), member, CHANGES, '"1"')
      expect(updated.json().data).toMatchObject({ title: '改名', version: 2 })
      expect((await send('PUT', path(id), member, CHANGES, '"1"')).statusCode).toBe(412)
    })

    it('labels its requirements, required ones first', async () => {
      expect((await read(id)).requirements).toEqual([
        {
          attribute: 'private-deployment',
          label: '私有化部署',
          valueLabels: ['支持'],
          minGrade: null,
          kind: 'required',
        },
        {
          attribute: 'classified-protection',
          label: '等保级别',
          valueLabels: ['三级', '四级'],
          minGrade: null,
          kind: 'required',
        },
        { attribute: 'sso', label: 'SSO', valueLabels: ['支持', '部分支持'], minGrade: null, kind: 'preferred' },
      ])
    })

    it('asks for a grade of evidence, below which what is met is to be confirmed', async () => {
      const graded = required.map((requirement) => ({ ...requirement, grade: 'verified' }))
      const reply = await send('PUT', path(id), member, { ...CHANGES, required: graded }, '"1"')
      expect(reply.json().data).toMatchObject({
        required: graded,
        matching: [],
        uncertain: expect.arrayContaining([
          expect.objectContaining({
            unknown: expect.arrayContaining([
              expect.objectContaining({ attribute: 'private-deployment', minGrade: 'verified', knownGrade: 'public' }),
            ]),
          }),
        ]),
      })
      const refused = await send('PUT', path(id), member, {
        ...CHANGES,
        required: required.map((requirement) => ({ ...requirement, grade: 'claimed' })),
      })
      expect(toResult(refused)).toMatchObject({ status: 400, errors: [{ path: 'required.0.grade' }, {}] })
    })

    it('publishes its topic if it is updated or removed, so that its cached page is invalidated', async () => {
      const topics: string[] = []
      const unsubscribe = app().database.changes.subscribe((changed) => topics.push(...changed))
      await send('PUT', path(id), member, CHANGES, '"1"')
      expect(topics).toContain(SHORTLISTS_TOPIC)
      topics.length = 0
      await send('DELETE', path(id), member)
      expect(topics).toContain(SHORTLISTS_TOPIC)
      unsubscribe()
    })

    it('can be neither updated nor removed by another member', async () => {
      expect((await send('PUT', path(id), otherMember, CHANGES)).statusCode).toBe(404)
      expect((await send('DELETE', path(id), otherMember)).statusCode).toBe(404)
      expect(await read(id, member)).toMatchObject({ title: '客服智能体', version: 1 })
    })

    it('can be copied, with its notes, by another member', async () => {
      await send('PUT', path(id), member, CHANGES)
      const copyId = (await send('POST', path(id, shortlistCalls.copy), otherMember)).json().data.id
      expect(await read(copyId, otherMember)).toMatchObject({ isOwn: true, title: '改名', notes: '给同事' })
    })

    it('is copied once if the request is repeated', async () => {
      const copier = withKey(otherMember)
      const copy = async () => (await send('POST', path(id, shortlistCalls.copy), copier)).json().data
      const countOwn = async () => (await send('GET', shortlistCalls.list.path, otherMember)).json().data.length
      const first = await copy()
      const count = await countOwn()
      expect(await copy()).toEqual(first)
      expect(await countOwn()).toBe(count)
    })

    it('can be removed by its owner', async () => {
      expect((await send('DELETE', path(id), member)).statusCode).toBe(200)
      expect((await send('GET', path(id))).statusCode).toBe(404)
      const { action, target } = await app()
        .database.read.selectFrom('auditEntries')
        .select(['action', 'target'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      // Without the title, which only the owner could read.
      expect({ action, target }).toEqual({ action: 'shortlist.remove', target: id })
    })
  })

  describe('with candidates', () => {
    const ONLY_CANDIDATES = { required: [], preferred: [] }
    const addCandidates = (id: string, caller: Caller, ...candidates: string[]) =>
      send('POST', path(id, shortlistCalls.addCandidates), caller, { candidates })
    const removeCandidate = (id: string, product: string, caller: Caller) =>
      send('DELETE', fillPath(shortlistCalls.removeCandidate.path, { id, product }), caller)
    const getIds = (list: { candidates: { product: { id: string } }[] }) =>
      list.candidates.map(({ product }) => product.id)

    it('lists candidates in the order of their addition, with how they meet the requirements', async () => {
      const id = await create(member, { candidates: [failingId] })
      expect((await addCandidates(id, member, uncertainId, failingId, matchingId)).statusCode).toBe(200)
      const list = await read(id)
      expect(list.candidates).toMatchObject([
        { product: { name: '不满足' }, status: 'failing', unmet: [{ label: '私有化部署', actual: '不支持' }] },
        { product: { name: '待确认' }, status: 'uncertain', unknown: [{ label: '等保级别' }] },
        { product: { name: '满足' }, status: 'matching', preferredUnknown: [{ label: 'SSO' }] },
      ])
      expect(list.version).toBe(1)
      const summaries = (await send('GET', shortlistCalls.list.path, member)).json().data
      expect(summaries).toContainEqual(
        expect.objectContaining({ id, candidates: [failingId, uncertainId, matchingId] }),
      )
    })

    it('matches no other products if there are no requirements', async () => {
      const list = await read(await create(undefined, { ...ONLY_CANDIDATES, candidates: [matchingId] }))
      expect(list).toMatchObject({ counts: { matching: 0, uncertain: 0, failing: 0 }, matching: [], candidates: [{}] })
    })

    it('removes a candidate, and accepts a repeated removal', async () => {
      const id = await create(member, { candidates: [matchingId, uncertainId] })
      expect((await removeCandidate(id, matchingId, member)).json()).toMatchObject({ message: '已移出清单' })
      expect((await removeCandidate(id, matchingId, member)).statusCode).toBe(200)
      expect(getIds(await read(id))).toEqual([uncertainId])
    })

    it('stores both candidates that two tabs add concurrently', async () => {
      const id = await create(member, ONLY_CANDIDATES)
      await Promise.all([addCandidates(id, member, matchingId), addCandidates(id, member, uncertainId)])
      expect(getIds(await read(id)).toSorted()).toEqual([matchingId, uncertainId].toSorted())
    })

    it('lists candidates that are no longer in the catalogue separately, under their original names', async () => {
      const id = await create(member, { candidates: [matchingId, failingId] })
      const setActive = (isActive: boolean) =>
        app().database.write(({ db }) =>
          db
            .updateTable('products')
            .set({ isActive, name: isActive ? '不满足' : '改名' })
            .where('id', '=', failingId)
            .execute(),
        )
      await setActive(false)
      const list = await read(id)
      await setActive(true)
      expect(list.unlistedCandidates).toEqual([{ id: failingId, name: '不满足' }])
      expect(getIds(list)).toEqual([matchingId])
      expect(getIds(await read(id))).toEqual([matchingId, failingId])
    })

    it('rejects products that are not in the catalogue, naming each', async () => {
      const [otherCatalogueId = ''] = await createProducts(app(), 'ai', [{ name: '另一目录' }])
      const candidates = [matchingId, 'no-such', inactiveId, otherCatalogueId]
      const reply = await send('POST', shortlistCalls.create.path, member, { ...REQUIREMENTS, candidates })
      const errors = [1, 2, 3].map((index) => ({
        path: `candidates.${index}`,
        message: '没有这个产品，或它已下线',
      }))
      expect(toResult(reply)).toMatchObject({ status: 400, errors })
      expect((await addCandidates(await create(member), member, inactiveId)).json().errors).toEqual([
        { path: 'candidates.0', message: '没有这个产品，或它已下线' },
      ])
    })

    it('rejects a repeated product, an empty addition, and more candidates than the limit', async () => {
      const id = await create(member)
      expect((await addCandidates(id, member, matchingId, matchingId)).json().errors).toEqual([
        { path: 'candidates.1', message: '同一产品只能加入一次' },
      ])
      expect((await addCandidates(id, member)).json().errors).toEqual([
        { path: 'candidates', message: '请选择要加入的产品' },
      ])
      const otherIds = await createProducts(
        app(),
        'agent',
        Array.from({ length: SHORTLIST_LIMITS.candidates }, (_, index) => ({ name: `候选${index}` })),
      )
      expect((await addCandidates(id, member, ...otherIds)).statusCode).toBe(200)
      const reply = await addCandidates(id, member, matchingId)
      expect(toResult(reply)).toMatchObject({ status: 409, message: '一份清单最多有20个候选产品，请先移出不用的' })
      await app().database.write(({ db }) => db.deleteFrom('products').where('id', 'in', otherIds).execute())
    })

    it('can be changed only by the owner of the shortlist', async () => {
      const id = await create(member, { candidates: [matchingId] })
      expect((await addCandidates(id, otherMember, uncertainId)).statusCode).toBe(404)
      expect((await removeCandidate(id, matchingId, otherMember)).statusCode).toBe(404)
      expect(getIds(await read(id))).toEqual([matchingId])
    })

    it('retains candidates if the shortlist is updated, and copies them', async () => {
      const id = await create(member, { candidates: [matchingId] })
      const { required, preferred } = REQUIREMENTS
      await send('PUT', path(id), member, { title: '改名', notes: '', required, preferred, isNotified: false })
      const copyId = (await send('POST', path(id, shortlistCalls.copy), otherMember)).json().data.id
      expect(getIds(await read(copyId))).toEqual([matchingId])
    })

    it('exports questions about candidates only, and about every unknown attribute without requirements', async () => {
      const readQuestions = async (id: string) => {
        const workbook = await send('GET', `${path(id, shortlistCalls.exportQuestions)}?format=xlsx`)
        return (await readTable(workbook.rawPayload)).rows.map(({ values }) => Object.fromEntries(values))
      }
      const required = await readQuestions(await create(member, { candidates: [uncertainId] }))
      expect(required).toMatchObject([{ 产品: '待确认', 项目: '等保级别', 类型: '必须' }])
      const all = await readQuestions(await create(member, { ...ONLY_CANDIDATES, candidates: [uncertainId] }))
      expect(all).toContainEqual(expect.objectContaining({ 产品: '待确认', 项目: '等保级别', 类型: '了解' }))
      expect(all.map(({ 项目: item }) => item)).not.toContain('私有化部署')
      expect(all.length).toBeGreaterThan(10)
    })
  })

  it('exports questions to vendors about unknown facts', async () => {
    const questions = path(await create(), shortlistCalls.exportQuestions)
    const workbook = await send('GET', `${questions}?format=xlsx`)
    const { rows } = await readTable(workbook.rawPayload)
    expect(rows.map(({ values }) => Object.fromEntries(values))).toMatchObject([
      { 产品: '满足', 项目: 'SSO', 类型: '希望' },
      { 产品: '待确认', 项目: '等保级别', 类型: '必须' },
    ])
    const document = await send('GET', questions)
    expect(document.headers['content-type']).toContain('wordprocessingml')
    expect(document.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  describe('with change notifications', () => {
    const { required, preferred } = REQUIREMENTS
    const listMails = async (title: string) =>
      (await listOutbox(app())).filter(({ subject }) => subject.includes(title))
    const createNotifiedShortlist = async (title: string, overrides: object = {}): Promise<string> => {
      const id = await create(member, { title, ...overrides })
      await send('PUT', path(id), member, { title, notes: '', required, preferred, isNotified: true, ...overrides })
      return id
    }
    beforeAll(() => enableMail(app()))
    afterEach(async () => {
      expect((await saveFacts(uncertainId, UNCERTAIN_FACTS)).statusCode).toBe(200)
    })

    it('sends no mail if the result has not changed', async () => {
      await createNotifiedShortlist('结果不变')
      await app().services.shortlists.sendChangeNotifications()
      expect(await listMails('结果不变')).toEqual([])
    })

    it('sends the owner one mail if facts change the result', async () => {
      await createNotifiedShortlist('结果变化')
      await saveFacts(uncertainId, MATCHING_FACTS)
      await app().services.shortlists.sendChangeNotifications()
      await app().services.shortlists.sendChangeNotifications()
      const mails = await listMails('结果变化')
      expect(mails).toMatchObject([{ kind: 'shortlistChanged', subject: '清单“结果变化”有变化' }])
      const content = await app().services.mail.outbox.findContent(mails[0]?.id ?? '')
      expect(content?.html).toContain('待确认：待确认 → 满足')
    })

    it('notifies the others if the stored result of a shortlist is invalid', async () => {
      const brokenId = await createNotifiedShortlist('数据损坏')
      await createNotifiedShortlist('数据完好')
      await app().database.write(({ db }) =>
        db
          .updateTable('shortlistSubscriptions')
          .set({ notifiedResultJson: '[1]' })
          .where('shortlistId', '=', brokenId)
          .execute(),
      )
      await saveFacts(uncertainId, MATCHING_FACTS)
      await expect(app().services.shortlists.sendChangeNotifications()).rejects.toThrow(ZodError)
      expect(await listMails('数据完好')).toHaveLength(1)
      await app().database.write(({ db }) => db.deleteFrom('shortlists').where('id', '=', brokenId).execute())
    })

    it('sends the owner a mail if facts of a candidate change, but not if it is added or removed', async () => {
      const id = await createNotifiedShortlist('候选变化', { required: [], preferred: [] })
      const notify = () => app().services.shortlists.sendChangeNotifications()
      const candidates = [uncertainId, matchingId]
      await send('POST', path(id, shortlistCalls.addCandidates), member, { candidates })
      await notify()
      await send('DELETE', fillPath(shortlistCalls.removeCandidate.path, { id, product: matchingId }), member)
      await notify()
      expect(await listMails('候选变化')).toEqual([])
      app().clock.advance(DAY_MS)
      editor = await createSignedInUser(app(), 'editor', 'next-day')
      await saveFacts(uncertainId, { ...UNCERTAIN_FACTS, 'rest-api': 'yes' })
      await notify()
      const [mail] = await listMails('候选变化')
      const content = await app().services.mail.outbox.findContent(mail?.id ?? '')
      expect(content?.html).toContain('待确认：资料有更新')
    })
  })
})
