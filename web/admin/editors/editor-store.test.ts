import { describe, expect, it } from 'vitest'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { createEditorStore } from './editor-store.ts'

const loaded = { value: { hero: { title: '旧标题' }, campaign: { isActive: true } }, version: 3 }
const createHomeStore = () => createEditorStore(loaded, (document) => Object(upgradeDocument('home', document)))

describe('an edit in the form', () => {
  it('is unsaved, and keeps properties that are not in the form', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '新标题')
    expect(store.get()).toMatchObject({
      isDirty: true,
      document: { hero: { title: '新标题' }, campaign: { isActive: true } },
    })
    expect(store.get().loaded.value).toBe(loaded.value)
  })
  it('ignores an edit that changes nothing', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '旧标题')
    expect(store.get().isDirty).toBe(false)
  })
})

describe('switching modes', () => {
  it('shows edits of the form in the text', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '新标题')
    store.switchToJson()
    expect(JSON.parse(store.get().text)).toMatchObject({ hero: { title: '新标题' } })
  })
  it('shows edits of the text in the form', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.setText('{"hero": {"title": "文本中的标题"}}')
    store.switchToForm()
    expect(store.get()).toMatchObject({ mode: 'form', isDirty: true, document: { hero: { title: '文本中的标题' } } })
  })
  it('leaves the document unchanged without an edit', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.switchToForm()
    expect(store.get()).toMatchObject({ mode: 'form', isDirty: false })
    expect(store.get().document).toBe(loaded.value)
  })
  it('stays in JSON mode if the text does not parse, and returns the position', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.setText('{"hero": \n}')
    store.switchToForm()
    expect(store.get()).toMatchObject({ jsonError: { line: 2 }, mode: 'json', text: '{"hero": \n}' })
  })
  it('clears a syntax error only once the text parses again', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.setText('{"hero": \n}')
    store.switchToForm()
    const { jsonError } = store.get()
    store.setText('{"hero": {\n}')
    store.clearFixedJsonError()
    expect(store.get().jsonError).toBe(jsonError)
    store.setText('{"hero": {\n}}')
    store.clearFixedJsonError()
    expect(store.get()).toMatchObject({ jsonError: null, mode: 'json', text: '{"hero": {\n}}' })
  })
  it('converts the legacy format of the text', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.setText('{"heroSection": {"title": "购买"}, "stats": [{"number": "1", "label": "试用"}]}')
    store.switchToForm()
    expect(store.get().document).toEqual({ hero: { title: '购买' }, statistics: [{ value: '1', label: '试用' }] })
  })
})

describe('a save', () => {
  it('rerenders nothing if the server stored the document unchanged', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '新标题')
    const submitted = store.get().document
    store.markSaved(submitted, { value: structuredClone(submitted), version: 4 })
    expect(store.get()).toMatchObject({ isDirty: false, generation: 0, loaded: { version: 4 } })
    expect(store.get().document).toBe(submitted)
  })
  it('shows the stored document if the server changed it', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '新标题')
    store.markSaved(store.get().document, { value: { hero: { title: '新标题', buttons: [] } }, version: 4 })
    expect(store.get()).toMatchObject({ isDirty: false, generation: 1, document: { hero: { buttons: [] } } })
  })
  it('keeps edits that were made while it was running', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '第一次修改')
    const submitted = store.get().document
    store.set(['hero', 'title'], '第二次修改')
    store.markSaved(submitted, { value: submitted, version: 4 })
    expect(store.get()).toMatchObject({
      isDirty: true,
      document: { hero: { title: '第二次修改' } },
      loaded: { version: 4 },
    })
  })
})

describe('an import', () => {
  it('replaces document and text as an unsaved edit', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.replace({ features: [{ title: '购买' }] })
    expect(store.get()).toMatchObject({
      mode: 'json',
      isDirty: true,
      document: { hero: { features: [{ title: '购买' }] } },
    })
    expect(JSON.parse(store.get().text)).toEqual(store.get().document)
  })
})

describe('undoing', () => {
  const getTitle = (store: ReturnType<typeof createHomeStore>) => Object(store.get().document.hero).title

  it('returns to the loaded document, without unsaved edits', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '第一次修改')
    store.set(['hero', 'title'], '第二次修改')
    expect(store.undo()).toEqual({ path: 'hero.title' })
    expect(getTitle(store)).toBe('第一次修改')
    expect(store.get().isDirty).toBe(true)
    store.undo()
    expect(store.get().document).toBe(loaded.value)
    expect(store.get().isDirty).toBe(false)
    expect(store.canUndo()).toBe(false)
    store.redo()
    store.redo()
    expect(getTitle(store)).toBe('第二次修改')
    expect(store.get().isDirty).toBe(true)
  })

  it('restores a removed item at its index, and notifies list listeners', () => {
    const buttons = [{ text: '购买' }, { text: '试用' }, { text: '咨询' }]
    const store = createEditorStore({ value: { hero: { buttons } }, version: 1 }, (document) => document)
    const changes: unknown[] = []
    store.onListChange((change) => changes.push(change))
    store.changeList({ list: 'hero.buttons', kind: 'removed', index: 1 })
    expect(store.get().document).toEqual({ hero: { buttons: [{ text: '购买' }, { text: '咨询' }] } })
    expect(store.undo()).toEqual({ path: 'hero.buttons.1' })
    expect(store.get().document).toEqual({ hero: { buttons } })
    store.changeList({ list: 'hero.buttons', kind: 'moved', from: 0, to: 2 })
    store.undo()
    expect(store.get().document).toEqual({ hero: { buttons } })
    expect(changes).toEqual([
      { list: 'hero.buttons', kind: 'removed', index: 1 },
      { list: 'hero.buttons', kind: 'added', index: 1 },
      { list: 'hero.buttons', kind: 'moved', from: 0, to: 2 },
      { list: 'hero.buttons', kind: 'moved', from: 2, to: 0 },
    ])
  })

  it('undoes an import, in the document and in the text', () => {
    const store = createHomeStore()
    store.switchToJson()
    store.setText('{"hero": ')
    store.replace({ hero: { title: '导入' } })
    store.undo()
    expect(store.get()).toMatchObject({ mode: 'json', text: '{"hero": ', document: loaded.value, isDirty: true })
  })

  it('undoes a restored draft, together with its base version', () => {
    const store = createHomeStore()
    store.restore({ loaded: { value: {}, version: 2 }, value: { hero: { title: '草稿' } }, text: null })
    expect(store.get()).toMatchObject({ isDirty: true, loaded: { version: 2 }, document: { hero: { title: '草稿' } } })
    store.undo()
    expect(store.get()).toMatchObject({ isDirty: false, loaded: { version: 3 } })
  })

  it('undoes edits that were saved, and stays based on the saved version', () => {
    const store = createHomeStore()
    for (const [title, version] of [
      ['第一次修改', 4],
      ['第二次修改', 5],
    ] as const) {
      store.set(['hero', 'title'], title)
      store.markSaved(store.get().document, { value: structuredClone(store.get().document), version })
    }
    store.undo()
    store.undo()
    expect(getTitle(store)).toBe('旧标题')
    expect(store.get().isDirty).toBe(true)
    expect(store.get().loaded.version).toBe(5)
  })

  it('undoes a merge and returns to its base version, so that the next save compares again', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '我的')
    store.rebase({ value: { hero: { title: '对方的' } }, version: 4 }, { hero: { title: '合并' } })
    store.markSaved(store.get().document, { value: store.get().document, version: 5 })
    store.undo()
    expect(getTitle(store)).toBe('我的')
    expect(store.get().loaded.version).toBe(3)
    store.redo()
    expect(getTitle(store)).toBe('合并')
    expect(store.get().loaded.version).toBe(5)
    expect(store.get().isDirty).toBe(false)
  })

  it('clears the history when a document is loaded', () => {
    const store = createHomeStore()
    store.set(['hero', 'title'], '第一次修改')
    store.load({ value: {}, version: 4 })
    expect(store.undo()).toBeUndefined()
  })

  it('shares unchanged products between states', () => {
    const products = Array.from({ length: 1_000 }, (_, index) => ({ id: `p${index}`, name: `产品${index}`, tags: [] }))
    const store = createEditorStore({ value: { products }, version: 1 }, (document) => document)
    for (let number = 0; number < 100; number += 1) store.set(['products', number, 'name'], `改${number}`)
    const edited = store.get().document
    expect(Object(edited).products[500]).toBe(products[500])
    for (let number = 0; number < 100; number += 1) store.undo()
    expect(store.get().document.products).toBe(products)
    for (let number = 0; number < 100; number += 1) store.redo()
    expect(store.get().document).toBe(edited)
  })
})

describe('the path of a field that is followed during an upload', () => {
  const products = ['甲', '乙', '丙'].map((name) => ({ name, tags: [] }))
  const createProductsStore = () => createEditorStore({ value: { products }, version: 1 }, (document) => document)
  type Store = ReturnType<typeof createProductsStore>

  it.each<[string, (store: Store) => void, string | undefined]>([
    ['stays after an edit', (store) => store.set(['products', 0, 'name'], '改'), 'products.1.logo'],
    [
      'changes if an earlier item is removed',
      (store) => store.changeList({ list: 'products', kind: 'removed', index: 0 }),
      'products.0.logo',
    ],
    [
      'changes if its item is moved',
      (store) => store.changeList({ list: 'products', kind: 'moved', from: 1, to: 2 }),
      'products.2.logo',
    ],
    [
      'changes back if the removal of an earlier item is undone',
      (store) => {
        store.changeList({ list: 'products', kind: 'removed', index: 0 })
        store.undo()
      },
      'products.1.logo',
    ],
    [
      'is gone if its item is removed',
      (store) => store.changeList({ list: 'products', kind: 'removed', index: 1 }),
      undefined,
    ],
    ['is gone if another document is loaded', (store) => store.load({ value: { products }, version: 2 }), undefined],
    ['is gone if the document is replaced', (store) => store.replace({ products: [] }), undefined],
    ['is gone in JSON mode', (store) => store.switchToJson(), undefined],
    [
      'is gone if the text was edited',
      (store) => {
        store.switchToJson()
        store.setText('{"products": []}')
        store.switchToForm()
      },
      undefined,
    ],
    [
      'stays after a look at the text',
      (store) => {
        store.switchToJson()
        store.switchToForm()
      },
      'products.1.logo',
    ],
    [
      'stays if the server normalises a saved document',
      (store) =>
        store.markSaved(store.get().document, { value: { products: structuredClone(products), x: 1 }, version: 2 }),
      'products.1.logo',
    ],
    [
      'stays if the server has deleted a file of the document',
      (store) => store.applySavedChange({ value: { products: structuredClone(products) }, version: 2 }),
      'products.1.logo',
    ],
  ])('%s', (_case, change, path) => {
    const store = createProductsStore()
    const target = store.followPath('products.1.logo')
    change(store)
    expect(target.getPath()).toBe(path)
  })

  it('is no longer followed once that is stopped', () => {
    const store = createProductsStore()
    const target = store.followPath('products.1.logo')
    target.stop()
    store.changeList({ list: 'products', kind: 'removed', index: 0 })
    expect(target.getPath()).toBe('products.1.logo')
  })
})
