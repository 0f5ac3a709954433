import type { Member } from '#server/modules/vendors/service.ts'
import type { PostRow } from './store.ts'

/** Returns whether a user may ask and answer, which staff don't. */
export const canPost = ({ role }: Pick<Member, 'role'>): boolean => role === 'member'

/** Returns whether an address that must be verified is. Without mail, nobody could verify one (docs/decisions/009). */
export const hasUsableAddress = ({ emailVerifiedAt }: Pick<Member, 'emailVerifiedAt'>, canSendMail: boolean): boolean =>
  !canSendMail || emailVerifiedAt !== null

/** Returns whether a post is a member's own. */
export const isOwnPost = ({ userId }: Pick<PostRow, 'userId'>, memberId: string): boolean => userId === memberId

/** Returns whether anybody may read a question on the page of a product, and so answer it. */
export const isShownQuestion = (
  post: Pick<PostRow, 'productId' | 'questionId' | 'status'>,
  productId: string,
): boolean => post.productId === productId && post.questionId === null && post.status === 'published'

/** Returns whether its author may change a post, which readers don't see yet. */
export const canChange = ({ status }: Pick<PostRow, 'status'>): boolean => status !== 'published'
