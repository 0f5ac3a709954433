import { beforeEach, expect, it, vi } from 'vitest'
import { openDraft } from './draft.ts'

const stored = new Map<string, string>()
const storedInTab = new Map<string, string>()
const KEY = 'zhijian.submission-files'

/** Creates a storage whose keys are listed by `Object.keys`, as those of a real one. */
const createStorage = (values: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    },
    {
      ownKeys: () => [...values.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )

beforeEach(() => {
  stored.clear()
  storedInTab.clear()
  vi.stubGlobal('localStorage', createStorage(stored))
  vi.stubGlobal('sessionStorage', createStorage(storedInTab))
})

const VALUES = { companyName: '甲公司', productName: '排班助手' }
const WHITE_PAPER = { key: 'white-paper-key', name: '白皮书.pdf', size: 2_048 }

it('stores uploaded files', () => {
  openDraft(undefined).files.write([WHITE_PAPER])
  expect(openDraft(undefined).files.read()).toEqual([WHITE_PAPER])
})

it('removes the stored value if no files remain', () => {
  openDraft(undefined).files.write([WHITE_PAPER])
  openDraft(undefined).files.write([])
  expect(stored.size).toBe(0)
})

it.each([
  ['null', null],
  ['a number', 7],
  ['text', 'text'],
  ['a list of other things', [null, 7, { key: 3 }, { key: 'without-name' }]],
  ['a file that is not in a list', { key: 'not-in-a-list' }],
])('ignores a stored value that is %s', (_, value) => {
  stored.set(KEY, JSON.stringify({ at: Date.now(), value }))
  expect(openDraft(undefined).files.read()).toEqual([])
})

it('is not offered to another user, and still to its author', () => {
  const draft = openDraft('li')
  draft.save(VALUES)
  draft.files.write([WHITE_PAPER])
  const other = openDraft('wang')
  expect(other.read()).toBeUndefined()
  expect(other.files.read()).toEqual([])
  other.save({ companyName: '乙公司' })
  expect(openDraft('li').read()).toMatchObject(VALUES)
  expect(openDraft('li').files.read()).toEqual([WHITE_PAPER])
})

it('is taken over, with its files, by the visitor who signs in after filling in the form', () => {
  const anonymous = openDraft(undefined)
  anonymous.save(VALUES)
  anonymous.files.write([WHITE_PAPER])
  const own = openDraft('li')
  expect(own.read()).toMatchObject(VALUES)
  expect(own.files.read()).toEqual([WHITE_PAPER])
  expect(anonymous.read()).toBeUndefined()
  expect(anonymous.files.read()).toEqual([])
  expect(openDraft('wang').read()).toBeUndefined()
})

it('does not replace the user’s own draft by an anonymous one', () => {
  openDraft('li').save(VALUES)
  stored.set('zhijian.submission-draft', JSON.stringify({ at: Date.now(), value: { companyName: '乙公司' } }))
  expect(openDraft('li').read()).toMatchObject(VALUES)
  expect(openDraft(undefined).read()).toMatchObject({ companyName: '乙公司' })
})

it('is still offered after the session of its author has expired, unless another user has one, too', () => {
  openDraft('li').save(VALUES)
  const draft = openDraft(undefined)
  expect(draft.read()).toMatchObject(VALUES)
  expect(draft.owner).toBe('li')
  openDraft('wang').save({ companyName: '乙公司' })
  expect(openDraft(undefined).read()).toBeUndefined()
})

it('returns the input of the same tab, even if another tab has stored other input', () => {
  const draft = openDraft('li')
  draft.save(VALUES)
  draft.files.write([WHITE_PAPER])
  const inFirstTab = new Map(storedInTab)
  storedInTab.clear()
  const inOtherTab = openDraft('li')
  inOtherTab.save({ companyName: '丙公司' })
  inOtherTab.clear()
  for (const [key, value] of inFirstTab) storedInTab.set(key, value)
  expect(openDraft('li').read()).toMatchObject(VALUES)
  expect(openDraft('li').files.read()).toEqual([WHITE_PAPER])
})
