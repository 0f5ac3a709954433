import { expect, it } from 'vitest'
import type { Authorship } from '#contracts/content/revision.ts'
import { describeAuthorship } from './use-conflict-resolution.ts'

const createdAt = '2026-11-28T06:05:00.000Z'

it.each<[string, Authorship | undefined, string]>([
  ['an account', { createdAt, createdBy: { id: 'u1', name: '张三' } }, '张三于2026年11月28日 14:05'],
  ['the system itself', { createdAt, createdBy: null }, '系统于2026年11月28日 14:05'],
  ['an author that is unknown', undefined, '有人'],
])('describes the authorship of %s', (_, authorship, description) => {
  expect(describeAuthorship(authorship)).toBe(description)
})
