import { Button } from 'antd'
import type { ReactNode } from 'react'
import { SUBMISSION_CUT } from '#contracts/limits.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { useCan } from '../../session/session.ts'
import { StatusTag } from './status-tag.tsx'
import { truncate } from './truncate.ts'
import type { ReviewActions } from './use-review-actions.tsx'

type TableProps = {
  records: readonly SubmissionRecord[]
  reviewActions: ReviewActions
  onOpen: (record: SubmissionRecord) => void
}
type RowProps = { record: SubmissionRecord; reviewActions: ReviewActions; onOpen: () => void }

/** The submissions with what a first look needs; long texts are cut (spec 3 §2.2). */
export function SubmissionTable({ records, reviewActions, onOpen }: TableProps) {
  const canSeeContacts = useCan('contacts:read')
  const columns: Column<SubmissionRecord>[] = [
    { title: '产品信息', cell: (record) => <ProductInfo record={record} onOpen={() => onOpen(record)} /> },
    {
      title: '联系信息',
      cell: (record) => <ContactInfo record={record} canSeeContacts={canSeeContacts} />,
      className: 'w-56',
    },
    {
      title: '分类与部署',
      cell: ({ category, deploymentType }) => (
        <>
          <p>{category}</p>
          <p className="text-sm text-muted">{deploymentType}</p>
        </>
      ),
      className: 'whitespace-nowrap',
    },
    { title: '审核状态', cell: ({ status }) => <StatusTag status={status} /> },
    { title: '提交日期', cell: ({ createdAt }) => formatMinute(createdAt), className: 'w-32 text-sm tabular-nums' },
    {
      title: '操作',
      cell: (record) => <Acts record={record} reviewActions={reviewActions} onOpen={() => onOpen(record)} />,
      className: 'w-36',
    },
  ]
  return (
    <RecordTable
      label="产品提交"
      items={records}
      getKey={({ _id }) => _id}
      columns={columns}
      card={(record) => (
        <div className="flex flex-col gap-2">
          <div className="flex items-start justify-between gap-3">
            <p className="line-clamp-3 min-w-0 font-semibold">{record.productName}</p>
            <StatusTag status={record.status} />
          </div>
          <p className="text-sm text-muted">
            {record.category}，{record.deploymentType}，{formatMinute(record.createdAt)}
          </p>
          <TruncatedTexts record={record} onOpen={() => onOpen(record)} />
          <ContactInfo record={record} canSeeContacts={canSeeContacts} />
          <Acts record={record} reviewActions={reviewActions} onOpen={() => onOpen(record)} />
        </div>
      )}
    />
  )
}

const ProductInfo = ({ record, onOpen }: { record: SubmissionRecord; onOpen: () => void }) => (
  <div className="flex min-w-60 flex-col gap-1">
    <p className="line-clamp-3 font-semibold">{record.productName}</p>
    <TruncatedTexts record={record} onOpen={onOpen} />
  </div>
)

/** Description, target users and features, each cut at its bound, with the way to the rest. */
function TruncatedTexts({ record, onOpen }: { record: SubmissionRecord; onOpen: () => void }) {
  const description = truncate(record.productDescription, SUBMISSION_CUT.productDescription)
  const users = truncate(record.targetUsers, SUBMISSION_CUT.targetUsers)
  const features = truncate(record.keyFeatures, SUBMISSION_CUT.keyFeatures)
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>{description.shown}</p>
      <p className="text-muted">
        {SUBMISSION_LABELS.targetUsers}：{users.shown}
      </p>
      <p className="text-muted">
        {SUBMISSION_LABELS.keyFeatures}：{features.shown}
      </p>
      {(description.isCut || users.isCut || features.isCut) && (
        <p>
          <LinkButton label={`查看${record.productName}的详情`} onClick={onOpen}>
            查看详情
          </LinkButton>
        </p>
      )}
    </div>
  )
}

const ContactInfo = ({ record, canSeeContacts }: { record: SubmissionRecord; canSeeContacts: boolean }) => (
  <div className="text-sm">
    <p className="line-clamp-3">{record.companyName}</p>
    {canSeeContacts && (
      <div className="text-muted">
        <p className="line-clamp-2">{record.contactName}</p>
        <p className="line-clamp-3">{record.contactEmail}</p>
        <p>{record.contactPhone}</p>
      </div>
    )}
  </div>
)

function Acts({ record, reviewActions, onOpen }: RowProps) {
  const canReview = useCan('submissions:write')
  const { productName } = record
  return (
    <div className="flex flex-wrap gap-x-3">
      <LinkButton label={`${productName}的详情`} onClick={onOpen}>
        详情
      </LinkButton>
      {canReview && record.status === 'pending' && (
        <>
          <LinkButton
            label={`通过${productName}`}
            isDisabled={reviewActions.isBusy}
            onClick={() => reviewActions.approve(record)}
          >
            通过
          </LinkButton>
          <LinkButton
            label={`拒绝${productName}`}
            isDisabled={reviewActions.isBusy}
            onClick={() => reviewActions.reject(record)}
          >
            拒绝
          </LinkButton>
        </>
      )}
      {canReview && (
        <LinkButton
          label={`删除${productName}`}
          isDanger
          isDisabled={reviewActions.isBusy}
          onClick={() => reviewActions.remove(record)}
        >
          删除
        </LinkButton>
      )}
    </div>
  )
}

type LinkButtonProps = {
  label: string
  onClick: () => void
  isDanger?: boolean
  isDisabled?: boolean
  children: ReactNode
}

const LinkButton = ({ label, onClick, isDanger = false, isDisabled = false, children }: LinkButtonProps) => (
  <Button
    type="link"
    danger={isDanger}
    disabled={isDisabled}
    aria-label={label}
    className="min-h-11 px-0 md:min-h-8"
    onClick={onClick}
  >
    {children}
  </Button>
)
