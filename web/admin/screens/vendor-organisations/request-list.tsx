import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrganisationRequest } from '#contracts/vendors/organisation.ts'
import { organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmailAddress } from '../../components/email-address.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { ReasonDialog } from '../published-evaluations/reason-dialog.tsx'
import { decideRequest, ORGANISATION_READS } from './organisation-calls.ts'
import { ProductDialog } from './product-dialog.tsx'

type Deciding = { request: OrganisationRequest; status: 'approved' | 'rejected' }

/** Lists the requests to found an organisation, oldest first. */
export function RequestList() {
  const filters = useFilters([])
  const client = useQueryClient()
  const canDecide = useCan('submissions:write')
  const [deciding, setDeciding] = useState<Deciding>()
  const refetch = () => invalidate(client, ...ORGANISATION_READS)
  const close = () => setDeciding(undefined)
  const requestsQuery = useQuery({
    ...queryOf(organisationStaffCalls.listRequests, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const renderActions = (request: OrganisationRequest) =>
    canDecide && (
      <RowActions>
        <RowAction label={`通过${request.name}的申请`} onClick={() => setDeciding({ request, status: 'approved' })}>
          通过
        </RowAction>
        <RowAction label={`不通过${request.name}的申请`} onClick={() => setDeciding({ request, status: 'rejected' })}>
          不通过
        </RowAction>
      </RowActions>
    )
  return (
    <>
      <PagedList
        query={requestsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>没有待审核的申请。厂商的邮箱证明不了所代表的产品时，会在这里申请。</p>}
        itemName="申请"
      >
        {(requests) => (
          <RecordTable
            label="待审核的厂商组织申请"
            items={requests}
            getKey={({ id }) => id}
            columns={[...COLUMNS, { title: '操作', renderCell: renderActions, isHidden: !canDecide }]}
            renderCard={(request) => (
              <div className="flex flex-col gap-2">
                <p className="font-medium wrap-anywhere">{request.name}</p>
                <p className="whitespace-pre-line wrap-anywhere">{request.text}</p>
                <Applicant request={request} />
                {renderActions(request)}
              </div>
            )}
          />
        )}
      </PagedList>
      {deciding?.status === 'approved' && (
        <ProductDialog
          title={`通过“${deciding.request.name}”的申请`}
          consequence="申请人成为组织的管理，可以邀请同事；组织的成员代表以下产品。产品也可以以后再指定。"
          okText="通过"
          onSubmit={(productIds) => decideRequest(deciding.request.id, { status: 'approved', productIds })}
          onSettled={refetch}
          onClose={close}
        />
      )}
      {deciding?.status === 'rejected' && (
        <ReasonDialog
          title={`不通过“${deciding.request.name}”的申请`}
          consequence="申请人收到写有原因的邮件，补充后可以再次申请。"
          okText="不通过"
          onSubmit={(reason) => decideRequest(deciding.request.id, { status: 'rejected', reason })}
          onSettled={refetch}
          onClose={close}
        />
      )}
    </>
  )
}

const Applicant = ({ request: { email, createdAt } }: { request: OrganisationRequest }) => (
  <div className="text-sm text-muted">
    <p>
      <EmailAddress address={email} />
    </p>
    <p>{formatMinute(createdAt)}</p>
  </div>
)

const COLUMNS: readonly Column<OrganisationRequest>[] = [
  { title: '公司', renderCell: ({ name }) => <p className="wrap-anywhere">{name}</p>, className: 'min-w-40' },
  { title: '说明', renderCell: ({ text }) => <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p> },
  { title: '申请人', renderCell: (request) => <Applicant request={request} />, className: 'min-w-40' },
]
