import { beforeAll, describe, expect, it } from 'vitest'
import { SITE_FORMS, type SiteFormName } from '#contracts/forms.ts'
import { BODY, FORM_NOTICE_MS } from '#contracts/limits.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { createSubmission, SUBMISSION } from '#testing/factories/submissions.ts'
import { createTestClock, onSqlite, type TestApp, testConfig } from '#testing/test-app.ts'
import { createApp } from './app.ts'
import { openSqliteDatabase } from './platform/database/database.ts'
import { createEncryption } from './platform/encryption.ts'
import { createFlashMessages } from './platform/form-posts/flash-messages.ts'
import { ReplyCache } from './platform/http/replies/reply-cache.ts'
import { registerPages } from './platform/rendering/pages.ts'

const REQUEST = {
  companyName: '某制造集团',
  contactName: '陈女士',
  phone: '010-65529988',
  email: 'chen@example.com',
  requirements: '第一行\r\n第二行',
  agreeToTerms: '同意',
}
const SCORES = { techScore: '90', businessScore: '80', marketScore: '70' }
const { additionalInfo: _, agreeToTerms: __, ...SUBMITTED } = SUBMISSION

/** Valid fields of each form, invalid values for some of them, and the fields with errors in that case. */
const FORMS: Record<
  SiteFormName,
  { fields: Record<string, string>; invalid: Record<string, string>; paths: string[] }
> = {
  consultation: { fields: REQUEST, invalid: { email: 'chen', phone: '' }, paths: ['phone', 'email'] },
  'evaluation-request': {
    fields: { ...REQUEST, productName: '巡检助手' },
    invalid: { productName: ' ' },
    paths: ['productName'],
  },
  calculation: { fields: SCORES, invalid: { techScore: '150', marketScore: '' }, paths: ['techScore', 'marketScore'] },
  report: {
    fields: { ...SCORES, productName: '巡检助手' },
    invalid: { businessScore: '3.7', productName: '' },
    paths: ['businessScore', 'productName'],
  },
  submission: {
    fields: { ...SUBMITTED, agreeToTerms: 'on' },
    invalid: { website: 'example', productDescription: '短' },
    paths: ['productDescription', 'website'],
  },
  'submission-status': {
    fields: { receipt: 'ZJ-20261121-7K3M9QXT', contactEmail: 'nobody@example.com' },
    invalid: { contactEmail: 'x' },
    paths: ['contactEmail'],
  },
}
const NAMES = Object.keys(SITE_FORMS).filter((name): name is SiteFormName => Object.hasOwn(SITE_FORMS, name))
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
const ORIGIN = 'http://zhijian.test'

/** Serves the site's URLs in an app without a built site; each page is the result of its form as JSON. */
function registerTestPages({ server, clock }: Pick<TestApp, 'server' | 'clock'>) {
  registerPages(server, {
    cache: new ReplyCache(),
    renderer: {
      admin: async () => ({ html: '', contentSecurityPolicy: '' }),
      render: async ({ url }, _call, parts) => ({
        page: { status: 200, head: '', body: [], state: '', module: '', failures: [] },
        html: Buffer.from(JSON.stringify({ url, posted: parts?.formOutcome })),
        contentSecurityPolicy: "default-src 'none'",
      }),
    },
    createApi: () => () => Promise.reject(new Error('the pages read nothing')),
    pages: SITE_PAGES,
    findPreview: async () => ({ status: 'ended' }),
    flashMessages: createFlashMessages({ encryption: createEncryption(testConfig().appSecret), clock }),
    publicUrl: ORIGIN,
  })
}

/** Creates an app with the rate limits of production. */
async function createLimitedApp() {
  const database = await openSqliteDatabase(':memory:')
  const clock = createTestClock()
  const config = testConfig({ RATE_LIMITS: 'on' })
  const { server } = await createApp({ config, database, clock, servePages: false, startWorkers: false })
  registerTestPages({ server, clock })
  return {
    server,
    async close() {
      await server.close()
      await database.close()
    },
  }
}

onSqlite('forms without JavaScript', (app) => {
  beforeAll(() => registerTestPages(app()))

  const getPath = (form: SiteFormName) => SITE_PAGES[SITE_FORMS[form].page].path
  const post = (url: string, fields: Record<string, string> | string, headers: Record<string, string> = SAME_ORIGIN) =>
    app().server.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
  const send = (form: SiteFormName, changes: Record<string, string> = {}) =>
    post(getPath(form), { form, ...FORMS[form].fields, ...changes })
  const getPage = async (url: string) => (await app().server.inject(url)).json()

  describe.each(NAMES)('%s', (form) => {
    it('reports all invalid fields and returns the entered values', async () => {
      const { invalid, paths, fields } = FORMS[form]
      const reply = await send(form, invalid)
      expect({ status: reply.statusCode, cacheControl: reply.headers['cache-control'] }).toEqual({
        status: 400,
        cacheControl: 'private, no-store',
      })
      const { posted } = reply.json()
      expect(posted).toMatchObject({ form, isSuccess: false })
      expect(posted.errors.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(paths))
      expect(posted.errors).toHaveLength(paths.length)
      const entered = { ...fields, ...invalid }
      const lines = Object.entries(entered).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')])
      expect(posted.values).toEqual(Object.fromEntries(lines))
    })

    it('rejects an empty form with a page', async () => {
      const reply = await post(getPath(form), { form })
      expect({ status: reply.statusCode, form: reply.json().posted.form }).toEqual({ status: 400, form })
      expect(reply.json().posted.errors.length).toBeGreaterThan(0)
    })

    it.each([
      ['markup', '<script>alert(1)</script>'],
      ['SQL', "'; drop table leads; --"],
      ['a template', '{{constructor.constructor("x")()}}'],
      ['a NUL', 'a\u0000b'],
      ['an incomplete character', '%ED%A0%80'],
    ])('treats %s in every field as text', async (_, text) => {
      const fields = Object.fromEntries(Object.keys(FORMS[form].fields).map((name) => [name, text]))
      const reply = await post(getPath(form), { form, ...fields })
      expect(reply.statusCode).toBe(400)
      expect(Object.values(reply.json().posted.values)).toEqual(Object.keys(fields).map(() => text))
    })

    it('is rejected from another origin, without the entered values', async () => {
      const origins: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: ORIGIN },
        { origin: 'http://evil.test' },
        { origin: 'null' },
        {},
      ]
      for (const headers of origins) {
        const reply = await post(
          getPath(form),
          { form, ...FORMS[form].fields },
          { 'content-type': SAME_ORIGIN['content-type'], ...headers },
        )
        expect(reply.statusCode, JSON.stringify(headers)).toBe(403)
        expect(reply.json().posted).toEqual({
          form: null,
          isSuccess: false,
          message: '请从本站页面提交表单',
          errors: [],
          values: {},
        })
      }
    })

    it('is rejected with a page if it is too large', async () => {
      const reply = await send(form, { more: 'x'.repeat(BODY.encodedForm) })
      expect({ status: reply.statusCode, message: reply.json().posted.message }).toEqual({
        status: 413,
        message: '请求内容过大',
      })
    })

    it('is rejected on another page', async () => {
      const other = form === 'consultation' ? '/submit' : '/selection'
      const reply = await post(other, { form, ...FORMS[form].fields })
      expect({ status: reply.statusCode, form: reply.json().posted.form }).toEqual({ status: 400, form: null })
    })
  })

  it.each(['consultation', 'evaluation-request', 'submission'] as const)(
    'rejects a %s without consent',
    async (form) => {
      const { agreeToTerms: _unticked, ...fields } = FORMS[form].fields
      const reply = await post(getPath(form), { form, ...fields })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().posted.errors.map(({ path }: { path: string }) => path)).toEqual(['agreeToTerms'])
    },
  )

  it('stores a consultation and redirects to its page, which shows the result for some minutes', async () => {
    const reply = await post('/selection?package=%E5%AF%B9%E6%AF%94&junk=1', { form: 'consultation', ...REQUEST })
    const { location = '' } = reply.headers
    expect({ status: reply.statusCode, cacheControl: reply.headers['cache-control'] }).toEqual({
      status: 303,
      cacheControl: 'private, no-store',
    })
    expect(location).toMatch(/^\/selection\?.*notice=v1\..+#consultation-outcome$/)
    for (const typed of Object.values(REQUEST)) expect(decodeURIComponent(location)).not.toContain(typed)
    const leads = await app().database.read.selectFrom('leads').selectAll().where('kind', '=', 'consultation').execute()
    expect(leads).toContainEqual(expect.objectContaining({ companyName: '某制造集团', requirements: '第一行\n第二行' }))

    const url = location.split('#')[0] ?? ''
    const page = await app().server.inject(url)
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.json().posted).toMatchObject({ isSuccess: true, message: '咨询请求已提交，我们将在24小时内与您联系！' })
    app().clock.advance(FORM_NOTICE_MS + 1)
    expect((await getPage(url)).posted).toBeUndefined()
  })

  it('stores a submission and shows its receipt', async () => {
    const reply = await send('submission')
    expect(reply.statusCode).toBe(303)
    const { posted } = await getPage(String(reply.headers.location).split('#')[0] ?? '')
    expect(posted).toMatchObject({ form: 'submission', data: { receipt: expect.stringMatching(/^ZJ-/) } })
  })

  it('stores an evaluation request', async () => {
    expect((await send('evaluation-request')).headers.location).toMatch(
      /^\/evaluation\?notice=.+#evaluation-request-outcome$/,
    )
  })

  it('renders the reply of a read-only call on the same page', async () => {
    const { receipt } = await createSubmission(app(), {})
    const status = await send('submission-status', { receipt, contactEmail: SUBMISSION.contactEmail })
    expect({ status: status.statusCode, productName: status.json().posted.data.productName }).toEqual({
      status: 200,
      productName: SUBMISSION.productName,
    })
    const unknown = await send('submission-status')
    expect({ status: unknown.statusCode, message: unknown.json().posted.message }).toEqual({
      status: 404,
      message: '未找到对应的提交记录，请核对回执号和联系邮箱',
    })
    const calculation = await post('/evaluation?view=tool', { form: 'calculation', ...SCORES })
    expect(calculation.json()).toMatchObject({
      url: '/evaluation?view=tool',
      posted: { data: { score: 82, recommendation: '推荐' }, values: SCORES },
    })
  })

  it('creates a report and redirects to it', async () => {
    const { location = '' } = (await send('report')).headers
    expect(location).toMatch(/^\/evaluation\/reports\/[\w-]{22}#main$/)
    const report = await app().server.inject(`/api/evaluation-reports/${location.split(/[/#]/).at(-2)}`)
    expect(report.json().data).toMatchObject({ techScore: 90, businessScore: 80, marketScore: 70, score: 82 })
  })

  it('submits the form of the pressed button', async () => {
    const body = `form=report&${new URLSearchParams({ ...SCORES, form: 'calculation' })}`
    expect((await post('/evaluation', body)).json().posted.form).toBe('calculation')
  })

  it('shares the rate limit of the call', async () => {
    const limitedApp = await createLimitedApp()
    const fields = new URLSearchParams({ form: 'consultation', ...REQUEST }).toString()
    const post = { method: 'POST', url: '/selection', headers: SAME_ORIGIN, payload: fields } as const
    for (let count = 0; count < 9; count += 1) expect((await limitedApp.server.inject(post)).statusCode).toBe(303)
    const call = { method: 'POST', url: '/api/consultation', payload: { ...REQUEST, agreeToTerms: true } } as const
    expect((await limitedApp.server.inject(call)).statusCode).toBe(200)
    const rejected = await limitedApp.server.inject(post)
    expect({ status: rejected.statusCode, message: rejected.json().posted.message }).toEqual({
      status: 429,
      message: '操作过于频繁，请稍后再试',
    })
    expect(rejected.json().posted.values.companyName).toBe(REQUEST.companyName)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await limitedApp.server.inject({ ...post, remoteAddress: '203.0.113.9' })).statusCode).toBe(303)
    await limitedApp.close()
  })

  it('accepts only form posts, and only on pages with a form', async () => {
    const headers = { ...SAME_ORIGIN, 'content-type': 'application/json' }
    const json = await app().server.inject({ method: 'POST', url: '/selection', headers, payload: '{}' })
    expect({ status: json.statusCode, message: json.json().posted.message }).toEqual({
      status: 415,
      message: '不支持的内容类型',
    })
    expect((await post('/products', { form: 'consultation' })).statusCode).toBe(405)
    expect((await post('/api/consultation', REQUEST)).statusCode).toBe(415)
  })

  it('ignores a forged notice', async () => {
    expect(await getPage('/selection?notice=v1.AAAA')).toEqual({ url: '/selection?notice=v1.AAAA' })
  })

  it('stores a post that is repeated once, and another one of other fields', async () => {
    const count = async () => (await app().database.read.selectFrom('leads').select('id').execute()).length
    const before = await count()
    const postRequest = (requirements: string) => send('consultation', { companyName: '重复提交的公司', requirements })
    const replies = await Promise.all([postRequest('一次'), postRequest('一次')])
    replies.push(await postRequest('一次'))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(await count()).toBe(before + 1)
    await postRequest('另一次')
    expect(await count()).toBe(before + 2)
  })
})
