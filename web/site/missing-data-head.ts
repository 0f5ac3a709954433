import { SITE_PAGES } from '#contracts/paths.ts'
import { isNotFound } from '../shared/call-error.ts'
import type { AnyQuery, HeadContext, PageHead } from './page.ts'

/**
 * Returns the head of a page whose data is missing. Its title is `notFoundText` if what the page shows doesn't exist,
 * and the page's declared title if loading failed for another reason.
 */
export function getMissingDataHead(
  { match, client }: HeadContext,
  { queryKey }: AnyQuery,
  notFoundText: string,
): PageHead {
  const isMissing = queryKey !== undefined && isNotFound(client.getQueryState(queryKey)?.error)
  const title = isMissing ? notFoundText : SITE_PAGES[match.name].title
  return { title, description: title, noIndex: true }
}
