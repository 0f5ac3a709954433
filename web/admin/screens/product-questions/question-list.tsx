import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES } from '#contracts/product-questions/messages.ts'
import type { ModeratedPost } from '#contracts/product-questions/post.ts'
import {
  POST_KIND_LABELS,
  POST_STATUS_LABELS,
  POST_STATUSES,
  type PostStatus,
} from '#contracts/product-questions/statuses.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { type StatusStyle, StatusTag } from '../../components/status-tag.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { RecordTable } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { StatusTabs } from '../../lists/status-tabs.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { QuestionDrawer } from './question-drawer.tsx'

const STATUS_STYLES: Record<PostStatus, StatusStyle> = {
  pending: { Icon: CircleDashed, color: 'yellow' },
  published: { Icon: CircleCheck, color: 'green' },
  rejected: { Icon: CircleX, color: 'red' },
}

/** Questions about products, and answers, to be moderated one by one. */
export function QuestionList() {
  const filters = useFilters(ADMIN_SCREENS.reviews.filters, { status: 'pending' })
  const [opened, setOpened] = useState<ModeratedPost>()
  const postsQuery = useQuery({
    ...queryOf(questionModerationCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  return (
    <>
      <StatusTabs
        filters={filters}
        statuses={POST_STATUSES}
        labels={POST_STATUS_LABELS}
        counts={postsQuery.data?.counts}
      />
      <PagedList
        query={postsQuery}
        filters={filters}
        errorMessage={QUESTION_MESSAGES.listFailed}
        emptyContent={<p>没有待审核的问答。会员与厂商在产品页面提交后，会出现在这里等待审核。</p>}
        itemName="问答"
        unit="条"
      >
        {(posts) => <QuestionTable posts={posts} onOpen={setOpened} />}
      </PagedList>
      <QuestionDrawer post={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}

type QuestionTableProps = { posts: readonly ModeratedPost[]; onOpen: (post: ModeratedPost) => void }

function QuestionTable({ posts, onOpen }: QuestionTableProps) {
  const canWrite = useCan('reviews:write')
  const renderOpenButton = (post: ModeratedPost) => {
    const verb = canWrite && post.status === 'pending' ? '审核' : '查看'
    return (
      <RowAction label={`${verb}对${post.product.name}的${POST_KIND_LABELS[post.kind]}`} onClick={() => onOpen(post)}>
        {verb}
      </RowAction>
    )
  }
  return (
    <RecordTable
      label="产品问答"
      items={posts}
      getKey={({ id }) => id}
      columns={[
        { title: '内容', renderCell: (post) => <Excerpt post={post} />, className: 'w-1/2' },
        { title: '产品', renderCell: (post) => <ProductCell post={post} /> },
        { title: '状态', renderCell: (post) => <Status post={post} />, className: 'whitespace-nowrap' },
        { title: '操作', renderCell: renderOpenButton },
      ]}
      renderCard={(post) => (
        <div className="flex flex-col gap-2">
          <ProductCell post={post} />
          <Excerpt post={post} />
          <div className="flex items-center justify-between gap-3">
            <Status post={post} />
            {renderOpenButton(post)}
          </div>
        </div>
      )}
    />
  )
}

type PostProps = { post: ModeratedPost }

const Status = ({ post: { status } }: PostProps) => (
  <StatusTag statusStyle={STATUS_STYLES[status]} label={POST_STATUS_LABELS[status]} />
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
