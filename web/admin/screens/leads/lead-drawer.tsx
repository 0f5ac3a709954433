import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { UserReference } from '#contracts/identity/user-reference.ts'
import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_MESSAGES } from '#contracts/leads/messages.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { LEAD_KIND_LABELS } from '#contracts/vocabulary.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { LoadError } from '../../components/load-error.tsx'
import { AssigneeName, DueTime } from '../../lists/assignments/assignment-cell.tsx'
import { CommentSection } from '../../lists/comments/comment-section.tsx'
import { DrawerQueueButtons } from '../../lists/queue-buttons.tsx'
import { useCan } from '../../session/session.ts'
import { Deadline } from './deadline.tsx'
import { leadQuery } from './lead-calls.ts'
import { LeadForm } from './lead-form.tsx'
import { LeadStatusTag } from './lead-status-tag.tsx'

type LeadDrawerProps = {
  isOpen: boolean
  /** '' while the next lead is being loaded. */
  id: string
  owners: readonly UserReference[]
  now: number
  onMove: (step: 1 | -1) => void
  onClose: () => void
}

/** Shows a lead with its request and contact data, and the form to edit it. */
export function LeadDrawer({ isOpen, id, owners, now, onMove, onClose }: LeadDrawerProps) {
  const canWrite = useCan('leads:write')
  return (
    <Drawer
      open={isOpen}
      size={560}
      title={canWrite ? '处理线索' : '查看线索'}
      extra={<DrawerQueueButtons onMove={onMove} />}
      onClose={onClose}
      destroyOnHidden
    >
      {id === '' ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <LoadedLead key={id} id={id} owners={owners} now={now} />
      )}
    </Drawer>
  )
}

type LoadedLeadProps = { id: string; owners: readonly UserReference[]; now: number }

function LoadedLead({ id, owners, now }: LoadedLeadProps) {
  const canWrite = useCan('leads:write')
  const { data: lead, isPending, error, refetch } = useQuery(dataOf(leadQuery(id)))
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (!lead) return <LoadError error={error} fallback={LEAD_MESSAGES.loadFailed} onRetry={refetch} />
  return (
    <div className="flex flex-col gap-5">
      <LeadDetails lead={lead} now={now} />
      {canWrite ? <LeadForm lead={lead} owners={owners} /> : <FollowUp lead={lead} />}
      <CommentSection subject={{ kind: 'lead', id: lead.id }} />
    </div>
  )
}

function LeadDetails({ lead, now }: { lead: LeadRecord; now: number }) {
  return (
    <section>
      <h2 className="text-lg">{lead.companyName}</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
        <LeadStatusTag status={lead.status} />
        <Deadline lead={lead} now={now} />
        {lead.assignment.dueAt !== lead.dueAt && (
          <DueTime dueAt={lead.assignment.dueAt} isLate={lead.assignment.isLate} />
        )}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 pt-3">
        <Detail label="类型">{LEAD_KIND_LABELS[lead.kind]}</Detail>
        {lead.productName && <Detail label={LEAD_LABELS.productName}>{lead.productName}</Detail>}
        {lead.contactName && <Detail label={LEAD_LABELS.contactName}>{lead.contactName}</Detail>}
        {lead.phone && (
          <Detail label={LEAD_LABELS.phone}>
            <a href={`tel:${lead.phone.replaceAll(/[^\d+]/g, '')}`}>{lead.phone}</a>
          </Detail>
        )}
        {lead.email && (
          <Detail label={LEAD_LABELS.email}>
            <a href={`mailto:${lead.email}`}>{lead.email}</a>
          </Detail>
        )}
        <Detail label="提交时间">{formatMinute(lead.createdAt)}</Detail>
        {lead.termsVersion !== null && (
          <Detail label="同意条款">{lead.termsVersion === 0 ? '初始版本' : `第${lead.termsVersion}版`}</Detail>
        )}
        {lead.contactedAt && <Detail label="首次联系">{formatMinute(lead.contactedAt)}</Detail>}
        <Detail label={LEAD_LABELS.requirements}>
          <span className="whitespace-pre-wrap">{lead.requirements}</span>
        </Detail>
      </dl>
    </section>
  )
}

const FollowUp = ({ lead }: { lead: LeadRecord }) => (
  <section>
    <h3>跟进</h3>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 pt-2">
      <Detail label="负责人">
        <AssigneeName assignment={lead.assignment} />
      </Detail>
      <Detail label="备注">
        <span className="whitespace-pre-wrap">{lead.notes || '无'}</span>
      </Detail>
    </dl>
  </section>
)

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </>
)
