import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLICATION_FAILURES } from '#contracts/content-drafts/messages.ts'
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts'
import { TEXT } from '#contracts/limits.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createServices } from '#server/services.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, testConfig } from '#testing/test-app.ts'

onEveryDatabase('the draft beside a published product', (app) => {
  let editor: Caller
  let viewer: Caller
  let admin: Caller
  let id = ''
  let name = ''
  let turn = 0
  beforeEach(async () => {
    turn += 1
    name = `助手${turn}`
    editor = await createSignedInUser(app(), 'editor', `editor-${turn}`)
    viewer = await createSignedInUser(app(), 'viewer', `viewer-${turn}`)
    admin = await createSignedInUser(app(), 'super_admin', `admin-${turn}`)
    await app().database.write(({ db }) => db.deleteFrom('contentDrafts').execute())
    const product = { name, price: '面议', company: '甲公司', contactEmail: 'vendor@example.com' }
    id = (await send('POST', '/api/products/agent', product)).json().data.id
  })

  /** Lists the lines of the notices about the test's product. */
  const listInboxLines = async (): Promise<string[]> => {
    const { data } = (await send('GET', '/api/inbox')).json()
    return data.flatMap(({ lines }: { lines: string[] }) => (lines.some((line) => line.includes(name)) ? lines : []))
  }
  const send = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH',
    url: string,
    payload?: object,
    { actor = editor, headers = {} }: { actor?: Caller; headers?: Record<string, string> } = {},
  ) => app().server.inject({ method, url, headers: { ...actor.headers, ...headers }, ...(payload && { payload }) })
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, headers = {}) =>
    send(method, `/api/products/agent/${id}${path}`, payload, { headers })
  const read = async () => (await call('GET', '')).json().data
  const saveDraft = async (fields: object, headers = {}) =>
    call('PUT', '/draft', { ...(await readDraftedFields()), ...fields }, headers)
  async function readDraftedFields(): Promise<object> {
    const { id: _id, _id: __id, views: _views, lastUpdated: _at, ...fields } = await read()
    return fields
  }
  const getDraft = async () => (await call('GET', '/draft')).json().data
  const getTime = (ms: number) => new Date(app().clock.now().getTime() + ms).toISOString()
  const schedule = () => call('POST', '/publish', { at: getTime(MINUTE_MS) })
  const publishDue = () => app().services.contentDrafts.publishDue()
  async function waitUntilDue() {
    app().clock.advance(MINUTE_MS)
    await publishDue()
  }

  it('is saved incomplete, read and listed, and changes nothing that visitors see', async () => {
    const reply = await saveDraft({ name: '', slogan: '草稿的标语' })
    expect(toResult(reply)).toMatchObject({ status: 200, data: { kind: 'product', product: { id, name } } })
    expect((await getDraft()).document).toMatchObject({ name: '', slogan: '草稿的标语', company: '甲公司' })
    const { data } = (await send('GET', '/api/content/drafts')).json()
    const product = { catalogue: 'agent', id, name }
    expect(data).toEqual([expect.objectContaining({ kind: 'product', product, listingChange: null })])
    expect(await read()).toMatchObject({ name, slogan: '' })
    expect(toResult(await call('POST', '/publish', {}))).toMatchObject({ status: 400, errors: [{ path: 'name' }] })
  })

  it('refuses values of another type and unknown keys', async () => {
    expect(toResult(await saveDraft({ slogan: 1 }))).toMatchObject({ status: 400, errors: [{ path: 'slogan' }] })
    expect(toResult(await saveDraft({ slogen: '错字' }))).toMatchObject({ status: 400, errors: [{ path: 'slogen' }] })
    expect((await call('GET', '/draft')).statusCode).toBe(404)
  })

  it('hides contacts from those who may not publish it', async () => {
    await saveDraft({ contactEmail: 'other@example.com' })
    const reply = await send('GET', `/api/products/agent/${id}/draft`, undefined, { actor: viewer })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toContain('other@')
    expect((await getDraft()).document.contactEmail).toBe('other@example.com')
    expect((await send('PUT', `/api/products/agent/${id}/draft`, {}, { actor: viewer })).statusCode).toBe(403)
  })

  it('is saved by version, so that of two editors the second is refused', async () => {
    const { version } = (await saveDraft({ slogan: '一' }, { 'if-match': '"0"' })).json().data
    expect((await saveDraft({ slogan: '二' }, { 'if-match': '"0"' })).statusCode).toBe(412)
    expect((await saveDraft({ slogan: '二' }, { 'if-match': `"${version}"` })).statusCode).toBe(200)
  })

  it('is published as a version of its own, and then gone', async () => {
    await saveDraft({ price: '9万' })
    const reply = toResult(await call('POST', '/publish', {}))
    expect(reply).toMatchObject({ status: 200, data: { scheduledFor: null, revision: 2 } })
    expect((await read()).price).toBe('9万')
    expect((await call('GET', '/draft')).statusCode).toBe(404)
    const [entry] = await listAudit(app(), 'product.update')
    expect(entry).toMatchObject({ target: name, detail: '价格：面议 → 9万', user: { id: editor.id } })
    const today = getTime(0).slice(0, 10)
    const calendar = await send('GET', `/api/content/calendar?from=${today}&to=${getTime(DAY_MS).slice(0, 10)}`)
    expect(calendar.json().data.published).toContainEqual(
      expect.objectContaining({ kind: 'product', product: { catalogue: 'agent', id, name }, revision: 2 }),
    )
  })

  it('does not undo facts that were changed beside it', async () => {
    await saveDraft({ slogan: '新' })
    await send('PUT', `/api/products/agent/${id}`, { company: '乙公司' })
    const { data } = (await call('GET', '')).json()
    expect(data.company).toBe('乙公司')
    expect((await getDraft()).document.company).toBe('乙公司')
    const { publishedRevision } = await getDraft()
    expect((await call('POST', '/publish', { replaces: publishedRevision })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ company: '乙公司', slogan: '新' })
  })

  it('refuses to overwrite what was saved meanwhile', async () => {
    await saveDraft({ slogan: '草稿' })
    await send('PUT', `/api/products/agent/${id}`, { price: '9万' })
    expect((await call('POST', '/publish', {})).statusCode).toBe(412)
  })

  it('may have a long description', async () => {
    const detailedDescription = `<p>${'很长的介绍。'.repeat(TEXT.richText / 20)}</p>`
    expect((await saveDraft({ detailedDescription })).statusCode).toBe(200)
    expect((await call('POST', '/publish', {})).statusCode).toBe(200)
    expect((await read()).detailedDescription).toBe(detailedDescription)
    const tooLong = await saveDraft({ detailedDescription: 'x'.repeat(TEXT.richText + 1) })
    expect(tooLong.statusCode).toBe(200)
    expect(toResult(await call('POST', '/publish', {}))).toMatchObject({
      status: 400,
      errors: [{ path: 'detailedDescription' }],
    })
  })

  describe('at a time', () => {
    it('takes a product off the list, and puts it back, once and after a restart', async () => {
      await saveDraft({ isActive: false })
      expect((await schedule()).statusCode).toBe(202)
      expect((await getDraft()).listingChange).toBe('unlist')
      expect((await listAudit(app(), 'content.schedule'))[0]?.detail).toMatch(/下架$/)
      const day = toDay(app().clock.now())
      const getCalendar = async () => (await send('GET', `/api/content/calendar?from=${day}&to=${day}`)).json().data
      expect((await getCalendar()).scheduled).toMatchObject([{ product: { id }, listingChange: 'unlist' }])
      await publishDue()
      expect((await read()).isActive).toBe(true)
      app().clock.advance(MINUTE_MS)
      const restarted = createServices({
        database: app().database,
        fileStore: openFileStore({ s3: undefined, folder: app().dataDir }),
        clock: app().clock,
        publicUrl: testConfig().publicUrl,
      })
      await Promise.all([restarted.contentDrafts.publishDue(), publishDue()])
      expect((await app().server.inject(`/api/product-detail/${id}`)).statusCode).toBe(404)
      expect((await call('GET', '')).headers.etag).toBe('"2"')
      expect((await getCalendar()).published[0]).toMatchObject({ product: { id }, isListed: false })
      expect(await listInboxLines()).toContain('产品已下架')

      await saveDraft({ isActive: true })
      await schedule()
      await waitUntilDue()
      expect((await app().server.inject(`/api/product-detail/${id}`)).statusCode).toBe(200)
      expect(await listInboxLines()).toContain('产品已上架')
    })

    it('keeps what others saved meanwhile in other fields', async () => {
      await saveDraft({ slogan: '草稿的标语' })
      await schedule()
      await send('PUT', `/api/products/agent/${id}`, { price: '9万' })
      await waitUntilDue()
      expect(await read()).toMatchObject({ slogan: '草稿的标语', price: '9万' })
    })

    it('is cancelled by saving, after asking', async () => {
      await saveDraft({ slogan: '一' })
      await schedule()
      expect(toResult(await saveDraft({ slogan: '二' }))).toMatchObject({
        status: 409,
        reason: 'confirmation-required',
      })
      const fields = { ...(await readDraftedFields()), slogan: '二' }
      expect((await call('PUT', '/draft?confirmed=true', fields)).statusCode).toBe(200)
      expect((await getDraft()).schedule).toBeNull()
    })

    it('tells whoever scheduled it that a product could not be taken off', async () => {
      await saveDraft({ isActive: false, name: `占用${turn}` })
      await schedule()
      await send('POST', '/api/products/agent', { name: `占用${turn}` })
      await waitUntilDue()
      expect((await read()).isActive).toBe(true)
      expect(await listInboxLines()).toContain('产品没有下架')
    })

    it('fails if the name was taken meanwhile, loses nothing, and tells whoever scheduled it', async () => {
      await saveDraft({ name: `改名${turn}` })
      await schedule()
      await send('POST', '/api/products/agent', { name: `改名${turn}` })
      await waitUntilDue()
      const draft = await getDraft()
      expect(draft.document.name).toBe(`改名${turn}`)
      expect(draft).toMatchObject({ schedule: null, failure: { errors: [{ path: 'name' }] } })
      const { data } = (await send('GET', '/api/inbox')).json()
      expect(JSON.stringify(data)).toContain(name)
      expect((await read()).name).toBe(name)
    })

    it('fails if the product was removed, keeps the draft, and ends with the product', async () => {
      await saveDraft({ slogan: '草稿' })
      await schedule()
      await call('DELETE', '')
      expect((await send('GET', '/api/content/drafts')).json().data).toEqual([])
      await waitUntilDue()
      expect((await listAudit(app(), 'content.publication-failed'))[0]).toMatchObject({ target: name })
      await call('POST', '/restore')
      expect(await getDraft()).toMatchObject({ failure: { message: PUBLICATION_FAILURES.removed } })
      await app().database.write(({ db }) => db.deleteFrom('products').where('id', '=', id).execute())
      expect(await app().database.read.selectFrom('contentDrafts').select('kind').execute()).toEqual([])
    })

    it('fails if whoever scheduled it was disabled', async () => {
      await saveDraft({ slogan: '草稿' })
      await schedule()
      await send('PATCH', `/api/users/${editor.id}/status`, { status: 'inactive' }, { actor: admin })
      await waitUntilDue()
      editor = admin
      expect(await getDraft()).toMatchObject({ failure: { message: PUBLICATION_FAILURES.author } })
      expect((await read()).slogan).toBe('')
    })
  })

  describe('preview links', () => {
    const getToken = (url: string) => new URL(url).searchParams.get('draft') ?? ''
    const find = (token: string) => app().services.contentDrafts.links.find(token)
    const create = async () => (await call('POST', '/preview-links', { expiresAt: getTime(MINUTE_MS) })).json().data

    it('lead to the product’s page, and end by time, by revoking and by publishing', async () => {
      await saveDraft({ slogan: '待审阅' })
      const [expiring, revoked] = [await create(), await create()]
      expect(expiring.url).toMatch(new RegExp(`/products/${id}\\?draft=[\\w-]{43}$`))
      expect(await find(getToken(expiring.url))).toMatchObject({ document: { slogan: '待审阅', name } })
      expect((await call('DELETE', `/preview-links/${revoked.id}`)).statusCode).toBe(200)
      expect(await find(getToken(revoked.url))).toBeUndefined()
      app().clock.advance(MINUTE_MS)
      expect(await find(getToken(expiring.url))).toBeUndefined()
      const published = await create()
      await call('POST', '/publish', {})
      expect(await find(getToken(published.url))).toBeUndefined()
    })

    it('show nothing while the product is in the recycle bin', async () => {
      await saveDraft({ slogan: '待审阅' })
      const { url } = await create()
      await call('DELETE', '')
      expect(await find(getToken(url))).toBeUndefined()
    })
  })
})
