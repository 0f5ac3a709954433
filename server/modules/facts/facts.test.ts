import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { AttributeStateSchema } from '#contracts/facts/attribute.ts'
import { factCalls } from '#contracts/facts/calls.ts'
import type { EditorFact, FactChange } from '#contracts/facts/fact.ts'
import { checkFactValue } from '#contracts/facts/fact-value.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { EXHAUSTIVE_LIST } from '#contracts/rules/facts/filter-values.ts'
import { addDays, addMonths, toDay } from '#contracts/rules/shanghai-time.ts'
import { withoutDirectionControls } from '#contracts/rules/single-line.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { NAUGHTY_STRINGS } from '#testing/hostile/naughty-strings.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const TEXT_RULES = { type: 'text', choices: [], unit: '' } as const
const MODELS = createPublicFact('models', ['OpenAI', '通义千问'])
const LICENSE = createPublicFact('license', ['Apache-2.0'])

onEveryDatabase('facts of a product', (app) => {
  let editor: Caller
  let viewer: Caller
  const { call, read, save, confirm, detail, changes, attribute, saveAttribute } = createFactClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
  })
  let productCount = 0
  /** Advances the clock and signs in again, since sessions expire. */
  const advanceTo = async (until: string) => {
    app().clock.advance(Date.parse(`${until}T02:00:00Z`) - app().clock.now().getTime())
    editor = await createSignedInUser(app(), 'editor', `editor ${app().clock.now().getTime()}`.replaceAll(' ', '-'))
  }
  const createProduct = async (): Promise<string> => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: `产品${++productCount}` }])
    return id
  }
  const facts = async (id: string): Promise<EditorFact[]> => (await read(id)).json().data.facts
  const today = () => toDay(app().clock.now())

  it('returns no facts and version 0 for a new product', async () => {
    const id = await createProduct()
    const reply = await read(id)
    expect(reply.headers.etag).toBe('"0"')
    expect(reply.json().data).toEqual({
      productId: id,
      productName: `产品${productCount}`,
      updatedOn: null,
      facts: [],
    })
    expect(await detail(id)).toMatchObject({ facts: [], factsUpdatedOn: today() })
  })

  it('sends the facts with the product, in the order of the attributes, each with its source', async () => {
    const id = await createProduct()
    const license = { ...LICENSE, isComplete: true, readAt: today(), note: '见LICENSE' }
    const reply = await save(id, [{ ...MODELS, readAt: today() }, license])
    expect(toResult(reply)).toMatchObject({ status: 200, message: '产品资料已保存' })
    expect(reply.headers.etag).toBe('"1"')
    const { facts: visible, factsUpdatedOn } = await detail(id)
    expect(factsUpdatedOn).toBe(today())
    expect(visible).toEqual([
      {
        id: expect.any(String),
        attribute: 'license',
        label: '许可证',
        group: '基本',
        type: 'choices',
        value: ['Apache-2.0'],
        isComplete: true,
        unit: '',
        grade: 'public',
        sourceUrl: 'https://example.com/readme',
        readAt: today(),
        note: '见LICENSE',
        isStale: false,
        staleReason: null,
        isDisputed: false,
      },
      expect.objectContaining({ attribute: 'models', value: ['通义千问', 'OpenAI'], isComplete: false }),
    ])
  })

  it('records in the history that a list has become complete', async () => {
    const id = await createProduct()
    await save(id, [MODELS])
    const [models] = await facts(id)
    await save(id, [{ ...models, isComplete: true }])
    expect(await facts(id)).toMatchObject([{ isComplete: true }])
    expect((await changes(id)).data[0]).toMatchObject({
      action: 'change',
      before: { isComplete: false },
      after: { isComplete: true },
    })
  })

  it('replaces all facts: updates by id, removes omitted ones, leaves equal ones unchanged', async () => {
    const id = await createProduct()
    await save(id, [MODELS, LICENSE])
    const [license, models] = await facts(id)
    const unchangedSave = await save(id, [license ?? {}, models ?? {}])
    expect(unchangedSave.headers.etag).toBe('"1"')
    await save(id, [{ ...models, value: ['通义千问'] }])
    expect(await facts(id)).toMatchObject([{ id: models?.id, value: ['通义千问'] }])
    const { data } = await changes(id)
    expect(data.map(({ action, label }: FactChange) => [action, label])).toEqual([
      ['change', '可接模型'],
      ['remove', '许可证'],
      ['add', '可接模型'],
      ['add', '许可证'],
    ])
    expect(data[0]).toMatchObject({
      before: { value: ['通义千问', 'OpenAI'], grade: 'public' },
      after: { value: ['通义千问'] },
      by: null,
    })
  })

  it('rejects a save over a newer version', async () => {
    const id = await createProduct()
    await save(id, [LICENSE])
    const reply = await save(id, [MODELS], { 'if-match': '"0"' })
    expect(reply.statusCode).toBe(412)
    expect(await facts(id)).toMatchObject([{ attribute: LICENSE.attribute }])
    expect((await save(id, [MODELS], { 'if-match': '"1"' })).headers.etag).toBe('"2"')
  })

  it('marks disputed facts, the better source first', async () => {
    const id = await createProduct()
    await save(id, [
      createPublicFact('rbac', 'yes', { readAt: '2026-11-20' }),
      createPublicFact('rbac', 'no', { grade: 'verified', sourceUrl: '' }),
      createPublicFact('sso', 'yes'),
      createPublicFact('sso', 'yes', { grade: 'claimed', sourceUrl: '' }),
    ])
    expect(
      (await facts(id)).map(({ attribute, value, grade, isDisputed }) => [attribute, value, grade, isDisputed]),
    ).toEqual([
      ['sso', 'yes', 'public', false],
      ['sso', 'yes', 'claimed', false],
      ['rbac', 'no', 'verified', true],
      ['rbac', 'yes', 'public', true],
    ])
  })

  it('marks old facts as stale until they are confirmed', async () => {
    const id = await createProduct()
    await save(id, [createPublicFact('public-price', '1.0', { readAt: '2026-01-01' }), LICENSE])
    expect(await facts(id)).toMatchObject([{ staleReason: null }, { staleReason: 'old', isStale: true }])
    const [, price] = await facts(id)
    expect((await confirm(price?.id ?? '', {}, { 'if-match': '"7"' })).statusCode).toBe(412)
    await advanceTo(addDays(today(), 1))
    const reply = await confirm(price?.id ?? '', {}, { 'if-match': '"1"' })
    expect(toResult(reply)).toMatchObject({
      status: 200,
      data: { readAt: today(), isStale: false, value: '1.0', by: { name: editor.name } },
    })
    expect(reply.headers.etag).toBe('"2"')
    expect((await detail(id)).factsUpdatedOn).toBe(today())
    expect((await changes(id)).data[0]).toMatchObject({
      action: 'confirm',
      before: { readAt: '2026-01-01' },
      after: { readAt: today() },
    })
  })

  it('reverts a confirmation, and retains both changes in the history', async () => {
    const id = await createProduct()
    await save(id, [createPublicFact('public-price', '1.0', { readAt: '2025-01-01', note: '页脚' }), LICENSE])
    const [, price] = await facts(id)
    const withdraw = (ifMatch: string) =>
      call('POST', fillPath(factReviewCalls.withdrawConfirmation.path, { id: price?.id ?? '' }), undefined, {
        'if-match': ifMatch,
      })
    expect((await withdraw('"1"')).statusCode).toBe(409)
    await confirm(price?.id ?? '', {}, { 'if-match': '"1"' })
    expect((await withdraw('"1"')).statusCode).toBe(412)
    const reply = await withdraw('"2"')
    expect(toResult(reply)).toMatchObject({
      status: 200,
      data: { readAt: '2025-01-01', note: '页脚', isStale: true },
    })
    expect(reply.headers.etag).toBe('"3"')
    expect((await changes(id)).data.map(({ action }: FactChange) => action)).toEqual([
      'change',
      'confirm',
      'add',
      'add',
    ])
    expect((await withdraw('"3"')).statusCode).toBe(409)
  })

  it('hides a fact while its attribute is inactive, and retains it', async () => {
    const id = await createProduct()
    await save(id, [createPublicFact('a2a', 'yes'), LICENSE])
    const a2a = AttributeStateSchema.parse((await attribute('a2a')).json().data)
    expect((await saveAttribute('a2a', { ...a2a, isActive: false })).statusCode).toBe(200)
    expect((await detail(id)).facts.map((fact: EditorFact) => fact.attribute)).toEqual(['license'])
    expect((await changes(id)).pagination.totalItems).toBe(1)
    const license = (await facts(id)).find((fact) => fact.attribute === 'license')
    await save(id, [license ?? {}])
    expect((await facts(id)).map((fact) => fact.attribute)).toEqual(['license', 'a2a'])
    await saveAttribute('a2a', { ...a2a, isActive: true })
  })

  it('shows the history of an inactive product in the back office only', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '下架的产品', isActive: false }])
    await save(id, [MODELS])
    const url = fillPath(factCalls.listChanges.path, { id })
    const readHistory = (headers = {}) => app().server.inject({ url, headers })
    expect((await readHistory()).statusCode).toBe(404)
    expect((await readHistory(editor.headers)).json().pagination.totalItems).toBe(1)
  })

  it('deletes facts with their product', async () => {
    const id = await createProduct()
    await save(id, [MODELS])
    await app().database.write((transaction) =>
      app().services.products.remove(transaction, 'agent', id, { id: editor.id, name: '', ip: null }),
    )
    expect((await read(id)).statusCode).toBe(404)
    await advanceTo(addDays(today(), 31))
    await app().services.products.purge()
    for (const table of ['facts', 'factChanges', 'factValues', 'productFacts'] as const)
      expect(await app().database.read.selectFrom(table).selectAll().where('productId', '=', id).execute()).toEqual([])
  })

  it('stores one row per value for filters', async () => {
    const id = await createProduct()
    await save(id, [
      MODELS,
      createPublicFact('domestic-cpu', []),
      createPublicFact('rbac', 'partial', { grade: 'verified' }),
      createPublicFact('classified-protection', { name: '等保', level: '三级' }),
      createPublicFact('vendor', '不能筛选的'),
    ])
    await save(
      id,
      (await facts(id)).filter((fact) => fact.attribute !== 'models'),
    )
    const rows = await app()
      .database.read.selectFrom('factValues')
      .select(['attribute', 'value', 'isVerified'])
      .where('productId', '=', id)
      .orderBy('attribute')
      .execute()
    const isExhaustiveList = ({ value }: { value: string }) => value === EXHAUSTIVE_LIST
    expect(rows.filter(isExhaustiveList)).toMatchObject([{ attribute: 'domestic-cpu' }])
    expect(rows.filter((row) => !isExhaustiveList(row))).toEqual([
      { attribute: 'classified-protection', value: '三级', isVerified: false },
      { attribute: 'domestic-cpu', value: 'none', isVerified: false },
      { attribute: 'rbac', value: 'partial', isVerified: true },
    ])
  })

  it.each<[string, object, string, string]>([
    ['another type', createPublicFact('rbac', 7), 'facts.1.value', '只能是“支持”“部分支持”或“不支持”'],
    ['another unit', createPublicFact('minimum-memory', '16核'), 'facts.1.value', '应为数字，单位为GB'],
    ['an unknown choice', createPublicFact('models', ['甲']), 'facts.1.value.0', expect.stringContaining('通义千问')],
    [
      'an invalid date',
      createPublicFact('first-release', '2026-13-45'),
      'facts.1.value',
      expect.stringContaining('日期应为'),
    ],
    [
      'an unknown level',
      createPublicFact('iso-27001', { name: 'a', validUntil: '1' }),
      'facts.1.value.validUntil',
      expect.stringContaining('有效期'),
    ],
    [
      'an unknown attribute',
      createPublicFact('unheard-of', 'x'),
      'facts.1.attribute',
      '没有这个属性，或它不适用于这个目录',
    ],
    [
      'an attribute of the other catalogue',
      createPublicFact('gpu', '必需'),
      'facts.1.attribute',
      '没有这个属性，或它不适用于这个目录',
    ],
    [
      'an invalid key',
      createPublicFact('__proto__', 'x'),
      'facts.1.attribute',
      '键只能由小写字母、数字与连字符组成，以字母开头',
    ],
    ['an unknown grade', createPublicFact('rbac', 'yes', { grade: 'best' }), 'facts.1.grade', '没有这种资料等级'],
    [
      'a source that is not a link',
      createPublicFact('rbac', 'yes', { sourceUrl: 'javascript:alert(1)' }),
      'facts.1.sourceUrl',
      expect.stringContaining('来源应为'),
    ],
    [
      'a source with a password',
      createPublicFact('rbac', 'yes', { sourceUrl: 'https://a:b@example.com' }),
      'facts.1.sourceUrl',
      expect.stringContaining('来源应为'),
    ],
    [
      'a missing source',
      createPublicFact('rbac', 'yes', { sourceUrl: '' }),
      'facts.1.sourceUrl',
      '公开资料与第三方资料需要来源链接',
    ],
    ['a future date', createPublicFact('rbac', 'yes', { readAt: '2030-01-01' }), 'facts.1.readAt', '日期不能晚于今天'],
    [
      'a date with an incomplete year',
      createPublicFact('rbac', 'yes', { readAt: '0202-01-01' }),
      'facts.1.readAt',
      '日期不能早于2000年，请检查年份',
    ],
    [
      'a date with a time',
      createPublicFact('rbac', 'yes', { readAt: '2026-11-21T00:00:00Z' }),
      'facts.1.readAt',
      '日期应为“2026-11-21”，且真实存在',
    ],
    [
      'the same source twice',
      createPublicFact('license', ['MIT']),
      'facts.1.sourceUrl',
      '同一属性下已有来源相同的资料',
    ],
    ['an unknown id', createPublicFact('rbac', 'yes', { id: 'unknown' }), 'facts.1.id', '这条资料已不存在'],
  ])('rejects %s with its path, and changes nothing', async (_, wrong, path, message) => {
    const id = await createProduct()
    await save(id, [LICENSE])
    const reply = await save(id, [LICENSE, wrong])
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ path, message }])
    expect(await facts(id)).toMatchObject([{ attribute: LICENSE.attribute }])
  })

  it('returns hostile texts unchanged, except for direction controls', async () => {
    const id = await createProduct()
    const keys = ['vendor', 'public-price', 'free-quota', 'community-limits']
    const texts = NAUGHTY_STRINGS.filter((text) => 'value' in checkFactValue(TEXT_RULES, text) && text.length <= 500)
    for (let start = 0; start < texts.length; start += keys.length * 5) {
      const batch = texts.slice(start, start + keys.length * 5).map((text, index) => {
        const sourceUrl = `https://example.com/${Math.floor(index / keys.length)}`
        return createPublicFact(keys[index % keys.length] ?? '', text, { sourceUrl, note: text })
      })
      expect((await save(id, batch)).statusCode).toBe(200)
      const stored = new Map(
        (await facts(id)).map(({ attribute, sourceUrl, value, note }) => [attribute + sourceUrl, [value, note]]),
      )
      for (const { attribute, sourceUrl, value } of batch)
        expect(stored.get(attribute + sourceUrl)).toEqual(Array(2).fill(withoutDirectionControls(value).trim()))
    }
  })

  it('audits a save with its author', async () => {
    await save(await createProduct(), [LICENSE])
    const [entry] = await listAudit(app(), 'fact.save')
    expect(entry).toMatchObject({ target: `产品${productCount}`, detail: '新增1', user: { name: editor.name } })
  })

  it('allows viewers to read and only editors to write', async () => {
    const id = await createProduct()
    await save(id, [LICENSE])
    const [fact] = await facts(id)
    viewer = await createSignedInUser(app(), 'viewer', 'facts-viewer')
    const viewerClient = createFactClient(app, () => viewer)
    expect((await viewerClient.read(id)).json().data.facts).toHaveLength(1)
    expect((await viewerClient.save(id, [])).statusCode).toBe(403)
    expect((await viewerClient.confirm(fact?.id ?? '')).statusCode).toBe(403)
  })

  it('invalidates caches once a day if a fact became stale', async () => {
    const id = await createProduct()
    await save(id, [createPublicFact('public-price', '2.0', { readAt: today() })])
    await advanceTo(addDays(addMonths(today(), 6), 1))
    const topics: string[] = []
    onTestFinished(app().database.changes.subscribe((changed) => topics.push(...changed)))
    const { review } = app().services.facts
    expect(await review.invalidateStaleProducts()).toBe(true)
    expect(topics).toEqual(['facts:agent', 'facts:ai'])
    expect((await detail(id)).facts).toMatchObject([{ isStale: true, staleReason: 'old' }])
    expect(await review.invalidateStaleProducts()).toBe(false)
  })
})
