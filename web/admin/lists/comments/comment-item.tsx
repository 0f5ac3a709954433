import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, type ReactNode, useState } from 'react'
import { commentCalls } from '#contracts/comments/calls.ts'
import type { Comment, CommentSubject } from '#contracts/comments/comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { CommentComposer } from './comment-composer.tsx'

type CommentItemProps = { subject: CommentSubject; comment: Comment; actions?: ReactNode }

/** One comment, with the actions of its author. */
export function CommentItem({ subject, comment, actions }: CommentItemProps) {
  const { id, author, createdAt, editedAt, isOwn, isDeleted, text, mentions } = comment
  const client = useQueryClient()
  const confirm = useConfirm()
  const [isEditing, setIsEditing] = useState(false)
  const removeMutation = useAction({
    action: () => callOnce(commentCalls.remove, { params: { id } }, MESSAGES.removed),
    getSuccessMessage: () => MESSAGES.removed,
    failureMessage: MESSAGES.saveFailed,
    refetch: () => invalidate(client, commentCalls.list),
  })
  if (isDeleted) return <p className="text-sm text-muted">这条批注已由{author.name}删除</p>
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold wrap-anywhere">{author.name}</span>
        <time dateTime={createdAt} className="text-sm text-muted tabular-nums">
          {formatMinute(createdAt)}
        </time>
        {editedAt && (
          <span className="text-sm text-muted" title={`${formatMinute(editedAt)}修改`}>
            已编辑
          </span>
        )}
      </p>
      {isEditing ? (
        <CommentComposer
          subject={subject}
          label="修改批注"
          okText="保存"
          initialText={text}
          initialMentions={mentions.map((user) => user.id)}
          isFocused
          send={(body) => callAdmin(commentCalls.update, { params: { id }, body })}
          onSent={() => setIsEditing(false)}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <MentionedText text={text} names={mentions.map(({ name }) => name)} />
        </p>
      )}
      {!isEditing && (
        <div className="-ml-2 flex flex-wrap gap-x-1 empty:hidden">
          {actions}
          {isOwn && (
            <>
              <CommentAction onClick={() => setIsEditing(true)}>修改</CommentAction>
              <CommentAction
                onClick={() =>
                  confirm({
                    title: '删除这条批注？',
                    content: '删除后不能恢复，回复会保留。',
                    okText: '删除',
                    isDangerous: true,
                    onOk: () => removeMutation.mutateAsync(),
                  })
                }
              >
                删除
              </CommentAction>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** A small button under a comment. */
export const CommentAction = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button type="text" size="small" className="text-muted pointer-coarse:min-h-11" onClick={onClick}>
    {children}
  </Button>
)

/** A text whose mentions stand out. */
function MentionedText({ text, names }: { text: string; names: readonly string[] }) {
  const marks = [...new Set(names)].sort((a, b) => b.length - a.length).map((name) => `@${name}`)
  return splitAt(text, marks).map(({ part, start }) => (
    <Fragment key={start}>{marks.includes(part) ? <span className="text-indigo">{part}</span> : part}</Fragment>
  ))
}

/** Splits a text before and after each of some marks. */
function splitAt(text: string, marks: readonly string[]): { part: string; start: number }[] {
  const parts: { part: string; start: number }[] = []
  let start = 0
  for (const part of splitTexts(text, marks)) {
    parts.push({ part, start })
    start += part.length
  }
  return parts.filter(({ part }) => part !== '')
}

function splitTexts(text: string, [mark, ...others]: readonly string[]): string[] {
  if (mark === undefined) return [text]
  return text.split(mark).flatMap((part, index) => [...(index === 0 ? [] : [mark]), ...splitTexts(part, others)])
}
