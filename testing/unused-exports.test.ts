/** Every export of a module is imported by another one: what is only used in its own file isn't exported. */
import { expect, it } from 'vitest'
import { readModules, resolveImport } from './local-modules.ts'

const PATHS = [
  'contracts',
  'server',
  'web',
  'demo',
  'testing',
  ...['vite', 'vitest', 'playwright'].map((name) => `${name}.config.ts`),
]
/** Modules that are found by their path: migrations, the entry of the build, what Vitest starts with. */
const FOUND_BY_PATH =
  /^(?:server\/platform\/database\/migrations\/\d|web\/site\/entry-server|testing\/databases\/drop-databases)/

const IMPORT = /^(?:import|export) (?:type )?([^'"]*?) from '([#.][^']+)'/gm
/** The names of an `import()` may be those of any use of its value. */
const DYNAMIC_IMPORT = /\bimport\(\s*'([#.][^']+)'/g
const DECLARATION = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm
const EXPORT_LIST = /^export (?:type )?\{([^}]*)\}/gm

/** Returns the names in braces: those that the other module exports, or those by which this one knows them. */
const listNames = (names: string, side: 'exported' | 'own'): string[] =>
  names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .map((name) => name.split(' as ').at(side === 'own' ? -1 : 0) ?? name)

/** Lists the exports that no module imports, as `file: name`. */
function listUnusedExports(modules: ReadonlyMap<string, string>): string[] {
  const used = new Set<string>()
  const usedEntirely = new Set<string>()
  for (const [file, text] of modules) {
    for (const [, names = '', source = ''] of text.matchAll(IMPORT)) {
      const imported = resolveImport(file, source)
      const list = /\{([^}]*)\}/.exec(names)?.[1]
      if (list === undefined) usedEntirely.add(imported)
      else for (const name of listNames(list, 'exported')) used.add(`${imported}: ${name}`)
    }
    for (const [, source = ''] of text.matchAll(DYNAMIC_IMPORT)) usedEntirely.add(resolveImport(file, source))
  }
  return [...modules]
    .filter(([file]) => !usedEntirely.has(file) && !FOUND_BY_PATH.test(file) && !/\.(?:test|config)\.tsx?$/.test(file))
    .flatMap(([file, text]) => {
      const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name)
      const listed = [...text.matchAll(EXPORT_LIST)].flatMap(([, names = '']) => listNames(names, 'own'))
      return [...declared, ...listed].map((name) => `${file}: ${name}`)
    })
    .filter((name) => !used.has(name))
}

it('finds exports that no module imports', () => {
  const modules = new Map([
    ['a.ts', "import { b, type C } from './b.ts'\nimport * as d from './d.ts'\nexport { b as e }"],
    ['b.ts', 'export const b = 1\nexport type C = 2\nexport function unused() {}'],
    ['d.ts', 'export const d = 1'],
    ['f.ts', "export const f = await import('./g.ts')"],
    ['g.ts', 'export const g = 1'],
  ])
  expect(listUnusedExports(modules)).toEqual(['a.ts: e', 'b.ts: unused', 'f.ts: f'])
})

it('has no exports that no module imports', { timeout: 60_000 }, () => {
  expect(listUnusedExports(readModules(PATHS))).toEqual([])
})
