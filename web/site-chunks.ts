/**
 * Groups the site's modules into a few chunks: what every page needs, what several landing pages need, and each page's
 * own. By default, the bundler creates a chunk for every icon.
 */
import type { Rolldown } from 'vite'
import type { SitePageName } from '#contracts/paths.ts'
import { PAGE_MODULES } from './site/page-modules.ts'

/** The pages on which most visits begin; modules that they share are in one chunk. */
const LANDING_PAGES: readonly SitePageName[] = [
  'home',
  'community',
  'selection',
  'evaluation',
  'submit',
  'submissionStatus',
]
/** The pages of the catalogues. What both import, but no landing page, is in a chunk of its own. */
const CATALOGUE_PAGES: readonly SitePageName[] = ['products', 'product']
/** Loaded on the first navigation, with the calls that it imports. */
const BROWSER_API = '/web/site/browser-api.ts'
const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** Modules that rarely change except by an update of a dependency, including the bundler's own. */
const LIBRARY = /\/node_modules\/|^\0?rolldown\/runtime|^\0?vite\//
/** Components of the layout whose hydration is deferred; they are in the chunk of the pages' shared modules. */
const DEFERRED =
  /\/web\/site\/(layout\/(app-download-link|brand-link|site-footer)|components\/seal|components\/seal-glyph)\.tsx?$/
const FORM_LIBRARY = /\/node_modules\/react-hook-form\//

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/** Returns how many of the pages import each module statically. */
function countUses(root: string, pages: readonly SitePageName[], context: Context): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const page of pages.map((name) => `${root}/web/site/pages/${PAGE_MODULES[name]}`)) {
    const modules = new Set([page])
    for (const id of modules) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
    for (const id of modules) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return uses
}

/**
 * Creates the chunk groups. The bundler assigns modules to groups only after it has loaded all of them. A navigation
 * loads its page's chunks level by level, each of which takes a round trip, so small chunks that import each other are
 * slow on mobile networks.
 */
export function createSiteChunks(root: string): Rolldown.CodeSplittingOptions {
  let landingUses: ReadonlyMap<string, number> | undefined
  let catalogueUses: ReadonlyMap<string, number> | undefined
  function findChunk(id: string, context: Context): string | null {
    if (ICON.test(id)) return null
    landingUses ??= countUses(root, LANDING_PAGES, context)
    catalogueUses ??= countUses(root, CATALOGUE_PAGES, context)
    if (DEFERRED.test(id) || (landingUses.get(id) ?? 0) > 1) return 'shared'
    if (!landingUses.has(id) && (catalogueUses.get(id) ?? 0) > 1) return 'catalogue'
    const apiPath = `${root}${BROWSER_API}`
    return id === apiPath || context.getModuleInfo(apiPath)?.importedIds.includes(id) ? 'api' : null
  }
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'libraries', tags: ['$initial'], test: LIBRARY, priority: 3 },
      { name: 'site', tags: ['$initial'], priority: 2 },
      { name: 'forms', test: FORM_LIBRARY, priority: 2 },
      { name: 'shared', test: ICON, minShareCount: 2, priority: 1 },
      { debugName: 'pages', name: findChunk },
    ],
  }
}
