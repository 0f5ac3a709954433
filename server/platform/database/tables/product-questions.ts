/** Questions about products, and their answers. */
import type { Generated } from 'kysely'
import type { PostStatus } from '#contracts/product-questions/statuses.ts'
import type { Json } from './json.ts'

export type ProductQuestionTables = {
  productPosts: ProductPostsTable
}

export type ProductPostsTable = {
  id: string
  productId: string
  /** The question that an answer is about, with which it is deleted; `null` for a question. */
  questionId: string | null
  /** `null` for a published post whose author has deleted their account. */
  userId: string | null
  /** Whether the author represented the product's vendor when submitting it. */
  isVendor: boolean
  text: string
  /** `buildSearchLines` of the text. */
  searchText: Generated<string>
  /** Identifies the post in the index of the search texts. */
  ordinal: Generated<number>
  status: PostStatus
  /** Why it was rejected; '' otherwise. */
  reason: string
  submittedAt: string
  publishedAt: string | null
  decidedAt: string | null
  decidedBy: string | null
  decidedByName: string | null
  /** The ids of the mails about the last decision. */
  mailIdsJson: Json
  /** Who moderates it, and until when. */
  assigneeId: string | null
  assignmentDueAt: string | null
  version: number
}
