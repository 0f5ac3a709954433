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

const WHITE_PAPER = { key: 'white-paper-key', name: '白皮书.pdf', size: 2_048 }

it('stores uploaded files', () => {
  FILE_STORAGE.write([WHITE_PAPER])
  expect(FILE_STORAGE.read()).toEqual([WHITE_PAPER])
})

it('removes the stored value if no files remain', () => {
  FILE_STORAGE.write([WHITE_PAPER])
  FILE_STORAGE.write([])
  expect(stored.size).toBe(0)
})

it.each([[null], [7], ['text'], [[null, 7, { key: 3 }, { key: 'without-name' }]], [{ key: 'not-in-a-list' }]])(
  'ignores the invalid stored value %j',
  (value) => {
    stored.set(KEY, JSON.stringify({ at: Date.now(), value }))
    expect(FILE_STORAGE.read()).toEqual([])
  },
)
