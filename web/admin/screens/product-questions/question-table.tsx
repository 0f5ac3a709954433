import type { ModeratedPost } from '#contracts/product-questions/post.ts'
import { POST_KIND_LABELS } from '#contracts/product-questions/statuses.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { AssignmentCell } from '../../lists/assignments/assignment-cell.tsx'
import { RecordTable, type Selection } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { QuestionStatus } from './question-status.tsx'

type QuestionTableProps = {
  posts: readonly ModeratedPost[]
  onOpen: (id: string) => void
  selection: Selection<ModeratedPost> | undefined
}

/** A page of questions about products and answers. */
export function QuestionTable({ posts, onOpen, selection }: QuestionTableProps) {
  const canWrite = useCan('reviews:write')
  const renderOpenButton = (post: ModeratedPost) => {
    const verb = canWrite && post.status === 'pending' ? '审核' : '查看'
    return (
      <RowAction
        label={`${verb}对${post.product.name}的${POST_KIND_LABELS[post.kind]}`}
        onClick={() => onOpen(post.id)}
      >
        {verb}
      </RowAction>
    )
  }
  return (
    <RecordTable
      label="产品问答"
      items={posts}
      getKey={({ id }) => id}
      selection={selection}
      columns={[
        { title: '内容', renderCell: (post) => <Excerpt post={post} />, className: 'w-1/3' },
        { title: '产品', renderCell: (post) => <ProductCell post={post} />, className: 'min-w-40' },
        { title: '状态', renderCell: (post) => <StatusCell post={post} />, className: 'whitespace-nowrap' },
        { title: '负责人', renderCell: (post) => <AssignmentCell assignment={post.assignment} /> },
        { title: '操作', renderCell: renderOpenButton },
      ]}
      renderCard={(post) => (
        <div className="flex flex-col gap-2">
          <ProductCell post={post} />
          <Excerpt post={post} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <StatusCell post={post} />
            {post.status === 'pending' && <AssignmentCell assignment={post.assignment} />}
            {renderOpenButton(post)}
          </div>
        </div>
      )}
    />
  )
}

type PostProps = { post: ModeratedPost }

const StatusCell = ({ post }: PostProps) => (
  <div className="flex flex-col items-start gap-1">
    <QuestionStatus post={post} />
    {post.reports.length > 0 && (
      <p className={`${getToneClass('red')} text-sm text-tone`}>{post.reports.length}位会员举报</p>
    )}
  </div>
)

const Excerpt = ({ post: { kind, isVendor, text, submittedAt } }: PostProps) => (
  <div className="min-w-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <p className="font-semibold">
        {isVendor && '厂商的'}
        {POST_KIND_LABELS[kind]}
      </p>
      <time className="text-sm text-muted tabular-nums" dateTime={submittedAt}>
        {formatMinute(submittedAt)}
      </time>
    </div>
    <p className="line-clamp-2 wrap-anywhere">{text}</p>
  </div>
)

const ProductCell = ({ post: { product } }: PostProps) => (
  <div className="min-w-0">
    <p className="wrap-anywhere">{product.name}</p>
    <p className="text-sm text-muted">
      {CATALOGUE_LABELS[product.catalogue]}
      {!product.isActive && '，未上架'}
    </p>
  </div>
)
