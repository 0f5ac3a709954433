import { useQuery } from '@tanstack/react-query'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { organisationStaffCalls } from '#contracts/vendors/organisation-calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { usePageQuery } from '../../components/use-page-query.ts'
import { OrganisationList } from './organisation-list.tsx'
import { RequestList } from './request-list.tsx'

/** The screen of vendors' organisations, and of the requests to found one. */
export function VendorOrganisationsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.vendorOrganisations.parameters)
  const requestsQuery = useQuery(queryOf(organisationStaffCalls.listRequests, { query: '' }))
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.vendorOrganisations.title}
        description="几个人共同代表同一家厂商的产品。邮箱能证明的自行成立，其余的在这里审核。"
      />
      <ChoiceTabs
        label="切换视图"
        options={[
          { value: 'requests', label: '待审核的申请', count: requestsQuery.data?.pagination.totalItems },
          { value: 'organisations', label: '全部组织' },
        ]}
        value={query.view}
        onChange={(view) => change({ view }, { removeOthers: true })}
      />
      {query.view === 'organisations' ? <OrganisationList /> : <RequestList />}
    </ScreenContent>
  )
}
