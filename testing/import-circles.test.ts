import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const ROOMS = ['contracts', 'server', 'web', 'demo']
/** An import or a re-export of a module of ours; what is loaded when it is needed closes no circle. */
const IMPORT = /^(?:import|export)\b[^'"]*?from '([#.][^']+)'|^import '([#.][^']+)'/gm

/** Returns the modules of ours that each module imports, of its types, too: the linter's own rule leaves those out. */
function readImports(): Map<string, string[]> {
  const files = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((file) => posix.join(room, file))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
  )
  return new Map(
    files.map((file) => {
      const matches = [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)]
      const imported = matches.map(([, from, bare]) => from ?? bare ?? '')
      return [file, imported.map((path) => (path.startsWith('#') ? path.slice(1) : posix.join(dirname(file), path)))]
    }),
  )
}

/** Returns the first circle that is found, as the way from a module back to itself. */
function findCircle(imports: Map<string, string[]>): string[] | undefined {
  const visited = new Set<string>()
  const way: string[] = []
  function visit(file: string): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (visited.has(file)) return undefined
    way.push(file)
    for (const imported of imports.get(file) ?? []) {
      const circle = visit(imported)
      if (circle) return circle
    }
    way.pop()
    visited.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const circle = visit(file)
    if (circle) return circle
  }
  return undefined
}

it('finds a circle of imports if there is one', () => {
  const imports = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['d.ts', ['b.ts']],
  ])
  expect(findCircle(imports)).toEqual(['b.ts', 'd.ts', 'b.ts'])
})

it('has no circle of imports, of types neither', () => {
  const imports = readImports()
  expect(imports.get('server/main.ts')).toContain('server/app.ts')
  expect(findCircle(imports)).toBeUndefined()
})
