/**
 * Inlines the values of constants. Texts and limits are defined in a few tables, and a bundler includes an entire table
 * for a single member: every visitor would download the messages of all pages and the limits of the server.
 */
import type { Plugin } from 'vite'

const TABLES = ['contracts/limits.ts', 'contracts/messages/general.ts', 'contracts/messages/site.ts']

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns the tables' members that can be inlined (strings, numbers and booleans) as JSON, by `TABLE.member`. */
export async function loadConstants(): Promise<Map<string, string>> {
  const constants = new Map<string, string>()
  for (const file of TABLES) {
    const tables: Record<string, unknown> = await import(new URL(`../${file}`, import.meta.url).href)
    for (const [table, members] of Object.entries(tables).filter(([, value]) => isTable(value)))
      for (const [name, value] of Object.entries(Object(members)))
        if (['string', 'number', 'boolean'].includes(typeof value))
          constants.set(`${table}.${name}`, JSON.stringify(value))
  }
  return constants
}

const MEMBER = /(?<![\w$.])[A-Z][A-Z_]+\.\w+\b/g

/** Returns whether a module imports a table from the contracts, and not another one of the same name. */
const importsFrom = (code: string, table: string): boolean =>
  new RegExp(`import \\{[^}]*\\b${table}\\b[^}]*\\} from '[^']*/(?:limits|general|site)\\.ts'`).test(code)

export function constantsPlugin(): Plugin {
  let constants: ReadonlyMap<string, string> = new Map()
  return {
    name: 'constants',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      constants = await loadConstants()
    },
    transform: {
      filter: { id: /\/(?:web|contracts)\/[^?]+\.tsx?$/, code: /\/(?:limits|general|site)\.ts'/ },
      handler: (code) => inlineConstants(code, constants),
    },
  }
}

/** Returns a module's code with members of imported tables replaced by their values. */
export const inlineConstants = (code: string, constants: ReadonlyMap<string, string>): string =>
  code.replaceAll(MEMBER, (member) => {
    const value = constants.get(member)
    return value !== undefined && importsFrom(code, member.split('.')[0] ?? '') ? value : member
  })
