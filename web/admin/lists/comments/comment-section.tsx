import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { commentsQuery } from './comment-calls.ts'
import { CommentList } from './comment-list.tsx'
import { toThreads } from './threads.ts'

/** The comments on a record as a part of its screen that opens and closes; at first open if a thread is. */
export function CommentSection({ subject }: { subject: CommentSubject }) {
  const { data = [] } = useQuery(commentsQuery(subject))
  const openCount = toThreads(data).open.length
  const [isToggled, setIsToggled] = useState<boolean>()
  const isOpen = isToggled ?? openCount > 0
  // Resolving the last thread doesn't close the section under the reader's eyes.
  if (isToggled === undefined && isOpen) setIsToggled(true)
  return (
    <details
      className="border-t border-line pt-3"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setIsToggled(currentTarget.open)}
    >
      <summary className="min-h-8 cursor-pointer py-1 text-base font-semibold">
        批注{openCount > 0 && `（${openCount}）`}
      </summary>
      <div className="pt-2">{isOpen && <CommentList subject={subject} />}</div>
    </details>
  )
}
