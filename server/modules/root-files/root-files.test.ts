import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { escapeXml, renderElement } from '#server/platform/xml.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProductInput, createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { type Reply, send } from '#testing/send.ts'
import { onEveryDatabase } from '#testing/test-app.ts'
import { createSecurityTxt } from './security-txt.ts'
import { createRootFileService } from './service.ts'

const parser = new XMLParser({
  htmlEntities: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: (name) => ['url', 'sitemap', 'entry'].includes(name),
})

/** The number of pages in the sitemap, without those of products. */
const PAGE_COUNT = 12
/** The number of active products that the test creates. */
const PRODUCT_COUNT = 36
/** All of them but one have a category, and thus alternatives. */
const ALTERNATIVES_COUNT = 35

function parseXml(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true)
  return parser.parse(xml)
}

describe('xml', () => {
  it.each([
    ['<b>&"\'</b>', '&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;'],
    [']]>', ']]&gt;'],
    ['a\u0000b\u000bc\ufffe', 'abc'],
    ['一\n二\t三', '一\n二\t三'],
    ['lone \ud800 surrogate', 'lone \ufffd surrogate'],
    ['💡', '💡'],
  ])('escapes %j', (text, escaped) => {
    expect(escapeXml(text)).toBe(escaped)
  })

  it('escapes attributes', () => {
    expect(renderElement('a', '', { href: '"><x y="' })).toBe('<a href="&quot;&gt;&lt;x y=&quot;"/>')
  })
})

describe('security.txt', () => {
  const now = new Date('2026-11-22T10:20:30.400Z')

  it.each([
    ['safe@example.com', 'https://z', 'mailto:safe@example.com'],
    ["o'x+%0d%0aExpires: never@example.com", 'https://z', "mailto:o'x%2B%250d%250aExpires%3A%20never@example.com"],
    ['', 'https://z', 'https://z/selection'],
  ])('contains for the email address %j of the site %s the contact %s', (contactEmail, publicUrl, contact) => {
    expect(createSecurityTxt({ contactEmail, publicUrl, now })?.split('\n')).toEqual([
      `Contact: ${contact}`,
      'Expires: 2027-05-21T00:00:00.000Z',
      'Canonical: https://z/.well-known/security.txt',
      'Preferred-Languages: zh, en',
      '',
    ])
  })

  it("contains no URL without TLS, and doesn't exist without a contact", () => {
    const publicUrl = 'http://z'
    expect(createSecurityTxt({ contactEmail: 'safe@example.com', publicUrl, now })).not.toContain('http:')
    expect(createSecurityTxt({ contactEmail: '', publicUrl, now })).toBeUndefined()
  })
})

onEveryDatabase('files at the root', (app) => {
  const NAME_WITH_MARKUP = `]]><script>"&' 研/发?#%`

  beforeAll(async () => {
    for (let index = 0; index < PRODUCT_COUNT - 1; index += 1) {
      app().clock.advance(60_000)
      await createProducts(app(), index % 2 === 1 ? 'ai' : 'agent', [
        { name: `产品${index}`, slogan: '一句话。', description: '说明', category: '客服' },
      ])
    }
    app().clock.advance(60_000)
    await createProducts(app(), 'agent', [
      { name: NAME_WITH_MARKUP, description: NAME_WITH_MARKUP },
      { name: '已下线', isActive: false },
    ])
  })

  const get = (url: string, headers: Record<string, string> = {}): Promise<Reply> =>
    send(app().server, { url, headers })
  const listUrls = (xml: string): string[] => parseXml(xml).urlset.url.map(({ loc }: { loc: string }) => loc)

  it('lists every page and every active product by name', async () => {
    const reply = await get('/sitemap.xml')
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/xml; charset=utf-8',
    })
    const urls = listUrls(reply.body)
    expect(urls.slice(0, PAGE_COUNT)).toEqual(
      [
        '/',
        '/community',
        '/selection',
        '/products',
        '/78ai',
        '/evaluation',
        '/evaluation/map',
        '/evaluation/question-banks',
        '/about/ratings',
        '/submit',
        '/privacy',
        '/terms',
      ].map((path) => `http://zhijian.test${path}`),
    )
    expect(urls).toHaveLength(PAGE_COUNT + PRODUCT_COUNT + ALTERNATIVES_COUNT)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls).toContain(`http://zhijian.test/products/${encodeURIComponent(NAME_WITH_MARKUP)}`)
    expect(urls).toContain(`http://zhijian.test/78ai/${encodeURIComponent('产品1')}`)
    expect(urls).toContain(`http://zhijian.test/78ai/${encodeURIComponent('产品1')}/alternatives`)
    expect(urls).not.toContain(`http://zhijian.test/products/${encodeURIComponent(NAME_WITH_MARKUP)}/alternatives`)
    expect(reply.body).not.toContain(encodeURIComponent('已下线'))
  })

  it('includes the time of the last change', async () => {
    const { url } = parseXml((await get('/sitemap.xml')).body).urlset
    const entriesWithTime = url.filter(({ lastmod }: { lastmod?: string }) => lastmod !== undefined)
    // Every product, and the pages of both catalogues.
    expect(entriesWithTime).toHaveLength(PRODUCT_COUNT + 2)
    for (const { lastmod } of entriesWithTime) expect(lastmod).toMatch(/^2026-11-21T0\d:\d\d:00\.000Z$/)
  })

  it('splits a long sitemap into several files', async () => {
    const { products, productUpdates: updates, settings } = app().services
    const rootFiles = createRootFileService({
      products,
      updates,
      settings,
      publicUrl: 'https://z',
      clock: app().clock,
      urlsPerSitemap: 40,
    })
    const index = parseXml(await rootFiles.getSitemap()).sitemapindex.sitemap
    expect(index.map(({ loc }: { loc: string }) => loc)).toEqual(
      [1, 2, 3].map((position) => `https://z/sitemaps/${position}.xml`),
    )
    const parts = await Promise.all([1, 2, 3].map((position) => rootFiles.getSitemapPart(`${position}.xml`)))
    const urls = parts.flatMap(listUrls)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.length).toBe(listUrls((await get('/sitemap.xml')).body).length)
    await expect(rootFiles.getSitemapPart('4.xml')).rejects.toMatchObject({ code: 'notFound' })
  })

  it.each(['/sitemaps/0.xml', '/sitemaps/2.xml', '/sitemaps/1', '/sitemaps/..%2f1.xml', '/sitemaps/99999.xml'])(
    'returns 404 for %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('lists disallowed paths and the sitemap in robots.txt', async () => {
    const reply = await get('/robots.txt')
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
    })
    expect(reply.body.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api',
      'Disallow: /admin',
      'Disallow: /search',
      'Disallow: /evaluation/reports',
      'Disallow: /submit/status',
      '',
      'Sitemap: http://zhijian.test/sitemap.xml',
      '',
    ])
  })

  it('describes the feed as RFC 4287 requires', async () => {
    const reply = await get('/feed.xml')
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'application/atom+xml; charset=utf-8',
    })
    const { feed } = parseXml(reply.body)
    expect(feed.xmlns).toBe('http://www.w3.org/2005/Atom')
    expect(feed.id).toBe('http://zhijian.test/feed.xml')
    expect(feed.title).toBe('智鉴：新收录的产品')
    expect(feed.author.name).toBe('智鉴')
    expect(feed.link).toEqual([
      { rel: 'self', type: 'application/atom+xml', href: 'http://zhijian.test/feed.xml' },
      { rel: 'alternate', type: 'text/html', href: 'http://zhijian.test/products' },
    ])
  })

  it('feeds the thirty newest products of both catalogues, newest first', async () => {
    const { feed } = parseXml((await get('/feed.xml')).body)
    expect(feed.entry).toHaveLength(30)
    const times = feed.entry.map(({ published }: { published: string }) => published)
    expect(times).toEqual([...times].sort().reverse())
    expect(feed.updated).toBe(times[0])
    for (const entry of feed.entry) {
      expect(
        Object.keys(entry)
          .filter((name) => name !== 'category')
          .sort(),
      ).toEqual(['id', 'link', 'published', 'summary', 'title', 'updated'])
      expect(entry.id).toMatch(/^http:\/\/zhijian\.test\/(products|78ai)\/[0-9a-f-]{36}$/)
    }
    expect(new Set(feed.entry.map(({ id }: { id: string }) => id)).size).toBe(30)
  })

  it('escapes the texts of products in the feed, and omits inactive products', async () => {
    const reply = await get('/feed.xml')
    const { feed } = parseXml(reply.body)
    const entryWithMarkup = feed.entry.find(({ title }: { title: string }) => title === NAME_WITH_MARKUP)
    expect(entryWithMarkup).toMatchObject({
      summary: NAME_WITH_MARKUP,
      link: { href: `http://zhijian.test/products/${encodeURIComponent(NAME_WITH_MARKUP)}` },
    })
    expect(feed.entry.find(({ title }: { title: string }) => title === '产品34')).toMatchObject({
      summary: '一句话。说明',
      category: { term: '客服' },
    })
    expect(reply.body).not.toContain('已下线')
  })

  it('responds with 304 if a file is unmodified', async () => {
    for (const url of ['/sitemap.xml', '/feed.xml', '/robots.txt', '/manifest.webmanifest']) {
      const { etag } = (await get(url)).headers
      expect((await get(url, { 'if-none-match': String(etag) })).statusCode, url).toBe(304)
    }
  })

  it('compresses the feed', async () => {
    expect((await get('/feed.xml', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
  })
})

onEveryDatabase('the feed of a product', (app) => {
  let editor: Caller
  const get = (url: string, headers: Record<string, string> = {}): Promise<Reply> =>
    send(app().server, { url, headers })
  const listEntries = async (id: string) => {
    const { entry = [] } = parseXml((await get(`/products/${id}.atom`)).body).feed
    return entry.map(({ id: entryId, title, summary }: Record<string, string>) => ({ entryId, title, summary }))
  }
  const create = async (name: string, price = '') => {
    app().clock.advance(60_000)
    const [id = ''] = await createProducts(app(), 'agent', [{ name, price, category: '客服' }])
    return id
  }
  const setPrice = (id: string, name: string, price: string) =>
    app().database.write((transaction) =>
      app().services.products.update(
        transaction,
        { catalogue: 'agent', id },
        createProductInput({ name, price, category: '客服' }),
        { id: editor.id, name: editor.name, ip: null },
      ),
    )

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })

  it('begins with the listing, and has a permanent id for each entry', async () => {
    const id = await create('收录者')
    const reply = await get(`/products/${id}.atom`)
    expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const { feed } = parseXml(reply.body)
    expect({ id: feed.id, title: feed.title, links: feed.link.map(({ rel }: { rel: string }) => rel) }).toEqual({
      id: `http://zhijian.test/products/${id}.atom`,
      title: '收录者的变化',
      links: ['self', 'alternate'],
    })
    expect(await listEntries(encodeURIComponent('收录者'))).toEqual([
      { entryId: `http://zhijian.test/products/${id}#listed`, title: '收录者：新收录', summary: '客服' },
    ])
  })

  it('tells of changed values and prices, but not of other sources or other edits', async () => {
    const id = await create('变价者', '免费')
    const facts = createFactClient(app, () => editor)
    app().clock.advance(60_000)
    await facts.save(id, [createPublicFact('sso', 'no'), createPublicFact('rag', 'yes')])
    app().clock.advance(60_000)
    await facts.save(id, [createPublicFact('sso', 'yes'), createPublicFact('rag', 'yes', { note: '另一处' })])
    app().clock.advance(60_000)
    await facts.save(id, [createPublicFact('sso', 'yes', { note: '另一处' }), createPublicFact('rag', 'yes')])
    app().clock.advance(60_000)
    await setPrice(id, '变价者', '企业版')
    app().clock.advance(60_000)
    await setPrice(id, '变价者改名', '企业版')
    expect(await listEntries(id)).toMatchObject([
      { title: '变价者改名：价格变化', summary: '免费 → 企业版' },
      { title: '变价者改名：资料更新', summary: 'SSO：不支持 → 支持' },
      { title: '变价者改名：资料更新', summary: 'SSO：不支持；RAG：支持' },
      { title: '变价者改名：新收录' },
    ])
  })

  it('records the prices that one save gives to many products', async () => {
    const ids = [await create('批量一', '免费'), await create('批量二', '企业版')]
    app().clock.advance(60_000)
    const reply = await app().server.inject({
      method: 'POST',
      url: '/api/products/agent/bulk',
      headers: editor.headers,
      payload: { action: 'setPrice', ids, price: '企业版' },
    })
    expect(reply.statusCode).toBe(200)
    const lengths = await Promise.all(ids.map(async (id) => (await listEntries(id)).length))
    expect(lengths).toEqual([2, 1])
  })

  it('responds with 304 until something changes', async () => {
    const id = await create('缓存者', '免费')
    const { etag } = (await get(`/products/${id}.atom`)).headers
    const conditional = { 'if-none-match': String(etag) }
    expect((await get(`/products/${id}.atom`, conditional)).statusCode).toBe(304)
    app().clock.advance(60_000)
    await setPrice(id, '缓存者', '企业版')
    expect((await get(`/products/${id}.atom`, conditional)).statusCode).toBe(200)
  })

  it('includes a new product in the sitemap and the feed of all products immediately', async () => {
    const [sitemap, feed] = [await get('/sitemap.xml'), await get('/feed.xml')]
    await create('刚刚收录')
    expect((await get('/sitemap.xml')).headers.etag).not.toBe(sitemap.headers.etag)
    expect((await get('/feed.xml')).headers.etag).not.toBe(feed.headers.etag)
    expect(parseXml((await get('/feed.xml')).body).feed.entry[0].title).toBe('刚刚收录')
  })

  it('has none for a product that visitors cannot see, nor in the other catalogue', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '停用者', isActive: false }])
    const active = await create('在用者')
    const statuses = await Promise.all(
      [`/products/${id}.atom`, '/products/nobody.atom', `/78ai/${active}.atom`].map(
        async (url) => (await get(url)).statusCode,
      ),
    )
    expect(statuses).toEqual([404, 404, 404])
  })
})

onEveryDatabase('the files of an empty site', (app) => {
  it('has a valid feed and sitemap', async () => {
    const { feed } = parseXml((await send(app().server, '/feed.xml')).body)
    expect({ entry: feed.entry, updated: feed.updated }).toEqual({
      entry: undefined,
      updated: '1970-01-01T00:00:00.000Z',
    })
    expect(parseXml((await send(app().server, '/sitemap.xml')).body).urlset.url).toHaveLength(PAGE_COUNT)
  })

  it('uses a changed site name and, in security.txt, contact immediately', async () => {
    const getManifest = async () => (await send(app().server, '/manifest.webmanifest')).json()
    expect(await getManifest()).toMatchObject({ name: '智鉴：企业智能体展示与评估平台', short_name: '智鉴' })
    await app().database.write((transaction) =>
      app().services.settings.save(transaction, 'general', { siteName: '明<鉴>', siteDescription: '' }),
    )
    expect(await getManifest()).toMatchObject({ name: '明<鉴>', short_name: '明<鉴>' })
    expect(parseXml((await send(app().server, '/feed.xml')).body).feed.title).toBe('明<鉴>：新收录的产品')

    const url = '/.well-known/security.txt'
    expect((await send(app().server, url)).statusCode).toBe(404)
    await app().database.write((transaction) =>
      app().services.settings.save(transaction, 'general', {
        siteName: '智鉴',
        siteDescription: '',
        contactEmail: 'safe@example.com',
      }),
    )
    const reply = await send(app().server, url)
    expect({ status: reply.statusCode, contentType: reply.headers['content-type'] }).toEqual({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
    })
    expect(reply.body).toMatch(/^Contact: mailto:safe@example\.com\nExpires: 2027-05-20T/)
  })
})
