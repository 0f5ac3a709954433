import findMyWay from 'find-my-way'
import { PAGE_PATH_MAX } from '#contracts/limits.ts'

/** Shared with the framework's router. */
export const ROUTER_OPTIONS = { maxParamLength: PAGE_PATH_MAX, ignoreTrailingSlash: true }

/**
 * Creates a router that finds which of the added paths matches a URL's path, whatever the method. Paths are compiled by
 * the first search after they were added, since compiling those of all routes takes as long as registering the routes.
 */
export function createPathRouter() {
  const router = findMyWay(ROUTER_OPTIONS)
  const compiledPaths = new Set<string>()
  const addedPaths = new Set<string>()

  function compile(): void {
    for (const path of addedPaths) {
      if (!compiledPaths.has(path)) router.on('GET', path, () => {}, path)
      compiledPaths.add(path)
    }
    addedPaths.clear()
  }

  return {
    add(path: string): void {
      addedPaths.add(path)
    },

    /** Returns the path that was added, such as `/products/:id`; undefined if none matches. */
    find(path: string): string | undefined {
      compile()
      const store: unknown = router.find('GET', path)?.store
      return typeof store === 'string' ? store : undefined
    },
  }
}
