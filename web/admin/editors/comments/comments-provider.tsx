import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { carryPath, createPathCarrier, getExistingPath } from '#contracts/rules/carry-path.ts'
import { findCommentId } from '#contracts/rules/comment-hash.ts'
import { commentsQuery } from '../../lists/comments/comment-calls.ts'
import { CommentList } from '../../lists/comments/comment-list.tsx'
import { toThreads } from '../../lists/comments/threads.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'
import type { EditorState } from '../editor-state.ts'
import { findExistingPath, getLabel } from '../form/field-paths.ts'
import { useRevealField } from '../reveal-field.ts'
import { CommentsContext, type EditorComments } from './comments-context.tsx'

type CommentsProviderProps = { subject: CommentSubject; children: ReactNode }

/** Provides the comments on what is edited, and the panel beside the form. */
export function CommentsProvider({ subject, children }: CommentsProviderProps) {
  const { form, store } = useEditor()
  const reveal = useRevealField()
  const { data } = useQuery(commentsQuery(subject))
  const { hash, key } = useLocation()
  const linkedId = findCommentId(hash)
  /** The field that the panel is opened for, as it was saved; `undefined` while it is closed. */
  const [path, setPath] = useState<string | undefined>(linkedId && '')
  const [openedKey, setOpenedKey] = useState(key)
  if (key !== openedKey) {
    setOpenedKey(key)
    if (linkedId !== undefined) setPath('')
  }
  const threads = useMemo(() => toThreads(data ?? []), [data])
  const toEdited = useEditedPaths([...threads.open, ...threads.resolved].map(({ begin }) => begin.path))
  const counts = useMemo(() => countByPath(threads.open.map(({ begin }) => toEdited(begin.path))), [threads, toEdited])
  const comments: EditorComments = useMemo(
    () => ({
      countAt: (field) => counts.get(field) ?? 0,
      openCount: [...counts.values()].reduce((sum, count) => sum + count, 0),
      isOpen: path !== undefined,
      open(field) {
        const { loaded, document } = store.get()
        // An item that isn't saved yet has no place of its own: the comment is about its list.
        setPath(getExistingPath(carryPath(field, document, loaded.value)))
      },
      close: () => setPath(undefined),
    }),
    [counts, path, store],
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
          linked={linkedId === undefined ? undefined : { id: linkedId, key }}
          fields={{
            describe: (field) => getLabel(form, toEdited(field)),
            findExisting: (field) => findExistingPath(form, store.get().document, toEdited(field)),
            isGone: (field) => findExistingPath(form, store.get().document, toEdited(field)) !== toEdited(field),
            reveal,
          }}
        />
      </Drawer>
    </CommentsContext>
  )
}

/**
 * Returns a function that returns where saved fields are in the edited document, so that comments follow the items of
 * lists before they are saved, too.
 */
function useEditedPaths(saved: readonly string[]): (path: string) => string {
  const key = saved.join('\n')
  const select = useMemo(() => createEditedPaths(key.split('\n')), [key])
  const edited = useEditorState(select)
  return useCallback((path) => edited.split('\n')[key.split('\n').indexOf(path)] ?? path, [key, edited])
}

/** Creates a function that matches the lists of a document once for each change of it, although it is asked more often. */
function createEditedPaths(saved: readonly string[]) {
  let last: { loaded: unknown; document: unknown; edited: string } | undefined
  return ({ loaded: { value: loaded }, document }: EditorState): string => {
    if (last?.loaded === loaded && last.document === document) return last.edited
    const edited = saved.map(createPathCarrier(loaded, document)).join('\n')
    last = { loaded, document, edited }
    return edited
  }
}

function countByPath(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  return counts
}
