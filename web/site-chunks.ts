/**
 * Puts the site's modules into few files: what every page needs, what several of the pages that visitors enter by need,
 * and each page's own. Left to itself, the build makes a file of each icon.
 */
import type { Rolldown } from 'vite'

/** The pages that a visitor comes to first, whose shared parts make up one file. */
const ENTERED_BY =
  /\/web\/site\/pages\/(home\/home|community\/community|selection\/selection|products\/(list|product)|evaluation\/evaluation|submit\/submit|submission-status\/submission-status)-page\.tsx$/
const ICON = /\/lucide-react\/dist\/esm\/icons\//
/** What changes with a package alone: an icon's component, too, and what the bundler itself adds. */
const LIBRARY = /\/node_modules\/|\/web\/shared\/drawn-icon\.tsx$|^\0?rolldown\/runtime/
/** The parts of the frame that stay as the server has drawn them, and come with the page's. */
const DRAWN =
  /\/web\/site\/(layout\/(app-download-link|brand-link|site-footer)|parts\/seal|parts\/seal-glyph)\.tsx?$|\/rules\/filing-links\.ts$/
const FORM_LIBRARY = /\/node_modules\/react-hook-form\//

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/** Returns how many of the entered pages need each module before they run. */
function countUses(root: string, context: Context): Map<string, number> {
  const uses = new Map<string, number>()
  const routes = context.getModuleInfo(`${root}/web/site/routes.ts`)?.dynamicallyImportedIds ?? []
  for (const page of new Set(routes.filter((id) => ENTERED_BY.test(id)))) {
    const needed = new Set([page])
    for (const id of needed) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
    for (const id of needed) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return uses
}

/** Creates the naming of files. A build's modules are all known by the time that the first is asked for. */
export function createSiteChunks(root: string): Rolldown.CodeSplittingOptions {
  let uses: Map<string, number> | undefined
  const isShared = (id: string, context: Context) => {
    uses ??= countUses(root, context)
    return DRAWN.test(id) || (uses.get(id) ?? 0) > 1
  }
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'libraries', tags: ['$initial'], test: LIBRARY, priority: 3 },
      { name: 'site', tags: ['$initial'], priority: 2 },
      { name: 'forms', test: FORM_LIBRARY, priority: 2 },
      { name: 'parts', test: ICON, minShareCount: 2, priority: 1 },
      { debugName: 'parts', name: (id, context) => (ICON.test(id) || !isShared(id, context) ? null : 'parts') },
    ],
  }
}
