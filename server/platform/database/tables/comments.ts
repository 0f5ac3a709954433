import type { DocumentKind } from '#contracts/vocabulary.ts'
import type { Json } from './json.ts'

export type CommentTables = { comments: CommentsTable }

/** Comments of the staff. Exactly one of the four subjects is set; with the first three, their comments are deleted. */
export type CommentsTable = {
  id: string
  submissionId: string | null
  leadId: string | null
  productId: string | null
  document: DocumentKind | null
  /** The field that the thread is about; '' for the subject as a whole. */
  path: string
  /** The id of the comment that began the thread, which may be this one. */
  threadId: string
  /** `null` if the account was deleted. */
  authorId: string | null
  /** '' if the comment was deleted. */
  text: string
  /** The ids of the mentioned users. */
  mentionsJson: Json
  createdAt: string
  editedAt: string | null
  /** Set if the comment was deleted but has replies. */
  deletedAt: string | null
  resolvedAt: string | null
  resolvedById: string | null
}
