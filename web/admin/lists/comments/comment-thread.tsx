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
  /** Returns whether a field was removed, with the item that it was in. */
  isRemoved: (path: string) => boolean
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
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface px-3 py-2.5">
      {fields && begin.path !== '' && (
        <Button type="link" size="small" className="self-start px-0" onClick={() => fields.reveal(begin.path)}>
          {fields.describe(begin.path)}
        </Button>
      )}
      {fields?.isRemoved(begin.path) && <p className="text-sm text-muted">{MESSAGES.fieldRemoved}</p>}
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
            <li key={reply.id}>
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
