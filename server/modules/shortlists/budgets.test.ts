/** Shortlists whose requirements are upper limits of prices. */
import { beforeAll, expect, it } from 'vitest'
import { factEditingCalls } from '#contracts/facts/calls.ts'
import { fillPath } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { onEveryDatabase } from '#testing/test-app.ts'

const BUDGET = { attribute: 'annual-price', atMost: 300_000 }
const LABELLED = { attribute: 'annual-price', label: '起售年费', valueLabels: ['不高于30万元/年'] }

onEveryDatabase('budgets of shortlists', (app) => {
  let editor: Caller
  let member: Caller
  let otherMember: Caller

  const send = (method: 'GET' | 'POST' | 'PUT', url: string, caller?: Caller, payload?: object, etag = '') =>
    app().server.inject({
      method,
      url,
      headers: { ...caller?.headers, ...(etag && { 'if-match': etag }) },
      ...(payload ? { payload } : {}),
    })
  const path = (id: string, call: { path: string } = shortlistCalls.get) => fillPath(call.path, { id })
  const read = async (id: string) => (await send('GET', path(id))).json().data
  async function savePrice(id: string, value: number) {
    const url = fillPath(factEditingCalls.save.path, { catalogue: 'agent', id })
    const source = { grade: 'public', sourceUrl: 'https://example.com/', readAt: '2026-11-01', note: '' }
    const reply = await send('PUT', url, editor, { facts: [{ attribute: 'annual-price', value, ...source }] })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    member = await createSignedInUser(app(), 'member', 'owner')
    otherMember = await createSignedInUser(app(), 'member', 'other')
  })

  const preview = (...required: object[]) =>
    send('POST', shortlistCalls.preview.path, undefined, { catalogue: 'agent', required })

  it('tells what costs too much from what isn’t known', async () => {
    const [cheap = '', dear = '', unknown = ''] = await createProducts(app(), 'agent', [
      { name: '三十万' },
      { name: '三十一万' },
      { name: '未报价' },
    ])
    await savePrice(cheap, 300_000)
    await savePrice(dear, 310_000)
    const { matching, uncertain, failing } = (await preview(BUDGET)).json().data
    const find = (list: { product: { id: string } }[], id: string) => list.find(({ product }) => product.id === id)
    expect(find(matching, cheap)).toMatchObject({ met: [{ ...LABELLED, grade: 'public' }] })
    expect(find(failing, dear)).toMatchObject({ unmet: [{ ...LABELLED, actual: '31万元/年' }], unknown: [] })
    expect(find(uncertain, unknown)).toMatchObject({ unknown: [{ ...LABELLED, knownGrade: null }] })
  })

  it('stores, changes and copies it', async () => {
    const created = await send('POST', shortlistCalls.create.path, member, { title: '清单', required: [BUDGET] })
    const { id } = created.json().data
    const changed = { ...BUDGET, atMost: 500_000, grade: 'third-party' }
    const update = { title: '清单', notes: '', required: [], preferred: [changed], isNotified: false }
    expect((await send('PUT', path(id), member, update, '"1"')).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({
      required: [],
      preferred: [changed],
      requirements: [{ kind: 'preferred', valueLabels: ['不高于50万元/年'], minGrade: 'third-party' }],
    })
    const copied = await send('POST', path(id, shortlistCalls.copy), otherMember)
    expect(await read(copied.json().data.id)).toMatchObject({ preferred: [changed] })
  })

  it.each([
    ['nothing to pay', { atMost: 0 }, 'atMost', '上限须大于0元'],
    ['a negative limit', { atMost: -1 }, 'atMost', '上限须大于0元'],
    ['a part of a yuan', { atMost: 0.5 }, 'atMost', '请填写整数元，如300000或30万'],
    ['a limit that is too large', { atMost: 1e12 }, 'atMost', '上限最多100亿元'],
    ['letters', { atMost: 'abc' }, 'atMost', '请填写整数元，如300000或30万'],
    ['full-width digits, which are a text', { atMost: '３０００００' }, 'atMost', '请填写整数元，如300000或30万'],
    ['null', { atMost: null }, 'atMost', '请填写整数元，如300000或30万'],
    ['values beside a limit', { atMost: 1, values: ['yes'] }, 'atMost', '取值与上限只能填一种'],
    ['neither', {}, 'values', '请至少选择一个取值'],
    ['values of a price', { values: ['300000'] }, 'values', '这个属性是价格，要求须是上限（`atMost`）'],
    ['a limit of what isn’t a price', { attribute: 'sso', atMost: 1 }, 'atMost', '这个属性不是价格，不能以上限为要求'],
    ['a limit of a rate', { attribute: 'sla', atMost: 1 }, 'attribute', '没有这个属性，或它不能用来筛选'],
    ['an unknown grade', { atMost: 1, grade: 'claimed' }, 'grade', '只能是：public、third-party、verified'],
    ['an unknown key', { atMost: 1, atLeast: 1 }, 'atLeast', '不认识的字段'],
  ])('refuses %s at its place', async (_, changes, at, message) => {
    const reply = await preview({ attribute: 'annual-price', ...changes })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ path: `required.0.${at}`, message }])
  })
})
