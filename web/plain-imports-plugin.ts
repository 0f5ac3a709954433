import type { Plugin } from 'vite'

/**
 * Leaves dynamic imports as they are. Vite wraps each in a function that fetches what it needs beside it: the site's few
 * files say that themselves, and no part has styles of its own.
 */
export const plainImportsPlugin = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
})
