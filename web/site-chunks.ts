/**
 * Groups the site's modules into a few chunks: what every page needs, what several landing pages need, and each page's
 * own. By default, the bundler creates a chunk for every icon.
 */
import type { Rolldown } from 'vite'

/** The pages on which most visits begin; modules that they share are in one chunk. */
const LANDING_PAGE =
  /\/web\/site\/pages\/(home\/home|community\/community|selection\/selection|products\/(list|product)|evaluation\/evaluation|submit\/submit|submission-status\/submission-status)-page\.tsx$/
const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** Modules that rarely change except by an update of a dependency, including the icon component and the runtime. */
const LIBRARY = /\/node_modules\/|\/web\/shared\/drawn-icon\.tsx$|^\0?rolldown\/runtime/
/** Components of the layout whose hydration is deferred; they are in the chunk of the pages' shared modules. */
const DEFERRED =
  /\/web\/site\/(layout\/(app-download-link|brand-link|site-footer)|components\/seal|components\/seal-glyph)\.tsx?$|\/rules\/filing-links\.ts$/
const FORM_LIBRARY = /\/node_modules\/react-hook-form\//

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/** Returns the number of landing pages that import each module statically. */
function countUses(root: string, context: Context): Map<string, number> {
  const uses = new Map<string, number>()
  const routes = context.getModuleInfo(`${root}/web/site/routes.ts`)?.dynamicallyImportedIds ?? []
  for (const page of new Set(routes.filter((id) => LANDING_PAGE.test(id)))) {
    const modules = new Set([page])
    for (const id of modules) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
    for (const id of modules) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return uses
}

/** Creates the chunk groups. The bundler assigns modules to groups only after it has loaded all of them. */
export function createSiteChunks(root: string): Rolldown.CodeSplittingOptions {
  let uses: Map<string, number> | undefined
  const isShared = (id: string, context: Context) => {
    uses ??= countUses(root, context)
    return DEFERRED.test(id) || (uses.get(id) ?? 0) > 1
  }
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'libraries', tags: ['$initial'], test: LIBRARY, priority: 3 },
      { name: 'site', tags: ['$initial'], priority: 2 },
      { name: 'forms', test: FORM_LIBRARY, priority: 2 },
      { name: 'shared', test: ICON, minShareCount: 2, priority: 1 },
      { debugName: 'shared', name: (id, context) => (ICON.test(id) || !isShared(id, context) ? null : 'shared') },
    ],
  }
}
