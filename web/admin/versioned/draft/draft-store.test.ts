import { describe, expect, it } from 'vitest'
import { createEditorStore } from '../../editors/editor-store.ts'
import { createDrafts, type Draft, draftKey, draftOf } from './draft-store.ts'

const AT = new Date('2026-11-21T02:00:00.000Z')
const loaded = { value: { hero: { title: '旧' } }, version: 3 }

function inMemory() {
  const kept = new Map<string, Draft>()
  return {
    kept,
    read: async (key: string) => structuredClone(kept.get(key)),
    write: async (key: string, value: Draft) => void kept.set(key, structuredClone(value)),
    remove: async (key: string) => void kept.delete(key),
  }
}

describe('drafts', () => {
  it('come back as they were kept, with what they started from', async () => {
    const store = createEditorStore(loaded, (document) => document)
    store.set(['hero', 'title'], '新')
    const drafts = createDrafts(inMemory())
    await drafts.keep('home:1', draftOf(store, AT))
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
    const drafts = createDrafts(inMemory())
    await drafts.keep('home:1', draftOf(store, AT))
    expect(await drafts.find('home:1', loaded.value)).toMatchObject({ text: '{"hero": ' })
  })
  it('are not offered where the server holds the same', async () => {
    const drafts = createDrafts(inMemory())
    await drafts.keep('home:1', { at: AT.toISOString(), loaded, value: { a: 1 }, text: null })
    expect(await drafts.find('home:1', { a: 1 })).toBeUndefined()
  })
  it('stand behind those that were made while they were offered, three at the most', async () => {
    const store = createEditorStore(loaded, (document) => document)
    store.set(['hero', 'title'], '新')
    const drafts = createDrafts(inMemory())
    const made = (title: string, earlier?: Draft): Draft => ({
      ...{ at: AT.toISOString(), loaded, value: { title }, text: null },
      ...(earlier ? { earlier } : {}),
    })
    const chain = made('一', made('二', made('三', made('四'))))
    await drafts.keep('home:1', draftOf(store, AT, chain))
    expect((await drafts.find('home:1', loaded.value))?.earlier).toEqual(made('一', made('二', made('三'))))
    expect(await drafts.find('home:1', store.get().document)).toEqual(made('一', made('二', made('三'))))
  })
  it('belong to one user and one document', async () => {
    expect(new Set([draftKey('home', 'a'), draftKey('home', 'b'), draftKey('ai', 'a')]).size).toBe(3)
  })
  it('are removed after what was kept before', async () => {
    const keeper = inMemory()
    const drafts = createDrafts(keeper)
    void drafts.keep('k', { at: AT.toISOString(), loaded, value: {}, text: null })
    await drafts.remove('k')
    expect(keeper.kept.size).toBe(0)
  })
  it('are given up where the browser refuses to keep them', async () => {
    const refused = () => Promise.reject(new Error('refused'))
    const drafts = createDrafts({ read: refused, write: refused, remove: refused })
    expect(await drafts.find('k', {})).toBeUndefined()
    await expect(drafts.keep('k', { at: '', loaded, value: {}, text: null })).resolves.toBeUndefined()
  })
  it('that are none are ignored', async () => {
    const drafts = createDrafts({ ...inMemory(), read: async () => 'nonsense' })
    expect(await drafts.find('k', {})).toBeUndefined()
  })
})
