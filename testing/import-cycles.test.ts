import { expect, it } from 'vitest'
import { readModules, resolveImport } from './local-modules.ts'

const FOLDERS = ['contracts', 'server', 'web', 'demo']
/** A static import or re-export of a local module; dynamic imports can't close a cycle. */
const IMPORT = /^(?:import|export)\b[^'"]*?from '([#.][^']+)'|^import '([#.][^']+)'/gm

/** Returns the local modules that each module imports, including type imports, which the lint rule ignores. */
const readImports = (): Map<string, string[]> =>
  new Map(
    [...readModules(FOLDERS)]
      .filter(([file]) => !/\.test\.tsx?$/.test(file))
      .map(([file, text]) => [
        file,
        [...text.matchAll(IMPORT)].map(([, from, bare]) => resolveImport(file, from ?? bare ?? '')),
      ]),
  )

/** Returns the first import cycle as the path from a module back to itself. */
function findCycle(imports: Map<string, string[]>): string[] | undefined {
  const visited = new Set<string>()
  const path: string[] = []
  function visit(file: string): string[] | undefined {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (visited.has(file)) return undefined
    path.push(file)
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported)
      if (cycle) return cycle
    }
    path.pop()
    visited.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return undefined
}

it('finds an import cycle', () => {
  const imports = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['d.ts', ['b.ts']],
  ])
  expect(findCycle(imports)).toEqual(['b.ts', 'd.ts', 'b.ts'])
})

it('has no import cycles, including type imports', () => {
  const imports = readImports()
  expect(imports.get('server/main.ts')).toContain('server/app.ts')
  expect(findCycle(imports)).toBeUndefined()
})
