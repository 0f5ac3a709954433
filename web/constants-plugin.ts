/**
 * Writes what a table of constants holds where it is read. Texts and limits stand in few tables, each of which a bundler
 * keeps whole for a single text of it: every visitor would fetch the messages of all pages and the limits of the server.
 */
import type { Plugin } from 'vite'

const TABLES = ['contracts/limits.ts', 'contracts/messages/general.ts', 'contracts/messages/site.ts']

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns each table's members that can be written as they are: texts, numbers and switches. */
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
/** A table of this name that comes from elsewhere is another one. */
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
      handler: (code) => writeConstants(code, constants),
    },
  }
}

/** Returns a module's code with the values of what it reads from the tables that it imports. */
export const writeConstants = (code: string, constants: ReadonlyMap<string, string>): string =>
  code.replaceAll(MEMBER, (member) => {
    const value = constants.get(member)
    return value !== undefined && importsFrom(code, member.split('.')[0] ?? '') ? value : member
  })
