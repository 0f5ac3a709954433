import { expect, it } from 'vitest'
import type { Comment } from '#contracts/comments/comment.ts'
import { findMentions, toThreads } from './threads.ts'

const COMMENT: Comment = {
  id: 'a',
  thread: 'a',
  path: '',
  text: '请核对',
  author: { id: 'u', name: '张三' },
  isOwn: false,
  isDeleted: false,
  mentions: [],
  createdAt: '2026-11-30T02:00:00.000Z',
  editedAt: null,
  resolvedAt: null,
  resolvedBy: null,
}

it('groups replies under the comment that began their thread, and separates resolved threads', () => {
  const reply = { ...COMMENT, id: 'b' }
  const resolved = { ...COMMENT, id: 'c', thread: 'c', resolvedAt: COMMENT.createdAt }
  expect(toThreads([COMMENT, resolved, reply])).toEqual({
    open: [{ begin: COMMENT, replies: [reply] }],
    resolved: [{ begin: resolved, replies: [] }],
  })
})

const USERS = [
  { id: '1', name: '张三' },
  { id: '2', name: '张三丰' },
  { id: '3', name: '李四' },
  { id: '4', name: '李四' },
]

it.each([
  { name: 'a name', text: '@张三 请看', chosen: [], ids: ['1'] },
  { name: 'the longer of two names', text: '@张三丰 请看', chosen: [], ids: ['2'] },
  { name: 'both names', text: '@张三丰 与@张三', chosen: [], ids: ['1', '2'] },
  { name: 'the chosen one of two with the same name', text: '@李四 请看', chosen: ['4'], ids: ['4'] },
  { name: 'nobody whose name was deleted', text: '请看', chosen: ['3'], ids: [] },
])('finds $name', ({ text, chosen, ids }) => {
  expect(findMentions(text, USERS, chosen)).toEqual(ids)
})
