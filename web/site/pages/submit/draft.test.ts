import { beforeEach, expect, it, vi } from 'vitest'
import { FILE_STORAGE } from './draft.ts'

const stored = new Map<string, string>()
const KEY = 'zhijian.submission-files'

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

it('stores uploaded files, and nothing without files', () => {
  const uploaded = [{ key: 'k', name: '白皮书.pdf', size: 9 }]
  FILE_STORAGE.save(uploaded)
  expect(FILE_STORAGE.load()).toEqual(uploaded)
  FILE_STORAGE.save([])
  expect(stored.size).toBe(0)
})

it.each([[null], [7], ['x'], [[null, 7, { key: 3 }, { key: 'k' }]], [{ key: 'k' }]])(
  'ignores the invalid stored value %j',
  (value) => {
    stored.set(KEY, JSON.stringify({ at: Date.now(), value }))
    expect(FILE_STORAGE.load()).toEqual([])
  },
)
