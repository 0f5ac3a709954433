import { matchSitePage, type PageRequest } from '#contracts/paths.ts'

/** Returns the request for a page of the site, as its route matches it. Throws if there is no such page. */
export function createPageRequest(url: string): PageRequest {
  const page = matchSitePage(url.split('?', 1)[0] ?? '')
  if (!page) throw new Error(`there is no page at ${url}`)
  return { url, name: page.name, params: page.params }
}
