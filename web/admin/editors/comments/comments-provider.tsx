import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { commentsQuery } from '../../lists/comments/comment-calls.ts'
import { CommentList } from '../../lists/comments/comment-list.tsx'
import { toThreads } from '../../lists/comments/threads.ts'
import { useEditor } from '../editor-context.tsx'
import { getLabel } from '../form/field-paths.ts'
import { useRevealField } from '../reveal-field.ts'
import { CommentsContext, type EditorComments } from './comments-context.tsx'

type CommentsProviderProps = { subject: CommentSubject; children: ReactNode }

/** Provides the comments on what is edited, and the panel beside the form. */
export function CommentsProvider({ subject, children }: CommentsProviderProps) {
  const { form } = useEditor()
  const reveal = useRevealField()
  const { data } = useQuery(commentsQuery(subject))
  /** The field that the panel is opened for; `undefined` while it is closed. */
  const [path, setPath] = useState<string>()
  const counts = useMemo(() => countByPath(toThreads(data ?? []).open.map(({ begin }) => begin.path)), [data])
  const comments: EditorComments = useMemo(
    () => ({
      countAt: (field) => counts.get(field) ?? 0,
      openCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
      isOpen: path !== undefined,
      open: setPath,
      close: () => setPath(undefined),
    }),
    [counts, path],
  )
  return (
    <CommentsContext value={comments}>
      {children}
      {/* The form stays usable beside the panel. */}
      <Drawer
        open={path !== undefined}
        size={400}
        title="批注"
        mask={false}
        focusable={{ trap: false }}
        onClose={comments.close}
        destroyOnHidden
      >
        <CommentList
          subject={subject}
          path={path ?? ''}
          fields={{ describe: (field) => getLabel(form, field), reveal }}
        />
      </Drawer>
    </CommentsContext>
  )
}

function countByPath(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  return counts
}
