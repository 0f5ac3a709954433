import { beforeEach, expect, it, vi } from 'vitest'
import { STORED_FILES } from './draft.ts'

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
  STORED_FILES.save(uploaded)
  expect(STORED_FILES.load()).toEqual(uploaded)
  STORED_FILES.save([])
  expect(stored.size).toBe(0)
})

it.each([[null], [7], ['x'], [[null, 7, { key: 3 }, { key: 'k' }]], [{ key: 'k' }]])(
  'ignores the invalid stored value %j',
  (value) => {
    stored.set(KEY, JSON.stringify({ at: Date.now(), value }))
    expect(STORED_FILES.load()).toEqual([])
  },
)
