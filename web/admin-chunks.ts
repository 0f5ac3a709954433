/**
 * Groups what screens of the back office share into a few chunks, by what it is for. By default, the bundler creates a
 * chunk for each set of screens that share a module, and a screen loads a hundred of them.
 * `testing/browser/admin-weights.spec.ts` measures what screens load.
 */
import type { Rolldown } from 'vite'

/**
 * What the chunks of shared modules are for, the topmost first: a module that imports one of a chunk is in that chunk or
 * in one above, so that no chunk imports one above it. The rest is in `shared`.
 */
const LAYERS: readonly { name: string; modules: RegExp }[] = [
  // The editors of documents and products.
  {
    name: 'editing',
    modules:
      /\/web\/admin\/(editors\/(?!history\/(rich-)?text-)|components\/(number-input|upload-list))|\/node_modules\/(@dnd-kit|antd\/es\/(auto-complete|avatar|image|input-number|popover|progress|segmented)|@rc-component\/(image|input-number|mini-decimal|progress|segmented))\//,
  },
  // Forms that save versions.
  {
    name: 'versioned',
    modules:
      /\/web\/(admin|shared)\/versioned\/|\/web\/admin\/editors\/history\/(rich-)?text-|\/node_modules\/(diff|antd\/es\/(radio|switch)|@rc-component\/switch)\//,
  },
  // Lists with pages and filters; comments are beside forms, too.
  {
    name: 'lists',
    modules: /\/web\/admin\/lists\/(?!comments\/)|\/node_modules\/(antd\/es|@rc-component)\/pagination\//,
  },
  // What validates input; most screens only show what the server has validated.
  { name: 'schemas', modules: /\/node_modules\/zod\// },
]
/** What only the editors of documents and products share. */
const DOCUMENTS = /\/web\/(admin|shared)\/versioned\/|\/node_modules\/@dnd-kit\//
/** The preview of a page, which reviews load when it is first opened. */
const PREVIEW =
  /\/web\/(admin\/editors\/preview\/preview-frame|shared\/preview-message)|\/node_modules\/(antd\/es|@rc-component)\/segmented\//
const ICON = /\/node_modules\/lucide-react\//
const LIBRARY = /\/node_modules\//

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/** Returns a module and those of our own modules that it imports statically, directly or not. */
function listStaticImports(module: string, context: Context): string[] {
  const modules = new Set([module])
  for (const id of modules) {
    // Libraries have index modules, which import all of their components.
    if (!LIBRARY.test(id)) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
  }
  return [...modules]
}

/** Returns the chunk of a module that many screens share, by what it imports. */
function findChunk(id: string, context: Context): string {
  const imports = listStaticImports(id, context)
  return LAYERS.find(({ modules }) => imports.some((module) => modules.test(module)))?.name ?? 'shared'
}

export const ADMIN_CHUNKS: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'libraries', tags: ['$initial'], test: LIBRARY, priority: 3 },
    { name: 'main', tags: ['$initial'], priority: 2 },
    { name: 'icons', test: ICON, minShareCount: 2, priority: 1 },
    // With fewer, screens load much that they don't need; with more, they load many small files.
    { debugName: 'shared', name: findChunk, minShareCount: 5 },
    { name: 'documents', test: DOCUMENTS, minShareCount: 2 },
    { name: 'preview', test: PREVIEW, minShareCount: 2 },
  ],
}
