import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { commentCalls } from '#contracts/comments/calls.ts'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { CommentComposer } from './comment-composer.tsx'
import { CommentAction, CommentItem } from './comment-item.tsx'
import type { Thread } from './threads.ts'

/** The fields of a subject, if its comments are about fields. */
export type CommentFields = {
  describe: (path: string) => string
  /** Returns whether a field no longer exists, such as one whose item was removed. */
  isGone: (path: string) => boolean
  /** Returns where a field is now, or what it was in if it no longer exists; '' if that is gone, too. */
  findExisting: (path: string) => string
  /** Shows an existing field. */
  reveal: (path: string) => void
}

type CommentThreadProps = { subject: CommentSubject; thread: Thread; fields?: CommentFields | undefined }

/** A thread: the comment that began it, its replies, and the actions to reply and to resolve it. */
export function CommentThread({ subject, thread: { begin, replies }, fields }: CommentThreadProps) {
  const client = useQueryClient()
  const [isReplying, setIsReplying] = useState(false)
  const isResolved = begin.resolvedAt !== null
  const resolveMutation = useAction({
    action: () =>
      callAdmin(commentCalls.setResolution, { params: { id: begin.id }, body: { isResolved: !isResolved } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: MESSAGES.saveFailed,
    refetch: () => invalidate(client, commentCalls.list),
  })
  return (
    <li
      id={getCommentElementId(begin.id)}
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface px-3 py-2.5"
    >
      {fields && begin.path !== '' && <ThreadField path={begin.path} fields={fields} />}
      <CommentItem
        subject={subject}
        comment={begin}
        actions={
          <>
            {!isReplying && <CommentAction onClick={() => setIsReplying(true)}>回复</CommentAction>}
            <CommentAction onClick={() => resolveMutation.mutate()}>{isResolved ? '重新打开' : '解决'}</CommentAction>
          </>
        }
      />
      {isResolved && <p className="text-sm text-muted">{begin.resolvedBy?.name}已标为解决</p>}
      {replies.length > 0 && (
        <ul className="flex flex-col gap-2 border-l-2 border-line pl-3" aria-label="回复">
          {replies.map((reply) => (
            <li key={reply.id} id={getCommentElementId(reply.id)} tabIndex={-1}>
              <CommentItem subject={subject} comment={reply} />
            </li>
          ))}
        </ul>
      )}
      {isReplying && (
        <CommentComposer
          subject={subject}
          label="回复批注"
          okText="回复"
          isFocused
          send={({ text, mentions }) =>
            callAdmin(commentCalls.create, {
              body: { subject: { ...subject, path: begin.path }, thread: begin.id, text, mentions },
            })
          }
          onSent={() => setIsReplying(false)}
          onCancel={() => setIsReplying(false)}
        />
      )}
    </li>
  )
}

/** Returns the id of the element of a comment, which links focus. */
export const getCommentElementId = (id: string): string => `comment-${id}`

/** The name of the field that a thread is about, which shows it; plain text if nothing of it is left. */
function ThreadField({ path, fields }: { path: string; fields: CommentFields }) {
  const existing = fields.findExisting(path)
  const name = fields.describe(path)
  return (
    <>
      {existing === '' ? (
        <p className="text-muted wrap-anywhere">{name}</p>
      ) : (
        <Button
          type="link"
          size="small"
          className="h-auto self-start px-0 text-left whitespace-normal"
          onClick={() => fields.reveal(existing)}
        >
          {name}
        </Button>
      )}
      {fields.isGone(path) && <p className="text-sm text-muted">{MESSAGES.fieldGone}</p>}
    </>
  )
}
