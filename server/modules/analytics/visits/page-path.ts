/** Maps paths to the site's pages. Other paths aren't counted, so that forged ones can't fill the table. */
import { PAGES } from '#contracts/paths.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

export type ViewedPage = { path: string; product?: { catalogue: Catalogue; idOrName: string } }

const STATIC_PATHS = new Set<string>(Object.values(PAGES).filter((page) => typeof page === 'string'))
const PRODUCT_PATHS = [
  { prefix: `${PAGES.products}/`, catalogue: 'agent' },
  { prefix: `${PAGES.ai}/`, catalogue: 'ai' },
] as const
const REPORTS_PATH = '/evaluation/reports'

/** Returns the page at a path without a query string; `undefined` if there is no such page. */
export function findPage(path: string): ViewedPage | undefined {
  const normalizedPath = path.replace(/(?<=[^/])\/$/, '')
  if (STATIC_PATHS.has(normalizedPath)) return { path: normalizedPath }
  // Reports are counted together, because their URLs are secret.
  if (normalizedPath.startsWith(`${REPORTS_PATH}/`)) return { path: REPORTS_PATH }
  for (const { prefix, catalogue } of PRODUCT_PATHS) {
    const idOrName = normalizedPath.startsWith(prefix) ? decodeSegment(normalizedPath.slice(prefix.length)) : undefined
    // Product pages share one path; each product is counted by its id.
    if (idOrName) return { path: `${prefix}*`, product: { catalogue, idOrName } }
  }
  return undefined
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
