import { commentCalls } from '#contracts/comments/calls.ts'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { PRESENCE } from '#contracts/limits.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'

/** The query of the comments on a subject. As often as the presence of others, it asks for new ones. */
export const commentsQuery = ({ kind, id }: CommentSubject) => ({
  ...dataOf(queryOf(commentCalls.list, { query: { kind, id } })),
  refetchInterval: PRESENCE.heartbeatMs,
})

export const mentionableQuery = ({ kind, id }: CommentSubject) =>
  dataOf(queryOf(commentCalls.listMentionable, { query: { kind, id } }))
