import { searchCalls } from '#contracts/search/calls.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import { SEARCH_SOURCES, type SiteSearchService } from './service.ts'

export const siteSearchRoutes = (siteSearch: SiteSearchService) => [
  answer(searchCalls.search, ({ query }) => siteSearch.search(query), { dependsOn: SEARCH_SOURCES }),
]
