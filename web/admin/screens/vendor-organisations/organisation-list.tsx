import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Tag } from 'antd'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { OrganisationRecord } from '#contracts/vendors/organisation.ts'
import { organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { VENDOR_ROLES } from '#contracts/vendors/organisation-roles.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatDay } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { EmailAddress } from '../../components/email-address.tsx'
import { type Confirmation, useConfirm } from '../../components/use-confirm.ts'
import { PagedList } from '../../lists/paged-list.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { SearchFilter } from '../../lists/search-filter.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { useCan } from '../../session/session.ts'
import { getPublicPath } from '../product-detail/product-paths.ts'
import {
  assignProduct,
  ORGANISATION_READS,
  releaseDomain,
  releaseProduct,
  removeOrganisation,
} from './organisation-calls.ts'
import { ProductDialog } from './product-dialog.tsx'

/** What staff take back, after a confirmation. */
type TakeBack = Pick<Confirmation, 'title' | 'content' | 'okText'> & {
  act: () => Promise<{ message?: string | undefined }>
}

/** Lists the organisations by name. */
export function OrganisationList() {
  const filters = useFilters(ADMIN_SCREENS.vendorOrganisations.filters)
  const client = useQueryClient()
  const canChange = useCan('submissions:write')
  const confirm = useConfirm()
  const [assigning, setAssigning] = useState<OrganisationRecord>()
  const refetch = () => invalidate(client, ...ORGANISATION_READS)
  const organisationsQuery = useQuery({
    ...queryOf(organisationStaffCalls.list, { query: filters.queryString }),
    placeholderData: keepPreviousData,
  })
  const takeBackMutation = useAction({
    action: ({ act }: TakeBack) => act(),
    getSuccessMessage: (reply) => reply.message,
    failureMessage: MESSAGES.changeFailed,
    refetch,
  })
  const ask = ({ act, ...confirmation }: TakeBack) =>
    confirm({ ...confirmation, isDangerous: true, onOk: () => takeBackMutation.mutateAsync({ act, ...confirmation }) })
  const onTakeBack = canChange ? ask : undefined

  const renderActions = (organisation: OrganisationRecord) =>
    canChange && (
      <RowActions>
        <RowAction label={`指定${organisation.name}的产品`} onClick={() => setAssigning(organisation)}>
          指定产品
        </RowAction>
        <RowAction
          isDanger
          label={`解散${organisation.name}`}
          onClick={() =>
            ask({
              title: `解散“${organisation.name}”？`,
              content: '成员当即不再代表它的产品，并收到邮件。不能恢复。',
              okText: '解散',
              act: () => removeOrganisation(organisation.id),
            })
          }
        >
          解散
        </RowAction>
      </RowActions>
    )
  const columns: readonly Column<OrganisationRecord>[] = [
    { title: '组织', renderCell: (organisation) => <Name organisation={organisation} />, className: 'min-w-40' },
    { title: '成员', renderCell: (organisation) => <People organisation={organisation} />, className: 'min-w-48' },
    {
      title: '域名与产品',
      renderCell: (organisation) => <Products organisation={organisation} onTakeBack={onTakeBack} />,
    },
    { title: '操作', renderCell: renderActions, isHidden: !canChange },
  ]
  return (
    <>
      <search className="block max-w-sm pb-4" aria-label="筛选组织">
        <SearchFilter label="搜索" placeholder="组织名称" {...filters.getFieldProps('search')} />
      </search>
      <PagedList
        query={organisationsQuery}
        filters={filters}
        errorMessage={MESSAGES.loadFailed}
        emptyContent={<p>还没有厂商组织。</p>}
        itemName="组织"
      >
        {(organisations) => (
          <RecordTable
            label="厂商组织"
            items={organisations}
            getKey={({ id }) => id}
            columns={columns}
            renderCard={(organisation) => (
              <div className="flex flex-col gap-2">
                <Name organisation={organisation} />
                <People organisation={organisation} />
                <Products organisation={organisation} onTakeBack={onTakeBack} />
                {renderActions(organisation)}
              </div>
            )}
          />
        )}
      </PagedList>
      {assigning && (
        <ProductDialog
          title={`指定“${assigning.name}”的产品`}
          consequence="优先于域名；此前由其他组织代表的产品，改由这个组织代表。"
          okText="指定"
          onSubmit={(productIds) => assignAll(assigning.id, productIds)}
          onSettled={refetch}
          onClose={() => setAssigning(undefined)}
        />
      )}
    </>
  )
}

/** Assigns products one after another. */
async function assignAll(id: string, productIds: readonly string[]): Promise<{ message?: string | undefined }> {
  let reply: { message?: string | undefined } = { message: MESSAGES.productAssigned }
  for (const productId of productIds) reply = await assignProduct(id, productId)
  return reply
}

const Name = ({ organisation: { name, createdAt, hasManager } }: { organisation: OrganisationRecord }) => (
  <>
    <p className="wrap-anywhere">{name}</p>
    <p className="text-sm text-muted">{formatDay(createdAt)}成立</p>
    {!hasManager && <Tag color="error">没有管理</Tag>}
  </>
)

const People = ({ organisation: { people } }: { organisation: OrganisationRecord }) => (
  <ul>
    {people.map(({ id, email, role, isInvitation }) => (
      <li key={id} className="wrap-anywhere">
        <EmailAddress address={email} />
        <span className="ml-2 text-sm text-muted">
          {VENDOR_ROLES[role]}
          {isInvitation && '，等对方接受'}
        </span>
      </li>
    ))}
  </ul>
)

type ProductsProps = { organisation: OrganisationRecord; onTakeBack: ((taking: TakeBack) => void) | undefined }

const Products = ({ organisation: { id, name, domains, products }, onTakeBack }: ProductsProps) => (
  <ul>
    {domains.map((domain) => (
      <li key={domain} className="flex flex-wrap items-center gap-x-3">
        <span>{domain}</span>
        {onTakeBack && (
          <RowAction
            label={`取消${name}的域名${domain}`}
            onClick={() =>
              onTakeBack({
                title: `取消域名${domain}？`,
                content: '官网在这个域名的产品不再由这个组织代表，别的组织可以证明它。',
                okText: '取消域名',
                act: () => releaseDomain(id, domain),
              })
            }
          >
            取消
          </RowAction>
        )}
      </li>
    ))}
    {products.map((product) => (
      <li key={product.id} className="flex flex-wrap items-center gap-x-3">
        <a href={getPublicPath(product.catalogue, product)} target="_blank" rel="noreferrer">
          {product.name}
        </a>
        {product.isAssigned && onTakeBack && (
          <RowAction
            label={`取消指定${product.name}`}
            onClick={() =>
              onTakeBack({
                title: `取消指定“${product.name}”？`,
                content: '组织的成员当即不再代表它，除非它的官网在组织的域名。',
                okText: '取消指定',
                act: () => releaseProduct(id, product.id),
              })
            }
          >
            取消指定
          </RowAction>
        )}
      </li>
    ))}
  </ul>
)
