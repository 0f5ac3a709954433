import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { PendingStatement } from '#contracts/published-evaluations/statement.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { getPublicPath } from '../product-detail/product-paths.ts'
import { decideStatement, PUBLICATION_READS } from './publication-calls.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Lists the vendors' statements to moderate, oldest first. */
export function StatementList() {
  const filters = useFilters([])
  const client = useQueryClient()
  const canDecide = useCan('evaluations:publish')
  const [rejectedStatement, setRejectedStatement] = useState<PendingStatement>()
  const refetch = () => invalidate(client, ...PUBLICATION_READS)
  const statementsQuery = useQuery({
    ...queryOf(publicationCalls.listStatements, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PagedList
        query={statementsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>没有待审核的厂商声明。厂商在产品页提交后，会出现在这里。</p>}
        itemName="厂商声明"
      >
        {(statements) => (
          <StatementTable
            statements={statements}
            onReject={canDecide ? setRejectedStatement : undefined}
            onDecided={refetch}
          />
        )}
      </PagedList>
      {rejectedStatement && (
        <ReasonDialog
          title={`不通过“${rejectedStatement.product.name}”的厂商声明`}
          consequence="厂商可以看到原因，并重新提交。"
          okText="不通过"
          onSubmit={(reason) => decideStatement(rejectedStatement.id, { status: 'rejected', reason })}
          onSettled={refetch}
          onClose={() => setRejectedStatement(undefined)}
        />
      )}
    </>
  )
}

type StatementTableProps = {
  statements: readonly PendingStatement[]
  /** Absent without permission to decide. */
  onReject: ((statement: PendingStatement) => void) | undefined
  /** Called after an approval, even if it failed: someone else may have decided first. */
  onDecided: () => unknown
}

function StatementTable({ statements, onReject, onDecided }: StatementTableProps) {
  const callConfirmed = useConfirmedCall(CONTACT_TEXTS)
  const approveMutation = useAction({
    action: ({ id }: PendingStatement) =>
      callConfirmed((confirmed) => decideStatement(id, { status: 'approved', reason: '', confirmed })),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: MESSAGES.changeFailed,
    refetch: onDecided,
  })
  const renderActions = (statement: PendingStatement) =>
    onReject && (
      <RowActions>
        <RowAction
          label={`通过${statement.product.name}的厂商声明`}
          isBusy={approveMutation.isPending && approveMutation.variables.id === statement.id}
          onClick={() => approveMutation.mutate(statement)}
        >
          通过
        </RowAction>
        <RowAction label={`不通过${statement.product.name}的厂商声明`} onClick={() => onReject(statement)}>
          不通过
        </RowAction>
      </RowActions>
    )
  return (
    <RecordTable
      label="待审核的厂商声明"
      items={statements}
      getKey={({ id }) => id}
      columns={[...COLUMNS, { title: '操作', renderCell: renderActions, isHidden: !onReject }]}
      renderCard={(statement) => (
        <div className="flex flex-col gap-2">
          <Product statement={statement} />
          <p className="whitespace-pre-line">{statement.text}</p>
          <p className="text-sm text-muted">
            {statement.author}，{formatMinute(statement.createdAt)}
          </p>
          {renderActions(statement)}
        </div>
      )}
    />
  )
}

const COLUMNS: readonly Column<PendingStatement>[] = [
  { title: '产品', renderCell: (statement) => <Product statement={statement} />, className: 'min-w-40' },
  { title: '声明', renderCell: ({ text }) => <p className="max-w-prose whitespace-pre-line">{text}</p> },
  {
    title: '厂商',
    renderCell: ({ author, createdAt }) => (
      <>
        <p className="wrap-anywhere">{author}</p>
        <p className="text-sm text-muted">{formatMinute(createdAt)}</p>
      </>
    ),
    className: 'min-w-40',
  },
]

const Product = ({ statement: { product } }: { statement: PendingStatement }) => (
  <a href={`${getPublicPath(product.catalogue, product)}?tab=evaluation`} target="_blank" rel="noreferrer">
    {product.name}
  </a>
)
