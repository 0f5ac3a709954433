import { describe, expect, it } from 'vitest'
import { createEditorStore } from '../../editors/editor-store.ts'
import { createDraft, createDrafts, type Draft, draftKey } from './draft-store.ts'

const AT = new Date('2026-11-21T02:00:00.000Z')
const loaded = { value: { hero: { title: '旧' } }, version: 3 }

function createMemoryStore() {
  const draft = new Map<string, Draft>()
  return {
    kept: draft,
    read: async (key: string) => structuredClone(draft.get(key)),
    write: async (key: string, value: Draft) => void draft.set(key, structuredClone(value)),
    remove: async (key: string) => void draft.delete(key),
  }
}

describe('drafts', () => {
  it('come back as they were kept, with what they started from', async () => {
    const store = createEditorStore(loaded, (document) => document)
    store.set(['hero', 'title'], '新')
    const drafts = createDrafts(createMemoryStore())
    await drafts.keep('home:1', createDraft(store, AT))
    expect(await drafts.find('home:1', loaded.value)).toEqual({
      at: '2026-11-21T02:00:00.000Z',
      loaded,
      value: { hero: { title: '新' } },
      text: null,
    })
  })
  it('keep a text that does not parse', async () => {
    const store = createEditorStore(loaded, (document) => document)
    store.toJson()
    store.setText('{"hero": ')
    const drafts = createDrafts(createMemoryStore())
    await drafts.keep('home:1', createDraft(store, AT))
    expect(await drafts.find('home:1', loaded.value)).toMatchObject({ text: '{"hero": ' })
  })
  it('are not offered where the server holds the same', async () => {
    const drafts = createDrafts(createMemoryStore())
    await drafts.keep('home:1', { at: AT.toISOString(), loaded, value: { a: 1 }, text: null })
    expect(await drafts.find('home:1', { a: 1 })).toBeUndefined()
  })
  it('stand behind those that were made while they were offered, three at the most', async () => {
    const store = createEditorStore(loaded, (document) => document)
    store.set(['hero', 'title'], '新')
    const drafts = createDrafts(createMemoryStore())
    const database = (title: string, older?: Draft): Draft => ({
      at: AT.toISOString(),
      loaded,
      value: { title },
      text: null,
      ...(older ? { older } : {}),
    })
    const chain = database('一', database('二', database('三', database('四'))))
    await drafts.keep('home:1', createDraft(store, AT, chain))
    expect((await drafts.find('home:1', loaded.value))?.older).toEqual(database('一', database('二', database('三'))))
    expect(await drafts.find('home:1', store.get().document)).toEqual(database('一', database('二', database('三'))))
  })
  it('belong to one user and one document', async () => {
    expect(new Set([draftKey('home', 'a'), draftKey('home', 'b'), draftKey('ai', 'a')]).size).toBe(3)
  })
  it('are removed after what was kept before', async () => {
    const store = createMemoryStore()
    const drafts = createDrafts(store)
    void drafts.keep('k', { at: AT.toISOString(), loaded, value: {}, text: null })
    await drafts.remove('k')
    expect(store.kept.size).toBe(0)
  })
  it('are given up where the browser refuses to keep them', async () => {
    const refused = () => Promise.reject(new Error('refused'))
    const drafts = createDrafts({ read: refused, write: refused, remove: refused })
    expect(await drafts.find('k', {})).toBeUndefined()
    await expect(drafts.keep('k', { at: '', loaded, value: {}, text: null })).resolves.toBeUndefined()
  })
  it('that are none are ignored', async () => {
    const drafts = createDrafts({ ...createMemoryStore(), read: async () => 'nonsense' })
    expect(await drafts.find('k', {})).toBeUndefined()
  })
})
