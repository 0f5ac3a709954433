/**
 * Zod tries `eval` once it creates schemas, which the content security policy refuses, unless `zod-without-eval.ts` has
 * been evaluated; and it is larger than most pages. The bundler orders chunks, so first chunks have to do without it.
 */
import { expect, it } from 'vitest'
import { CALLS } from '../web/calls-plugin.ts'
import { PAGE_MODULES } from '../web/site/page-modules.ts'
import { readModules, resolveImport } from './local-modules.ts'

/** What a module imports when it is evaluated; imports and exports of types alone are no part of the build. */
const STATIC_IMPORT = /^(?:import|export)\b(?! type\b)[^'"]*?from '([^']+)'|^import '([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\('([^']+)'\)/g
const ZOD = 'zod'
const GUARD = 'web/shared/zod-without-eval.ts'

const resolve = (file: string, source: string) => (/^[#.]/.test(source) ? resolveImport(file, source) : source)

const SOURCES = new Map([...readModules(['contracts', 'web'])].filter(([file]) => !CALLS.test(`/${file}`)))

const list = (file: string, pattern: RegExp): string[] =>
  [...(SOURCES.get(file) ?? '').matchAll(pattern)].map(([, from, bare]) => resolve(file, from ?? bare ?? ''))

/** Returns what a module imports statically, directly or not, in the order of evaluation, with the path to each. */
function listEvaluated(entry: string): Map<string, readonly string[]> {
  const evaluated = new Map<string, readonly string[]>()
  const visited = new Set<string>()
  function visit(file: string, path: readonly string[]): void {
    if (visited.has(file)) return
    visited.add(file)
    for (const imported of list(file, STATIC_IMPORT)) visit(imported, [...path, imported])
    evaluated.set(file, path)
  }
  visit(entry, [entry])
  return evaluated
}

/** Returns all modules that a browser may load from an entry, and which it loads when they are needed, by whom. */
function listLoaded(entry: string): { modules: ReadonlySet<string>; onDemand: { module: string; by: string }[] } {
  const modules = new Set([entry])
  const onDemand: { module: string; by: string }[] = []
  for (const file of modules) {
    for (const imported of list(file, STATIC_IMPORT)) modules.add(imported)
    for (const module of list(file, DYNAMIC_IMPORT)) {
      modules.add(module)
      onDemand.push({ module, by: file })
    }
  }
  return { modules, onDemand }
}

/** Screens of the back office that show what the server has validated, and load schemas for dialogs at most. */
const SCREENS_WITHOUT_SCHEMAS = [
  'audit/audit-screen.tsx',
  'inbox/inbox-screen.tsx',
  'keys/keys-screen.tsx',
  'leads/leads-screen.tsx',
  'published-evaluations/published-evaluations-screen.tsx',
  'publishing-calendar/calendar-screen.tsx',
  'question-banks/question-banks-screen.tsx',
  'submission-review/submission-review-screen.tsx',
  'submissions/submissions-screen.tsx',
  'users/users-screen.tsx',
  'vendor-organisations/vendor-organisations-screen.tsx',
].map((path) => `web/admin/screens/${path}`)

const PAGES = Object.values(PAGE_MODULES).map((path) => `web/site/pages/${path}`)

it.each([...new Set(['web/site/entry-client.tsx', 'web/admin/main.tsx', ...PAGES, ...SCREENS_WITHOUT_SCHEMAS])])(
  'loads no Zod at once with %s',
  (entry) => {
    expect(SOURCES.has(entry)).toBe(true)
    expect(listEvaluated(entry).get(ZOD)?.join(' > ')).toBeUndefined()
  },
)

it('forbids Zod to try eval before a part of the site loads it', () => {
  const { modules, onDemand } = listLoaded('web/site/entry-client.tsx')
  for (const page of PAGES) expect(modules).toContain(page)
  const unguarded = onDemand.flatMap(({ module, by }) => {
    const evaluated = listEvaluated(module)
    const path = evaluated.get(ZOD)
    const order = [...evaluated.keys()]
    const isGuarded = order.slice(0, order.indexOf(ZOD)).includes(GUARD) || listEvaluated(by).has(GUARD)
    return path === undefined || isGuarded ? [] : [[by, ...path].join(' > ')]
  })
  expect(unguarded).toEqual([])
})
