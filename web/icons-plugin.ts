/**
 * Makes each of Lucide's icons its drawing and nothing else. The package's own components take two dozen properties and
 * render every stroke as an element of React's: on a page of seventy icons that is a tenth of what is rendered, sent and
 * taken over.
 */
import type { Plugin } from 'vite'

const ICON = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/
const DRAWN = new URL('./shared/drawn-icon.tsx', import.meta.url).pathname

type Stroke = readonly [name: string, attributes: Readonly<Record<string, string>>]

export const iconsPlugin = (): Plugin => ({
  name: 'icons',
  apply: 'build',
  load: {
    filter: { id: ICON },
    async handler(id) {
      const { __iconData: icon }: { __iconData?: { node: readonly Stroke[] } } = await import(id)
      // An icon's former name leads to the one that it has now.
      if (!icon) return undefined
      return `import { createIcon } from ${JSON.stringify(DRAWN)}
export default /* @__PURE__ */ createIcon(${JSON.stringify(icon.node.map(writeStroke).join(''))})`
    },
  },
})

/** The key is React's, for a list that this no longer is. */
const writeStroke = ([name, { key: _, ...attributes }]: Stroke): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('')}/>`
