import { beforeEach, expect, it, vi } from 'vitest'
import { createRequestDraft } from './request-draft.ts'

const stored = new Map<string, string>()
const draft = createRequestDraft('zhijian.test', ['companyName', 'phone'])

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

it('stores the named texts and nothing else', () => {
  draft.write({ companyName: '某集团', phone: ' ', agreeToTerms: true })
  expect(draft.read()).toEqual({ companyName: '某集团' })
  expect([...stored.values()].join()).not.toContain('agreeToTerms')
})

it('stores nothing if every text is blank', () => {
  draft.write({ companyName: '某集团', phone: '' })
  draft.write({ companyName: '', phone: '  ', agreeToTerms: true })
  expect(stored.size).toBe(0)
})

it.each([
  ['null', null],
  ['a number', 7],
  ['text', 'x'],
  ['a list', [1]],
  ['an object whose fields are not text', { companyName: 3, phone: {} }],
])('ignores a stored value that is %s', (_, value) => {
  stored.set('zhijian.test', JSON.stringify({ at: Date.now(), value }))
  expect(draft.read()).toEqual({})
})
