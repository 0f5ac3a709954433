import { expect, it } from 'vitest'
import { isCategoryAlone, toFilterQuery, toProductFilter } from './filter-query.ts'

const normalize = (query: string) => decodeURIComponent(toFilterQuery(toProductFilter('agent', query)))

it.each([
  [
    'order, page and comparison are dropped',
    'category=客服&sort=name&order=asc&page=3&compare=a,b&view=compare',
    'category=客服',
  ],
  [
    'filters have one order',
    'f.sso=yes&verified=1&f.models=Kimi&search=客服',
    'search=客服&f.models=Kimi&f.sso=yes&verified=1',
  ],
  ['全部 is no filter', 'category=全部&verdict=全部&price=全部', ''],
  ['unknown parameters are dropped', 'utm_source=mail', ''],
])('normalizes a query: %s', (_, query, normalized) => {
  expect(normalize(query)).toBe(normalized)
})

it.each([
  ['category=客服', true],
  ['category=客服&page=2', true],
  ['category=客服&verified=1', false],
  ['search=客服', false],
  ['', false],
])('says whether %j filters by category alone: %s', (query, isAlone) => {
  expect(isCategoryAlone(toProductFilter('agent', query))).toBe(isAlone)
})
