import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { toPagination } from '#contracts/pagination.ts'
import { PagedList } from './paged-list.tsx'
import type { Filters } from './use-filters.ts'

const QUERY_KEY = ['leads']
const PAGE_SIZE = 2

const filters: Filters = {
  get: () => '',
  set: () => {},
  getFieldProps: () => ({ value: '', onChange: () => {} }),
  goToPage: () => {},
  clear: () => {},
  queryString: '',
  isFiltered: false,
  countSet: () => 0,
}

const createPage = (current: number, totalItems: number, data: readonly string[]) => ({
  data,
  pagination: toPagination(current, PAGE_SIZE, totalItems),
})
type LeadPage = ReturnType<typeof createPage>

function LeadList({ isFiltered }: { isFiltered: boolean }) {
  const query = useQuery<LeadPage>({ queryKey: QUERY_KEY, queryFn: rejectQuery, retryOnMount: false })
  return (
    <PagedList
      query={query}
      filters={{ ...filters, isFiltered }}
      errorMessage="加载失败"
      emptyContent="还没有线索"
      itemName="线索"
    >
      {(leads, { totalItems }) => `${leads.join('、')}，共${totalItems}`}
    </PagedList>
  )
}

const rejectQuery = () => Promise.reject(new Error('no connection'))
const leavePending = () => {}
const fail = (client: QueryClient) => client.prefetchQuery({ queryKey: QUERY_KEY, queryFn: rejectQuery, retry: false })
const load = (page: LeadPage) => (client: QueryClient) => void client.setQueryData(QUERY_KEY, page)

async function renderList(prepare: (client: QueryClient) => unknown, isFiltered: boolean): Promise<string> {
  const client = new QueryClient()
  await prepare(client)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LeadList isFiltered={isFiltered} />
    </QueryClientProvider>,
  )
}

it.each([
  ['a skeleton while the list is loading', leavePending, false, 'ant-skeleton'],
  ['the error if the list can’t be loaded', fail, false, '加载失败'],
  ['what to do next in an empty list', load(createPage(1, 0, [])), false, '还没有线索'],
  ['that nothing matches the filters', load(createPage(1, 0, [])), true, '没有符合条件的线索'],
  ['the last page if the requested one does not exist', load(createPage(3, 3, [])), false, '转到第2页'],
  ['the items of the page', load(createPage(1, 3, ['甲公司', '乙公司'])), false, '甲公司、乙公司，共3'],
])('shows %s', async (_, prepare, isFiltered, text) => {
  expect(await renderList(prepare, isFiltered)).toContain(text)
})
