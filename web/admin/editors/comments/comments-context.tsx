import { createContext, useContext } from 'react'

/** The comments on what is edited. */
export type EditorComments = {
  /** The number of unresolved threads about a field. */
  countAt: (path: string) => number
  openCount: number
  /** Whether the panel is open: then every field can be commented on. */
  isOpen: boolean
  /** Opens the panel for a comment on a field; '' for the document as a whole. */
  open: (path: string) => void
  close: () => void
}

export const CommentsContext = createContext<EditorComments | null>(null)

/** Returns the comments on what is edited; `null` if it can't be commented on, such as a product that isn't saved yet. */
export const useEditorComments = (): EditorComments | null => useContext(CommentsContext)
