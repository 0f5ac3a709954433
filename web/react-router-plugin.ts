/**
 * Makes React Router tree-shakable. The package ships a production build, but exports only its development build; and
 * in both, unused components can't be removed, as each is created by a call and gets a display name.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const PRODUCTION = join(import.meta.dirname, '../node_modules/react-router/dist/production')
const DISPLAY_NAME = /^\w+\.displayName = .*;$/gm
const CREATE_CALL = /= (React\d*\.(?:createContext|forwardRef|memo))\(/g

export const reactRouterPlugin = (): Plugin => ({
  name: 'react-router',
  apply: 'build',
  config: () => ({
    resolve: { alias: [{ find: /^react-router$/, replacement: join(PRODUCTION, 'index.mjs') }] },
  }),
  transform: {
    filter: { id: `${PRODUCTION}/**` },
    handler: (code) => code.replaceAll(DISPLAY_NAME, '').replaceAll(CREATE_CALL, '= /* @__PURE__ */ $1('),
  },
})
