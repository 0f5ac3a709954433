import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { VENDOR_STATEMENT } from '#contracts/limits.ts'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { Publication } from '#contracts/published-evaluations/publication.ts'
import { PUBLICATION_STATUS_LABELS, PUBLICATION_STATUSES } from '#contracts/published-evaluations/statuses.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { CatalogueFilter } from '../../lists/catalogue-filter.tsx'
import { FilterBar, SelectFilter } from '../../lists/filter-bar.tsx'
import { PagedList } from '../../lists/paged-list.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { decideStatement, PUBLICATION_READS, saveStatement, withdraw } from './publication-calls.ts'
import type { PublicationActions } from './publication-table.tsx'
import { PublicationTable } from './publication-table.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { TextDialog } from './text-dialog.tsx'

type PendingAction = { action: 'withdraw' | 'enter' | 'hide'; publication: Publication }

/** Withdraws results, and enters or hides vendors' statements. Each asks for a text. The screen renders `dialog`. */
function usePublicationActions() {
  const client = useQueryClient()
  const [pendingAction, setPendingAction] = useState<PendingAction>()
  const openDialog = (action: PendingAction['action']) => (publication: Publication) =>
    setPendingAction({ action, publication })
  const actions: PublicationActions = {
    withdraw: openDialog('withdraw'),
    enterStatement: openDialog('enter'),
    hideStatement: openDialog('hide'),
  }
  const dialog = pendingAction && (
    <ActionDialog
      pendingAction={pendingAction}
      onSettled={() => invalidate(client, ...PUBLICATION_READS)}
      onClose={() => setPendingAction(undefined)}
    />
  )
  return { actions, dialog }
}

type ActionDialogProps = { pendingAction: PendingAction; onSettled: () => unknown; onClose: () => void }

function ActionDialog({ pendingAction, onSettled, onClose }: ActionDialogProps) {
  const { action, publication } = pendingAction
  const { id, product, statement } = publication
  const handlers = { onSettled, onClose }
  if (action === 'withdraw')
    return (
      <ReasonDialog
        title={`撤回“${product.name}”的评估？`}
        consequence="产品页、列表与市场图随即不再显示这次评估；它与撤回的原因仍在此处可查。给厂商的通知邮件如还没有发出，会一并取消。"
        label="撤回原因"
        okText="撤回"
        onSubmit={(reason) => withdraw(id, reason)}
        {...handlers}
      />
    )
  if (action === 'enter')
    return (
      <TextDialog
        title={`代“${product.name}”的厂商填写声明`}
        consequence="请按厂商的来函填写。保存后随即显示在产品页，替换此前显示的一则。"
        name="text"
        label="厂商声明"
        requiredMessage={MESSAGES.statement}
        maxLength={VENDOR_STATEMENT.length}
        initial={statement?.text ?? ''}
        okText="保存并显示"
        onSubmit={(text) => saveStatement(id, text)}
        {...handlers}
      />
    )
  return (
    <ReasonDialog
      title={`不再显示“${product.name}”的厂商声明？`}
      consequence="产品页随即不再显示；由厂商提交的，厂商可以看到原因。"
      okText="不再显示"
      onSubmit={(reason) => decideStatement(statement?.id ?? '', { status: 'rejected', reason })}
      {...handlers}
    />
  )
}

/** The publications, with filters and the actions on them. */
export function PublicationList() {
  const filters = useFilters(ADMIN_SCREENS.publishedEvaluations.filters)
  const canPublish = useCan('evaluations:publish')
  const { actions, dialog } = usePublicationActions()
  const publicationsQuery = useQuery({
    ...queryOf(publicationCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const statusOptions = PUBLICATION_STATUSES.map((value) => ({
    value,
    label: `${PUBLICATION_STATUS_LABELS[value]}${publicationsQuery.data ? ` ${publicationsQuery.data.counts[value]}` : ''}`,
  }))
  return (
    <>
      <FilterBar
        label="筛选发布的评估"
        activeCount={filters.countSet(['catalogue', 'status'])}
        search={<SearchFilter label="搜索" placeholder="产品、评估项目" {...filters.getFieldProps('search')} />}
      >
        <CatalogueFilter filters={filters} />
        <SelectFilter label="状态" options={statusOptions} {...filters.getFieldProps('status')} />
      </FilterBar>
      <PagedList
        query={publicationsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>还没有发布过评估。工作人员的评估项目定稿后，可以把结果发布到产品页。</p>}
        itemName="评估"
      >
        {(publications) => <PublicationTable publications={publications} actions={canPublish ? actions : undefined} />}
      </PagedList>
      {dialog}
    </>
  )
}
