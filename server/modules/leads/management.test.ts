import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import type { ConsultationInput } from '#contracts/leads/lead-request.ts'
import { formatMinuteInShanghai, toDay } from '#contracts/rules/shanghai-time.ts'
import { REDACTED } from '#server/platform/contacts/redact-contacts.ts'
import { type Caller, createSignedInUser, createUser } from '#testing/factories/users.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const REQUEST: ConsultationInput = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '138 0013 8000',
  email: 'chen@example.com',
  requirements: '比较三个客服智能体，请打 13800138000',
}

const patch = (app: TestApp, id: string, payload: object, { headers }: Caller) =>
  app.server.inject({ method: 'PATCH', url: `/api/leads/${id}`, payload, headers })

onEveryDatabase('a list of leads', (app) => {
  let reviewer: Caller
  let admin: Caller
  let viewer: Caller
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    const { leads } = app().services
    ids.early = await leads.requestConsultation(REQUEST)
    app().clock.advance(20 * HOUR_MS)
    ids.recent = await leads.requestEvaluation({
      ...REQUEST,
      companyName: '重庆100%银行',
      contactName: '单先生',
      phone: '010-65529988',
      email: 'shan@bank.example',
      productName: '智能客服',
    })
    app().clock.advance(4 * HOUR_MS)
    // Signed in only now, since the clock was advanced beyond the end of sessions.
    reviewer = await createSignedInUser(app(), 'reviewer', '李明')
    admin = await createSignedInUser(app(), 'super_admin', '王芳')
    viewer = await createSignedInUser(app(), 'viewer', '赵云')
    await createUser(app(), { email: 'inactive@example.com', name: '离职者', role: 'reviewer', status: 'inactive' })
  })

  const get = async (path = '', { headers } = reviewer) => app().server.inject({ url: `/api/leads${path}`, headers })
  const list = async (query = '', actor = reviewer) => (await get(`?${query}`, actor)).json()
  const listIds = async (query: string, actor = reviewer) =>
    (await list(query, actor)).data.map(({ id }: LeadRecord) => id)

  it('lists leads newest first, with deadlines, counts and owners', async () => {
    const { data, pagination, counts, owners } = await list()
    expect(data.map(({ id }: LeadRecord) => id)).toEqual([ids.recent, ids.early])
    expect(data[1]).toEqual({
      ...REQUEST,
      id: ids.early,
      assignment: { assignee: null, formerAssignee: null, dueAt: '2026-11-22T02:00:00.000Z', isLate: true },
      kind: 'consultation',
      productName: '',
      termsVersion: null,
      status: 'new',
      owner: null,
      notes: '',
      version: 1,
      createdAt: '2026-11-21T02:00:00.000Z',
      updatedAt: '2026-11-21T02:00:00.000Z',
      contactedAt: null,
      dueAt: '2026-11-22T02:00:00.000Z',
    })
    expect(pagination).toEqual({ current: 1, total: 1, limit: 20, totalItems: 2 })
    expect(counts).toEqual({ statuses: { new: 2, contacted: 0, completed: 0, invalid: 0 }, late: 1 })
    expect(owners).toEqual([
      { id: reviewer.id, name: '李明' },
      { id: admin.id, name: '王芳' },
    ])
  })

  it.each([
    ['kind=evaluation', ['recent']],
    ['status=new', ['recent', 'early']],
    ['status=new&order=asc', ['early', 'recent']],
    ['order=desc', ['recent', 'early']],
    ['status=invalid', []],
    ['late=true', ['early']],
    ['owner=none', ['recent', 'early']],
    ['owner=me', []],
    ['owner=nobody-at-all', []],
    ['search=制造', ['early']],
    ['search=製造', ['early']],
    ['search=zhizao', ['early']],
    ['search=mzzjt', ['early']],
    ['search=智能客服', ['recent']],
    ['search=陈女士', ['early']],
    ['search=13800138000', ['recent', 'early']],
    ['search=01065529988', ['recent']],
    ['search=SHAN@BANK', ['recent']],
    ['search=比较三个', ['recent', 'early']],
    ['search=100%25', ['recent']],
    ['search=%25', ['recent']],
    ['search=_', []],
    ["search=' or 1=1 --", []],
    ['search=制造&kind=evaluation', []],
  ])('filters leads by %s', async (query, names) => {
    expect(await listIds(encodeURI(query).replaceAll('%2525', '%25'))).toEqual(names.map((name) => ids[name]))
  })

  it('counts the leads that match the other filters', async () => {
    expect((await list('status=invalid&late=true&kind=consultation')).counts).toEqual({
      statuses: { new: 1, contacted: 0, completed: 0, invalid: 0 },
      late: 1,
    })
  })

  it.each(['page=0', 'kind=x', 'status=x', 'late=1', 'order=up', 'search=%00', `search=${'x'.repeat(201)}`])(
    'rejects the query %s',
    async (query) => {
      expect((await get(`?${query}`)).statusCode).toBe(400)
    },
  )

  describe('a viewer', () => {
    it('sees no contact data', async () => {
      const { data } = await list('', viewer)
      expect(data[1]).toMatchObject({
        companyName: '某制造集团',
        contactName: '',
        phone: '',
        email: '',
        requirements: `比较三个客服智能体，请打 ${REDACTED}`,
      })
      expect((await get(`/${ids.early}`, viewer)).json().data).toEqual(data[1])
    })

    it.each(['13800138000', '陈女士', 'chen@example.com', '请打'])("can't search for %s", async (search) => {
      expect(await listIds(`search=${encodeURIComponent(search)}`, viewer)).toEqual([])
    })

    it('can search companies, but not change or export leads', async () => {
      expect(await listIds(`search=${encodeURIComponent('制造')}`, viewer)).toEqual([ids.early])
      expect((await patch(app(), ids.early ?? '', { version: 1, notes: '改' }, viewer)).statusCode).toBe(403)
      expect((await get('/export?format=csv', viewer)).statusCode).toBe(403)
    })
  })

  it('rejects users without permission', async () => {
    expect((await app().server.inject('/api/leads')).statusCode).toBe(401)
    expect((await app().server.inject('/api/leads/export')).statusCode).toBe(401)
    for (const role of ['editor', 'member'] as const) {
      const caller = await createSignedInUser(app(), role)
      expect((await get('', caller)).statusCode).toBe(403)
      expect((await get('/export', caller)).statusCode).toBe(403)
    }
  })
})

onEveryDatabase('a lead', (app) => {
  let reviewer: Caller
  let admin: Caller
  let viewer: Caller
  beforeAll(async () => {
    reviewer = await createSignedInUser(app(), 'reviewer', '李明')
    admin = await createSignedInUser(app(), 'super_admin', '王芳')
    viewer = await createSignedInUser(app(), 'viewer', '赵云')
  })

  const givenLead = (companyName: string) => app().services.leads.requestConsultation({ ...REQUEST, companyName })
  const get = async (path: string) => app().server.inject({ url: `/api/leads${path}`, headers: reviewer.headers })
  const listIds = async (query: string) => (await get(`?${query}`)).json().data.map(({ id }: LeadRecord) => id)
  const read = async (id: string): Promise<LeadRecord> => (await get(`/${id}`)).json().data
  const update = (id: string, payload: object) => patch(app(), id, payload, reviewer)
  const getNow = () => app().clock.now().toISOString()
  const getNewestEntry = () =>
    app().database.read.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

  describe('a change', () => {
    it('is audited with its author, without the notes', async () => {
      const id = await givenLead('留痕公司')
      const reply = await update(id, { version: 1, status: 'contacted', ownerId: reviewer.id, notes: ' 周三再谈价格 ' })
      expect(toResult(reply)).toMatchObject({ status: 200, message: '线索已更新' })
      expect(reply.json().data).toMatchObject({
        status: 'contacted',
        owner: { id: reviewer.id, name: '李明' },
        notes: '周三再谈价格',
        version: 2,
        contactedAt: getNow(),
        dueAt: null,
      })
      expect(await read(id)).toEqual(reply.json().data)
      const { action, target, detail, userId } = await getNewestEntry()
      expect({ action, target, userId }).toEqual({ action: 'lead.update', target: '留痕公司', userId: reviewer.id })
      expect(detail).toBe('状态：新线索 → 已联系；负责人：无 → 李明；修改备注')
      expect(await listIds('owner=me')).toContain(id)
      expect(await listIds('search=zaitan')).toEqual([])
      expect(await listIds(`search=${encodeURIComponent('再谈')}`)).toEqual([id])
    })

    it('creates no version and no audit entry without changes', async () => {
      const id = await givenLead('没有变化的公司')
      await update(id, { version: 1, status: 'contacted', notes: '周四回电' })
      const before = await getNewestEntry()
      const reply = await update(id, { version: 2, status: 'contacted', notes: '周四回电' })
      expect(reply.json().data.version).toBe(2)
      expect(await getNewestEntry()).toEqual(before)
    })

    it('retains the time of the first contact until the lead is new again', async () => {
      const id = await givenLead('联系过的公司')
      const statuses = ['completed', 'invalid', 'contacted', 'new', 'invalid', 'completed'] as const
      const firstContact = getNow()
      await update(id, { version: 1, status: 'contacted' })
      app().clock.advance(HOUR_MS / 3)
      const contactTimes: (string | null)[] = []
      for (const [index, status] of statuses.entries())
        contactTimes.push((await update(id, { version: 2 + index, status })).json().data.contactedAt)
      const newContact = getNow()
      expect(contactTimes).toEqual([firstContact, firstContact, firstContact, null, null, newContact])
    })

    it('removes the owner of a lead', async () => {
      const id = await givenLead('没人管的公司')
      await update(id, { version: 1, ownerId: reviewer.id })
      expect((await update(id, { version: 2, ownerId: null })).json().data.owner).toBeNull()
      expect((await getNewestEntry()).detail).toBe('负责人：李明 → 无')
    })

    it('is rejected if based on an older version', async () => {
      const id = await givenLead('同时改的公司')
      await update(id, { version: 1, notes: '先来的' })
      const before = await read(id)
      const reply = await update(id, { version: 1, notes: '覆盖' })
      expect(toResult(reply)).toMatchObject({ status: 412, message: '这条线索刚刚被他人更新，请核对后再保存' })
      expect(await read(id)).toEqual(before)
    })

    it('is applied once if sent concurrently', async () => {
      const id = await givenLead('并发的公司')
      const notes = ['甲', '乙', '丙', '丁', '戊']
      const replies = await Promise.all(notes.map((note) => update(id, { version: 1, notes: note })))
      const accepted = replies.filter(({ statusCode }) => statusCode === 200)
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412, 412])
      expect(await read(id)).toEqual(accepted[0]?.json().data)
    })

    it('rejects an owner without permission', async () => {
      const id = await givenLead('要指派的公司')
      const inactive = { email: 'inactive@example.com', role: 'reviewer', status: 'inactive' } as const
      const { _id: inactiveId } = await createUser(app(), inactive)
      for (const ownerId of [viewer.id, inactiveId, 'nobody', '']) {
        const reply = await update(id, { version: 1, ownerId })
        expect(toResult(reply), `owner ${ownerId}`).toMatchObject({ status: 400, errors: [{ path: 'ownerId' }] })
      }
    })

    it('retains a former owner', async () => {
      const id = await givenLead('换过人的公司')
      const formerOwner = await createSignedInUser(app(), 'reviewer', '孙权')
      const value = (await update(id, { version: 1, ownerId: formerOwner.id })).json().data
      await app().services.users.remove(formerOwner.id, { ...admin, ip: null })
      const reply = await update(id, { version: value.version, ownerId: formerOwner.id, notes: '交接' })
      expect(reply.json().data).toMatchObject({ owner: { id: formerOwner.id, name: '已删除的用户' }, notes: '交接' })
    })

    it.each([
      ['no version', {}, 'version'],
      ['a version that is text', { version: '1' }, 'version'],
      ['an unknown status', { version: 1, status: '别的' }, 'status'],
      ['NUL in the notes', { version: 1, notes: 'a\u0000' }, 'notes'],
      ['notes that are too long', { version: 1, notes: '长'.repeat(2001) }, 'notes'],
    ])('rejects %s', async (_, payload, path) => {
      const reply = await update(await givenLead('填错的公司'), payload)
      expect(toResult(reply)).toMatchObject({ status: 400, errors: [{ path }] })
    })

    it('returns 404 for an unknown lead', async () => {
      expect((await update('nobody', { version: 1, notes: '' })).statusCode).toBe(404)
      expect((await get('/nobody')).statusCode).toBe(404)
    })
  })

  describe('an export', () => {
    it('contains the matching leads, guarded against formulas', async () => {
      await app().services.leads.requestConsultation({ ...REQUEST, companyName: '=cmd()', requirements: '“引号”,逗号' })
      const now = app().clock.now()
      const reply = await get(`/export?format=csv&search=${encodeURIComponent('=cmd')}`)
      expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'text/csv; charset=utf-8',
      })
      expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(`线索-${toDay(now)}.csv`)
      const [header, row] = reply.body.split('\r\n')
      expect(header).toBe(
        '\ufeff提交时间,类型,状态,公司名称,联系人,联系电话,联系邮箱,产品名称,需求描述,负责人,截止时间,备注,首次联系时间,更新时间,同意的条款版本',
      )
      const minute = formatMinuteInShanghai(now)
      const due = formatMinuteInShanghai(new Date(now.getTime() + DAY_MS))
      expect(row).toBe(
        `${minute},选型咨询,新线索,'=cmd(),陈女士,138 0013 8000,chen@example.com,,"“引号”,逗号",,${due},,,${minute},`,
      )
    })

    it('is audited with the number of leads', async () => {
      await givenLead('要导出的公司')
      await get(`/export?format=csv&search=${encodeURIComponent('要导出的公司')}`)
      expect(await getNewestEntry()).toMatchObject({ action: 'data.export', target: '线索', detail: '1条' })
    })

    it.each(['xlsx', 'json'])('exports the leads as %s', async (format) => {
      await givenLead(`导出为${format}的公司`)
      const reply = await get(`/export?format=${format}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.length).toBeGreaterThan(500)
    })

    it('contains every lead once, even with equal times', async () => {
      const { leads } = app().services
      const companies = Array.from({ length: 450 }, (_, index) => `同时来的第${index}家`)
      await app().database.write(async (transaction) => {
        for (const companyName of companies)
          await leads.create(transaction, 'consultation', { ...REQUEST, companyName })
      })
      const reply = await get(`/export?format=json&search=${encodeURIComponent('同时来的')}`)
      const exported: LeadRecord[] = reply.json()
      expect(exported.map(({ companyName }) => companyName).sort()).toEqual(companies.sort())
      expect(await getNewestEntry()).toMatchObject({ action: 'data.export', detail: '450条' })
    })

    it('rejects an unknown format', async () => {
      expect((await get('/export?format=pdf')).statusCode).toBe(400)
    })
  })
})
