import { beforeAll, expect, it } from 'vitest'
import {
  type Attribute,
  type AttributeRecord,
  AttributeSchema,
  AttributeStateSchema,
} from '#contracts/facts/attribute.ts'
import { attributeCalls } from '#contracts/facts/calls.ts'
import type { EditorFact } from '#contracts/facts/fact.ts'
import { fillPath } from '#contracts/paths.ts'
import { createFactClient, createPublicFact } from '#testing/factories/facts.ts'
import { createProducts } from '#testing/factories/products.ts'
import { type Caller, createSignedInUser } from '#testing/factories/users.ts'
import { listAudit } from '#testing/outbox-and-audit.ts'
import { toResult } from '#testing/result.ts'
import { onEveryDatabase, type TestApp } from '#testing/test-app.ts'

const PATH = attributeCalls.list.path
const LANGUAGES = {
  key: 'languages',
  label: '界面语言',
  group: '基本',
  type: 'choices',
  choices: ['中文', '英文'],
  catalogues: ['ai'],
}

const listAttributes = async ({ server }: TestApp, query = ''): Promise<Attribute[]> =>
  (await server.inject(`/api/attributes${query}`)).json().data

onEveryDatabase('the attributes of a new installation', (app) => {
  it('begin with defaults for agents and fewer for AI applications, in eight groups', async () => {
    const agent = await listAttributes(app(), '?catalogue=agent')
    const ai = await listAttributes(app(), '?catalogue=ai')
    expect(agent.length).toBeGreaterThan(40)
    expect(ai.length).toBeLessThan(agent.length)
    expect([...new Set(agent.map(({ group }) => group))]).toEqual([
      '基本',
      '部署',
      '模型',
      '能力',
      '集成',
      '安全合规',
      '商业',
      '市场',
    ])
    const editor = await createSignedInUser(app(), 'editor')
    const forEditors = await app().server.inject({ url: PATH, headers: editor.headers })
    expect(AttributeSchema.array().parse(await listAttributes(app()))).toHaveLength(forEditors.json().data.length)
  })

  it('include no default twice after the next start', async () => {
    expect(await app().services.facts.attributes.seed()).toBe(false)
  })
})

onEveryDatabase('attributes', (app) => {
  let editor: Caller
  let viewer: Caller
  const { call, save, read, attribute, saveAttribute } = createFactClient(app, () => editor)
  beforeAll(async () => {
    editor = await createSignedInUser(app(), 'editor')
    viewer = await createSignedInUser(app(), 'viewer')
  })
  const list = (query = '') => listAttributes(app(), query)
  const getState = async (key: string) => AttributeStateSchema.parse((await attribute(key)).json().data)

  it('finds attributes by label, pinyin and key', async () => {
    const search = async (text: string) =>
      (await call('GET', `${PATH}?${new URLSearchParams({ search: text })}`)).json().data
    const [first] = (await call('GET', PATH)).json().data
    for (const text of [first.label, first.key]) expect(await search(text)).toContainEqual(first)
    expect(await search('jifeifangshi')).toMatchObject([{ label: '计费方式' }])
    expect(await search('没有这项')).toEqual([])
  })

  it('adds an attribute at the end, with defaults', async () => {
    const added = { ...LANGUAGES, key: `${LANGUAGES.key}-at-the-end`, label: '末尾的属性' }
    const reply = await call('POST', PATH, added)
    expect(toResult(reply)).toMatchObject({ status: 200, message: '属性已保存' })
    expect(reply.headers.etag).toBe('"1"')
    expect((await list()).at(-1)).toEqual({
      ...added,
      unit: '',
      categories: [],
      isFilter: false,
      isCompared: true,
      isOnCard: false,
      hint: '',
      staleAfterMonths: 12,
    })
    expect((await list('?catalogue=agent')).map(({ key }) => key)).not.toContain(added.key)
  })

  it('rejects an attribute whose key and label are taken', async () => {
    await call('POST', PATH, LANGUAGES)
    expect((await call('POST', PATH, { ...LANGUAGES, hint: '另一个' })).json().errors).toEqual([
      { path: 'key', message: '已有属性使用这个键' },
      { path: 'label', message: '同一目录中已有同名的属性' },
    ])
  })

  it.each<[string, object, string, string]>([
    ['a key in upper case', { key: 'Upper' }, 'key', '键只能由小写字母、数字与连字符组成，以字母开头'],
    ['the name of a built-in property as key', { key: 'constructor' }, 'key', '这个键不能使用'],
    ['a blank label', { label: ' ' }, 'label', '请输入属性名称'],
    ['a label of two lines', { label: '两\n行' }, 'label', '名称不能包含换行、“｜”或“：”'],
    ['no catalogue', { catalogues: [] }, 'catalogues', '请至少选择一个目录'],
    ['an unknown type', { type: 'money' }, 'type', '没有这种属性类型'],
    ['a choice without choices', { type: 'choice' }, 'choices', '请至少给出一个选项'],
    ['the same choice twice', { type: 'choice', choices: ['甲', '甲'] }, 'choices.1', '选项重复'],
    ['choices that look alike', { type: 'choice', choices: ['PoC（免费）', 'POC(免费)'] }, 'choices.1', '选项重复'],
    [
      'a choice with a separator',
      { type: 'choice', choices: ['甲、乙'] },
      'choices.0',
      '选项不能包含换行、顿号、逗号、分号或“｜”',
    ],
    ['a choice that is a reserved word', { type: 'choice', choices: ['none'] }, 'choices.0', '这个词不能用作选项'],
    ['choices of a text', { choices: ['甲'] }, 'choices', '这种类型没有选项'],
    ['the unit of a text', { unit: 'GB' }, 'unit', '只有数字可以有单位'],
    ['a text as filter', { isFilter: true }, 'isFilter', '这种类型不能用于筛选'],
    [
      'a staleness period of 0 months',
      { staleAfterMonths: 0 },
      'staleAfterMonths',
      '过期月数应为1到120的整数，留空表示不过期',
    ],
  ])('rejects %s with its path', async (_, wrong, path, message) => {
    const payload = { key: 'valid', label: '有效', group: '基本', type: 'text', catalogues: ['agent'], ...wrong }
    const reply = await call('POST', PATH, payload)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ path, message }])
  })

  it('stores every revision, and restores one', async () => {
    const before = await getState('voice')
    await saveAttribute('voice', { ...before, label: '语音对话', staleAfterMonths: 6 }, { 'if-match': '"1"' })
    expect((await saveAttribute('voice', before, { 'if-match': '"1"' })).statusCode).toBe(412)
    const { data } = (await call('GET', `${PATH}/voice/revisions`)).json()
    expect(data).toMatchObject([
      {
        revision: 2,
        isCurrent: true,
        createdBy: { name: 'editor' },
        changes: { sections: ['label', 'staleAfterMonths'] },
      },
      { revision: 1, isCurrent: false, createdBy: null },
    ])
    expect((await call('GET', `${PATH}/voice/revisions/1`)).json().data.attribute).toEqual(before)
    const restored = await call('POST', `${PATH}/voice/revisions/1/restore`, undefined, { 'if-match': '"2"' })
    expect(restored.headers.etag).toBe('"3"')
    expect(restored.json().data.label).toBe('语音')
  })

  it('returns 404 when an unknown revision is restored', async () => {
    expect((await call('POST', `${PATH}/voice/revisions/9/restore`)).statusCode).toBe(404)
  })

  const listKeys = async (): Promise<string[]> =>
    (await call('GET', PATH)).json().data.map(({ key }: AttributeRecord) => key)

  it('reorders the attributes', async () => {
    const keys = await listKeys()
    const reordered = [...keys.slice(-1), ...keys.slice(0, -1)]
    const reply = await call('POST', `${PATH}/order`, { keys: reordered })
    expect(reply.json().data.map(({ key }: AttributeRecord) => key)).toEqual(reordered)
  })

  it('rejects an order that omits, adds or repeats an attribute', async () => {
    const keys = await listKeys()
    const withoutFirst = keys.slice(1)
    const withUnknown = [...keys, 'unknown']
    const withFirstTwice = [...keys.slice(0, 1), ...keys.slice(0, -1)]
    for (const wrong of [withoutFirst, withUnknown, withFirstTwice])
      expect((await call('POST', `${PATH}/order`, { keys: wrong })).statusCode).toBe(409)
  })

  const getErrors = async (key: string, change: object) => (await saveAttribute(key, change)).json().errors

  it('rejects another type, unit or catalogue for an attribute that has facts', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '有内存资料' }])
    await save(id, [createPublicFact('minimum-memory', 16)])
    const memory = await getState('minimum-memory')
    expect(await getErrors('minimum-memory', { ...memory, unit: 'MB' })).toEqual([
      { path: 'unit', message: '已有1条资料使用这个单位，不能更改单位' },
    ])
    expect(await getErrors('minimum-memory', { ...memory, type: 'text', unit: '', catalogues: ['ai'] })).toEqual([
      { path: 'type', message: '已有1条资料使用这个属性，不能更改类型' },
      { path: 'unit', message: '已有1条资料使用这个单位，不能更改单位' },
      { path: 'catalogues', message: '这个目录已有1条资料，不能移出' },
    ])
  })

  it('rejects the removal of a choice in use, but not of an unused one', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '有语言资料' }])
    await save(id, [createPublicFact('sdk-languages', ['Go', 'Python'])])
    const sdk = await getState('sdk-languages')
    const removeChoice = (choice: string) => sdk.choices.filter((each) => each !== choice)
    expect(await getErrors('sdk-languages', { ...sdk, choices: removeChoice('Go') })).toEqual([
      { path: 'choices', message: '已有1条资料选了“Go”，不能删除，可以改名' },
    ])
    expect((await saveAttribute('sdk-languages', { ...sdk, choices: removeChoice('Rust') })).statusCode).toBe(200)
  })

  it('rejects the deletion of an attribute that has facts', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '有单点登录资料' }])
    await save(id, [createPublicFact('sso', 'yes')])
    expect((await call('DELETE', `${PATH}/sso`)).json().message).toBe('已有资料或更新记录的属性不能删除，可以停用')
    expect((await attribute('sso')).json().data.products).toBe(1)
  })

  it('rejects the renaming of a choice to one that is not added', async () => {
    const residency = await getState('data-residency')
    const choices = ['自有环境', '境内', '中国境外']
    const change = { ...residency, choices, renamedChoices: { 中国境内: '境外' } }
    expect(await getErrors('data-residency', change)).toEqual([
      { path: 'renamedChoices.中国境内', message: '没有这个选项' },
    ])
  })

  it('renames a choice in its facts, and applies the new staleness period', async () => {
    const [id = ''] = await createProducts(app(), 'agent', [{ name: '选项改名' }])
    await save(id, [
      createPublicFact('data-residency', ['自有环境', '中国境内'], { readAt: '2026-08-01' }),
      createPublicFact('classified-protection', { name: '等保', level: '三级' }),
    ])
    const residency = await getState('data-residency')
    await saveAttribute('data-residency', {
      ...residency,
      choices: ['自有环境', '境内', '中国境外'],
      staleAfterMonths: 2,
      renamedChoices: { 中国境内: '境内' },
    })
    const protection = await getState('classified-protection')
    await saveAttribute('classified-protection', {
      ...protection,
      choices: ['第二级', '第三级', '第四级'],
      renamedChoices: { 二级: '第二级', 三级: '第三级', 四级: '第四级' },
    })
    const facts: EditorFact[] = (await read(id)).json().data.facts
    expect(facts).toMatchObject([
      { attribute: 'classified-protection', value: { level: '第三级' } },
      { attribute: 'data-residency', value: ['自有环境', '境内'], isStale: true },
    ])
    const stale = (await call('GET', '/api/facts/stale')).json().data
    expect(stale).toMatchObject([{ attribute: 'data-residency', product: { name: '选项改名' } }])
    const values = await app()
      .database.read.selectFrom('factValues')
      .select('value')
      .where('productId', '=', id)
      .orderBy('value')
      .execute()
    expect(values.map(({ value }) => value).sort()).toEqual(['境内', '第三级', '自有环境'].sort())
  })

  it('keeps the attributes that forms fill in, with their type and catalogues', async () => {
    const edge = await getState('edge-deployment')
    const path = fillPath(attributeCalls.remove.path, { key: 'edge-deployment' })
    expect((await call('DELETE', path)).statusCode).toBe(409)
    expect((await saveAttribute('edge-deployment', { ...edge, catalogues: ['ai'] })).statusCode).toBe(409)
    expect((await saveAttribute('edge-deployment', { ...edge, type: 'text', isFilter: false })).statusCode).toBe(409)
    expect((await saveAttribute('edge-deployment', { ...edge, hint: '靠近数据的设备' })).statusCode).toBe(200)
  })

  it('deletes an attribute that never had a fact', async () => {
    expect((await call('DELETE', `${PATH}/a2a`)).json().message).toBe('属性已删除')
    expect((await attribute('a2a')).statusCode).toBe(404)
    const entries = await listAudit(app(), 'attribute.remove')
    expect(entries).toMatchObject([{ target: 'A2A', user: { name: 'editor' } }])
  })

  it('allows viewers to read and only editors to write', async () => {
    const viewerClient = createFactClient(app, () => viewer)
    expect((await viewerClient.attribute('rag')).statusCode).toBe(200)
    expect((await viewerClient.saveAttribute('rag', await getState('rag'))).statusCode).toBe(403)
  })
})
