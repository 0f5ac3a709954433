import { searchCalls } from '#contracts/search/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { SEARCH_TOPICS, type SiteSearchService } from './service.ts'

/** Public route of the search in everything on the site. */
export const siteSearchRoutes = (siteSearch: SiteSearchService) => [
  defineRoute(searchCalls.search, ({ query }) => siteSearch.search(query), { invalidatedBy: SEARCH_TOPICS }),
]
