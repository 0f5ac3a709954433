/**
 * Reduces each Lucide icon to its markup. The package's own components take two dozen props and render every stroke as
 * a React element: on a page with seventy icons that is a tenth of what is rendered, sent and hydrated.
 */
import type { Plugin } from 'vite'

const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/
const ICON_COMPONENT = new URL('./shared/drawn-icon.tsx', import.meta.url).pathname

type Stroke = readonly [name: string, attributes: Readonly<Record<string, string>>]

export const iconsPlugin = (): Plugin => ({
  name: 'icons',
  apply: 'build',
  load: {
    filter: { id: ICON },
    async handler(id) {
      const { __iconData: icon }: { __iconData?: { node: readonly Stroke[] } } = await import(id)
      // The module of an icon's former name only re-exports the icon.
      if (!icon) return undefined
      return `import { createIcon } from ${JSON.stringify(ICON_COMPONENT)}
export default /* @__PURE__ */ createIcon(${JSON.stringify(icon.node.map(writeStroke).join(''))})`
    },
  },
})

/** Drops `key`, which only React lists need. */
const writeStroke = ([name, { key: _, ...attributes }]: Stroke): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('')}/>`
