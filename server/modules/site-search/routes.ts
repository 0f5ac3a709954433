import { searchCalls } from '#contracts/search/calls.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import { SEARCH_TOPICS, type SiteSearchService } from './service.ts'

export const siteSearchRoutes = (siteSearch: SiteSearchService) => [
  handle(searchCalls.search, ({ query }) => siteSearch.search(query), { dependsOn: SEARCH_TOPICS }),
]
