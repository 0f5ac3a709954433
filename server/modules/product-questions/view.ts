/** Converts rows of questions and answers to the views of readers, authors and moderators, field by field. */
import type { AbuseReport } from '#contracts/abuse-reports/abuse-report.ts'
import type { Assignment } from '#contracts/assignments/assignment.ts'
import type { ModeratedPost, OwnPost, PublicQuestion } from '#contracts/product-questions/post.ts'
import type { PostRow, PostWithContext } from './store.ts'

/** Returns a published question with its published answers, without their authors. */
export const toPublicQuestion = (question: PostRow, answers: readonly PostRow[]): PublicQuestion => ({
  id: question.id,
  text: question.text,
  publishedAt: question.publishedAt ?? question.submittedAt,
  answers: answers.map(({ id, text, isVendor, publishedAt, submittedAt }) => ({
    id,
    text,
    isVendor,
    publishedAt: publishedAt ?? submittedAt,
  })),
})

/** Returns whether a post's product is visible to visitors. */
export const isProductVisible = ({ isProductActive, productDeletedAt }: PostWithContext): boolean =>
  isProductActive && productDeletedAt === null

/** Returns a post for its author. */
export const toOwnPost = (row: PostWithContext): OwnPost => ({
  id: row.id,
  kind: row.questionId === null ? 'question' : 'answer',
  product: {
    id: row.productId,
    catalogue: row.catalogue,
    name: row.productName,
    isActive: isProductVisible(row),
  },
  question: row.questionText,
  text: row.text,
  status: row.status,
  reason: row.reason,
  submittedAt: row.submittedAt,
  version: row.version,
})

/** Returns a post for moderators. */
export const toModeratedPost = (
  row: PostWithContext,
  { assignment, reports }: { assignment: Assignment; reports: AbuseReport[] },
): ModeratedPost => ({
  ...toOwnPost(row),
  isVendor: row.isVendor,
  author: row.authorName === null || row.authorEmail === null ? null : { name: row.authorName, email: row.authorEmail },
  assignment,
  reports,
  decidedAt: row.decidedAt,
  decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, name: row.decidedByName ?? '' },
})
