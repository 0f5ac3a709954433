import { describe, expect, it } from 'vitest'
import { upgradeDocument } from '#contracts/documents/legacy-format.ts'
import { createEditorStore } from './editor-store.ts'

const loaded = { value: { hero: { title: '旧' }, unknown: { kept: true } }, version: 3 }
const createOpened = () => createEditorStore(loaded, (document) => Object(upgradeDocument.home(document)))

describe('an edit in the form', () => {
  it('is unsaved and keeps what the form does not know', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '新')
    expect(store.get()).toMatchObject({ isDirty: true, document: { hero: { title: '新' }, unknown: { kept: true } } })
    expect(store.get().loaded.value).toBe(loaded.value)
  })
  it('that changes nothing is none', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '旧')
    expect(store.get().isDirty).toBe(false)
  })
})

describe('switching modes', () => {
  it('carries edits of the form into the text', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '新')
    store.toJson()
    expect(JSON.parse(store.get().text)).toMatchObject({ hero: { title: '新' } })
  })
  it('carries edits of the text into the form', () => {
    const store = createOpened()
    store.toJson()
    store.setText('{"hero": {"title": "字"}}')
    store.toForm()
    expect(store.get()).toMatchObject({ mode: 'form', isDirty: true, document: { hero: { title: '字' } } })
  })
  it('without an edit leaves everything as it was', () => {
    const store = createOpened()
    store.toJson()
    store.toForm()
    expect(store.get()).toMatchObject({ mode: 'form', isDirty: false })
    expect(store.get().document).toBe(loaded.value)
  })
  it('stays with a text that does not parse, and says where', () => {
    const store = createOpened()
    store.toJson()
    store.setText('{"hero": \n}')
    store.toForm()
    expect(store.get()).toMatchObject({ error: { line: 2 }, mode: 'json', text: '{"hero": \n}' })
  })
  it('converts the legacy format of the text', () => {
    const store = createOpened()
    store.toJson()
    store.setText('{"heroSection": {"title": "甲"}, "stats": [{"number": "1", "label": "乙"}]}')
    store.toForm()
    expect(store.get().document).toEqual({ hero: { title: '甲' }, statistics: [{ value: '1', label: '乙' }] })
  })
})

describe('a save', () => {
  it('that came back as it was sent draws nothing anew', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '新')
    const submitted = store.get().document
    store.saved(submitted, { value: structuredClone(submitted), version: 4 })
    expect(store.get()).toMatchObject({ isDirty: false, generation: 0, loaded: { version: 4 } })
    expect(store.get().document).toBe(submitted)
  })
  it('that the server changed shows what it keeps', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '新')
    store.saved(store.get().document, { value: { hero: { title: '新', buttons: [] } }, version: 4 })
    expect(store.get()).toMatchObject({ isDirty: false, generation: 1, document: { hero: { buttons: [] } } })
  })
  it('leaves alone what was typed while it was under way', () => {
    const store = createOpened()
    store.set(['hero', 'title'], '一')
    const submitted = store.get().document
    store.set(['hero', 'title'], '二')
    store.saved(submitted, { value: submitted, version: 4 })
    expect(store.get()).toMatchObject({ isDirty: true, document: { hero: { title: '二' } }, loaded: { version: 4 } })
  })
})

describe('an import', () => {
  it('replaces document and text, and is unsaved', () => {
    const store = createOpened()
    store.toJson()
    store.replace({ features: [{ title: '甲' }] })
    expect(store.get()).toMatchObject({
      mode: 'json',
      isDirty: true,
      document: { hero: { features: [{ title: '甲' }] } },
    })
    expect(JSON.parse(store.get().text)).toEqual(store.get().document)
  })
})
