import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ALL } from '#contracts/vocabulary.ts'
import { type Filters, useFilters } from './use-filters.ts'

const NAMES = ['search', 'status']

/** Returns the filters of a URL, with a default status. */
function readFilters(query: Record<string, string>): Filters {
  const results: Filters[] = []
  function Reader() {
    results.push(useFilters(NAMES, { status: 'new' }))
    return null
  }
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/?${new URLSearchParams(query)}`]}>
      <Reader />
    </MemoryRouter>,
  )
  const [filters] = results
  if (!filters) throw new Error('not rendered')
  return filters
}

it.each([
  ['uses the default if the URL has no status', {}, 'new', 'status=new', false],
  ['uses the default if the status is empty', { status: '' }, 'new', 'status=new', false],
  ['uses the status in the URL', { status: 'contacted' }, 'contacted', 'status=contacted', true],
  ['selects everything if the URL says so', { status: ALL, page: '2' }, '', 'page=2', true],
  ['keeps the default beside another filter', { search: '银行', x: '1' }, 'new', 'search=银行&status=new', true],
])('%s', (_, query, status, queryString, isFiltered) => {
  const filters = readFilters(query)
  expect([filters.get('status'), decodeURIComponent(filters.queryString), filters.isFiltered]).toEqual([
    status,
    queryString,
    isFiltered,
  ])
})
