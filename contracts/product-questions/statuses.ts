/** Labels of questions and answers; in a file without schemas, which pages of the site load. */
export const POST_STATUSES = ['pending', 'published', 'rejected'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

export const POST_STATUS_LABELS: Record<PostStatus, string> = {
  pending: '待审核',
  published: '已展示',
  rejected: '未通过',
}

export const POST_KINDS = ['question', 'answer'] as const
type PostKind = (typeof POST_KINDS)[number]

export const POST_KIND_LABELS: Record<PostKind, string> = { question: '提问', answer: '回答' }
