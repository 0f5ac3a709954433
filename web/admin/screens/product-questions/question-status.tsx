import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ModeratedPost } from '#contracts/product-questions/post.ts'
import { POST_STATUS_LABELS, type PostStatus } from '#contracts/product-questions/statuses.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'

const STATUS_STYLES: Record<PostStatus, StatusStyle> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  published: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
}

/** The status of a question or an answer. */
export const QuestionStatus = ({ post: { status } }: { post: Pick<ModeratedPost, 'status'> }) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={POST_STATUS_LABELS[status]} />
)
