import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { CommentSubject } from '#contracts/comments/comment.ts'
import { COMMENT_KINDS, type CommentKind } from '#contracts/comments/kinds.ts'
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import type { AssignmentSubject } from '#server/modules/assignments/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type CommentRow, findCommentedProduct, SUBJECT_COLUMNS } from './store.ts'

/** What is commented on: its name, and the path of its screen. */
export type NamedSubject = { name: string; path: string }

type Finder = (db: Queryable, id: string) => Promise<NamedSubject | undefined>

type Dependencies = Record<'submission' | 'lead', Pick<AssignmentSubject, 'find'>>

const PRODUCT_SCREENS = { agent: ADMIN_SCREENS.productDetail, ai: ADMIN_SCREENS.aiProductDetail } as const

/** Returns the functions that find subjects by kind; what is in a recycle bin isn't found. */
export const createSubjectFinders = ({ submission, lead }: Dependencies): Record<CommentKind, Finder> => ({
  submission: submission.find,
  lead: lead.find,
  async product(db, id) {
    const product = await findCommentedProduct(db, id)
    if (!product) return undefined
    return { name: product.name, path: PRODUCT_SCREENS[product.catalogue].path.replace(':id', id) }
  },
  async document(_db, id) {
    const kind = findDocumentKind(id)
    return kind && { name: DOCUMENT_LABELS[kind], path: ADMIN_PAGES[kind] }
  },
})

/** Returns what a comment is about. */
export function getSubject(row: CommentRow): CommentSubject {
  for (const kind of COMMENT_KINDS) {
    const id = row[SUBJECT_COLUMNS[kind]]
    if (id !== null) return { kind, id }
  }
  throw new Error(`the comment ${row.id} has no subject`)
}

/** Returns the columns of a comment on a subject. */
export const toSubjectColumns = ({ kind, id }: CommentSubject) => ({
  submissionId: kind === 'submission' ? id : null,
  leadId: kind === 'lead' ? id : null,
  productId: kind === 'product' ? id : null,
  document: kind === 'document' ? (findDocumentKind(id) ?? null) : null,
})

const findDocumentKind = (id: string): DocumentKind | undefined => DOCUMENT_KINDS.find((kind) => kind === id)
