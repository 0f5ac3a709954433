import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useEffect } from 'react'
import { commentCalls } from '#contracts/comments/calls.ts'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadError } from '../../components/load-error.tsx'
import { commentsQuery } from './comment-calls.ts'
import { CommentComposer } from './comment-composer.tsx'
import { type CommentFields, CommentThread, getCommentElementId } from './comment-thread.tsx'
import { toThreads } from './threads.ts'

type CommentListProps = {
  subject: CommentSubject
  fields?: CommentFields
  /** The field that a new comment is about; '' for the subject as a whole. */
  path?: string
  /** The comment that a link leads to, and what tells two visits apart. */
  linked?: { id: string; key: string } | undefined
}

/** The threads about a subject, resolved ones collapsed, and the field that begins another. */
export function CommentList({ subject, fields, path = '', linked }: CommentListProps) {
  const { data, isPending, error, refetch } = useQuery(commentsQuery(subject))
  useFocusLinked(linked, data !== undefined)
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (!data) return <LoadError error={error} fallback={MESSAGES.loadFailed} onRetry={refetch} />
  const { open, resolved } = toThreads(data)
  return (
    <div className="flex flex-col gap-3">
      {path !== '' && <p className="text-sm text-muted">批注“{fields?.describe(path) ?? path}”</p>}
      <CommentComposer
        key={path}
        subject={subject}
        label="新批注"
        okText="发表"
        isFocused={path !== ''}
        send={({ text, mentions }) =>
          callAdmin(commentCalls.create, { body: { subject: { ...subject, path }, text, mentions } })
        }
      />
      {open.length === 0 && <p className="text-sm text-muted">没有未解决的批注。批注只在后台可见。</p>}
      <ul className="flex flex-col gap-3 empty:hidden" aria-label="未解决的批注">
        {open.map((thread) => (
          <CommentThread key={thread.begin.id} subject={subject} thread={thread} fields={fields} />
        ))}
      </ul>
      {resolved.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer py-1 text-muted">已解决{resolved.length}条</summary>
          <ul className="flex flex-col gap-3 pt-2" aria-label="已解决的批注">
            {resolved.map((thread) => (
              <CommentThread key={thread.begin.id} subject={subject} thread={thread} fields={fields} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Moves the focus to a linked comment once it is shown, also among the resolved ones, which are collapsed. */
function useFocusLinked({ id, key }: { id?: string; key?: string } = {}, isLoaded: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit.
  useEffect(() => {
    const element = isLoaded && id !== undefined ? document.getElementById(getCommentElementId(id)) : null
    if (!element) return
    element.closest('details')?.setAttribute('open', '')
    element.focus()
    element.scrollIntoView({ block: 'center' })
  }, [id, key, isLoaded])
}
