import type { Plugin } from 'vite'

/**
 * Removes Vite's wrapper of dynamic imports, which preloads their chunks and styles: the site has few chunks, which
 * import each other directly, and one style sheet.
 */
export const noPreloadPlugin = (): Plugin => ({
  name: 'no-preload',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
})
