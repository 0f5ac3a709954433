import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_KIND_LABELS } from '#contracts/vocabulary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { AssignmentCell } from '../../lists/assignments/assignment-cell.tsx'
import { RecordTable, type Selection } from '../../lists/record-table.tsx'
import { RowAction } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { Deadline } from './deadline.tsx'
import { LeadStatusTag } from './lead-status-tag.tsx'

type LeadTableProps = {
  leads: readonly LeadRecord[]
  now: number
  onOpen: (id: string) => void
  selection: Selection<LeadRecord> | undefined
}

export function LeadTable({ leads, now, onOpen, selection }: LeadTableProps) {
  const verb = useCan('leads:write') ? '处理' : '查看'
  const renderOpenButton = (lead: LeadRecord) => (
    <RowAction label={`${verb}${lead.companyName}的线索`} onClick={() => onOpen(lead.id)}>
      {verb}
    </RowAction>
  )
  return (
    <RecordTable
      label="线索"
      items={leads}
      getKey={({ id }) => id}
      selection={selection}
      columns={[
        { title: '公司与联系人', renderCell: (lead) => <ContactCell lead={lead} />, className: 'min-w-54' },
        { title: '需求', renderCell: (lead) => <RequestCell lead={lead} />, className: 'w-2/5' },
        { title: '状态', renderCell: (lead) => <Status lead={lead} now={now} />, className: 'whitespace-nowrap' },
        { title: '负责人', renderCell: (lead) => <LeadAssignment lead={lead} /> },
        { title: '操作', renderCell: renderOpenButton },
      ]}
      renderCard={(lead) => (
        <div className="flex flex-col gap-2">
          <div className="flex items-start justify-between gap-3">
            <ContactCell lead={lead} />
            {renderOpenButton(lead)}
          </div>
          <RequestCell lead={lead} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status lead={lead} now={now} />
            <LeadAssignment lead={lead} />
          </div>
        </div>
      )}
    />
  )
}

/** The promised deadline is shown with the status. */
const LeadAssignment = ({ lead: { assignment, dueAt } }: { lead: LeadRecord }) => (
  <AssignmentCell assignment={assignment.dueAt === dueAt ? { ...assignment, dueAt: null } : assignment} />
)

const ContactCell = ({ lead }: { lead: LeadRecord }) => (
  <div className="min-w-0">
    <p className="line-clamp-3 font-semibold">{lead.companyName}</p>
    {lead.contactName && <p className="line-clamp-2 text-sm text-muted">{lead.contactName}</p>}
    {lead.phone && <p className="text-sm text-muted tabular-nums">{lead.phone}</p>}
  </div>
)

const RequestCell = ({ lead }: { lead: LeadRecord }) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">
      {LEAD_KIND_LABELS[lead.kind]}
      {lead.productName && `：${lead.productName}`}
    </p>
    <p className="line-clamp-2">{lead.requirements}</p>
    <time className="text-sm text-muted tabular-nums" dateTime={lead.createdAt}>
      {formatMinute(lead.createdAt)}提交
    </time>
  </div>
)

const Status = ({ lead, now }: { lead: LeadRecord; now: number }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1 md:flex-col md:items-start">
    <LeadStatusTag status={lead.status} />
    <Deadline lead={lead} now={now} />
  </div>
)
