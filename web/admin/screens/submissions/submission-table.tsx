import { MINUTE_MS } from '#contracts/durations.ts'
import { SUBMISSION_EXCERPT_LENGTHS } from '#contracts/limits.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatDay, formatMinute } from '../../../shared/formats.ts'
import { useNow } from '../../components/use-now.ts'
import { AssignmentCell } from '../../lists/assignments/assignment-cell.tsx'
import { type Column, RecordTable, type Selection } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { CorrectionTag } from './correction-tag.tsx'
import { DeadlineTag } from './deadline-tag.tsx'
import { SubmissionStatusTag } from './submission-status-tag.tsx'
import { truncate } from './truncate.ts'
import { UnreadTag } from './unread-tag.tsx'
import { UpdateTag } from './update-tag.tsx'
import type { ReviewActions } from './use-review-actions.tsx'

type SubmissionTableProps = {
  records: readonly SubmissionRecord[]
  reviewActions: ReviewActions
  onOpen: (record: SubmissionRecord) => void
  /** Opens a submission at the messages with its vendor. */
  onOpenMessages: (record: SubmissionRecord) => void
  selection: Selection<SubmissionRecord> | undefined
}

/** A page of submissions. Long texts are truncated; the details dialog shows them in full. */
export function SubmissionTable(props: SubmissionTableProps) {
  const { records, reviewActions, onOpen, onOpenMessages, selection } = props
  const canReadContacts = useCan('contacts:read')
  const now = useNow(MINUTE_MS)
  const columns: Column<SubmissionRecord>[] = [
    { title: '产品信息', renderCell: (record) => <ProductInfo record={record} />, className: 'w-1/3 max-w-0' },
    {
      title: '用户与功能',
      renderCell: (record) => <Audience record={record} />,
      className: 'w-1/4 max-w-0',
      isWideOnly: true,
    },
    {
      title: '联系信息',
      renderCell: (record) => <ContactInfo record={record} canReadContacts={canReadContacts} />,
      className: 'w-1/5 max-w-0',
    },
    {
      title: '分类与部署',
      renderCell: ({ category, deploymentType }) => (
        <>
          <p>{category}</p>
          <p className="text-sm text-muted">{deploymentType}</p>
        </>
      ),
      className: 'whitespace-nowrap',
    },
    {
      title: '状态与日期',
      renderCell: (record) => (
        <>
          <div className="flex gap-1">
            <SubmissionStatusTag status={record.status} />
            <DeadlineTag dueAt={record.dueAt} now={now} />
            <CorrectionTag record={record} now={now} />
            <UnreadTag count={record.unreadMessages} onOpen={() => onOpenMessages(record)} />
          </div>
          <time
            className="text-sm text-muted tabular-nums"
            dateTime={record.createdAt}
            title={formatMinute(record.createdAt)}
          >
            {formatDay(record.createdAt)}
          </time>
        </>
      ),
      className: 'whitespace-nowrap',
    },
    {
      title: '负责人',
      renderCell: ({ assignment }) => <AssignmentCell assignment={assignment} />,
    },
    {
      title: '操作',
      renderCell: (record) => (
        <SubmissionActions record={record} reviewActions={reviewActions} onOpen={() => onOpen(record)} />
      ),
      className: 'whitespace-nowrap',
    },
  ]
  return (
    <RecordTable
      label="产品提交"
      items={records}
      getKey={({ _id }) => _id}
      columns={columns}
      selection={selection}
      renderCard={(record) => (
        <div className="flex flex-col">
          <div className="flex items-start justify-between gap-3">
            <p className="line-clamp-2 min-w-0 font-semibold">
              {record.productName} {record.update && <UpdateTag />}
            </p>
            <span className="flex gap-1">
              <DeadlineTag dueAt={record.dueAt} now={now} />
              <CorrectionTag record={record} now={now} />
              <UnreadTag count={record.unreadMessages} onOpen={() => onOpenMessages(record)} />
              <SubmissionStatusTag status={record.status} />
            </span>
          </div>
          <p className="line-clamp-2 text-sm text-muted">{record.companyName}</p>
          <p className="text-sm text-muted tabular-nums">
            {record.category}，{formatDay(record.createdAt)}提交
          </p>
          {record.status === 'pending' && <Work record={record} />}
          <SubmissionActions record={record} reviewActions={reviewActions} onOpen={() => onOpen(record)} />
        </div>
      )}
    />
  )
}

/** The promised deadline is shown with the status. */
const Work = ({ record: { assignment, dueAt } }: { record: SubmissionRecord }) => (
  <AssignmentCell assignment={assignment.dueAt === dueAt ? { ...assignment, dueAt: null } : assignment} />
)

const ProductInfo = ({ record }: { record: SubmissionRecord }) => (
  <>
    <p className="line-clamp-2 font-semibold" title={record.productName}>
      {record.productName} {record.update && <UpdateTag />}
    </p>
    <p className="text-sm break-words text-muted">
      {truncate(record.productDescription, SUBMISSION_EXCERPT_LENGTHS.productDescription).text}
    </p>
  </>
)

const Audience = ({ record }: { record: SubmissionRecord }) => (
  <div className="text-sm">
    <p className="break-words">{truncate(record.targetUsers, SUBMISSION_EXCERPT_LENGTHS.targetUsers).text}</p>
    <p className="break-words text-muted">
      {truncate(record.keyFeatures, SUBMISSION_EXCERPT_LENGTHS.keyFeatures).text}
    </p>
  </div>
)

const ContactInfo = ({ record, canReadContacts }: { record: SubmissionRecord; canReadContacts: boolean }) => (
  <div className="text-sm">
    <p className="break-words">{record.companyName}</p>
    {canReadContacts && (
      <p className="text-muted tabular-nums" title={record.contactEmail}>
        <span className="block truncate">{record.contactName}</span>
        <span className="block truncate">{record.contactPhone}</span>
      </p>
    )}
  </div>
)

type SubmissionActionsProps = { record: SubmissionRecord; reviewActions: ReviewActions; onOpen: () => void }

function SubmissionActions({ record, reviewActions, onOpen }: SubmissionActionsProps) {
  const canReview = useCan('submissions:write')
  const { productName } = record
  return (
    <RowActions>
      <RowAction label={`${productName}的详情`} onClick={onOpen}>
        详情
      </RowAction>
      {canReview && record.status === 'pending' && (
        <>
          <RowAction
            label={`通过${productName}`}
            isUnavailable={reviewActions.isBusy}
            onClick={() => reviewActions.approve(record)}
          >
            通过
          </RowAction>
          <RowAction
            label={`拒绝${productName}`}
            isUnavailable={reviewActions.isBusy}
            onClick={() => reviewActions.reject(record)}
          >
            拒绝
          </RowAction>
        </>
      )}
      {canReview && (
        <RowAction
          label={`删除${productName}`}
          isDanger
          isUnavailable={reviewActions.isBusy}
          onClick={() => reviewActions.remove(record)}
        >
          删除
        </RowAction>
      )}
    </RowActions>
  )
}
