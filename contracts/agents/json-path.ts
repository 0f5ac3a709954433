/** The JSONPaths (RFC 9535) by which values are found in an agent's reply. */
import { z } from 'zod'
import { AGENTS } from '../limits.ts'
import { storedText } from '../stored-text.ts'
import { AGENT_MESSAGES as MESSAGES } from './messages.ts'

/** Texts in single or double quotes, which may contain anything. */
const QUOTED = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g

/**
 * Returns whether a path can be evaluated in about the time that it takes to read the reply. Recursion inside recursion,
 * filters inside filters, and lists of selectors multiply; regular expressions can take for ever.
 */
export function isCheapPath(path: string): boolean {
  const bare = path.replaceAll(QUOTED, "''")
  return (
    bare.split('..').length <= 2 &&
    bare.split('?').length <= 2 &&
    !/\.\.|[$*]/.test(getFilter(bare)) &&
    !/,|\b(?:match|search)\s*\(/.test(bare)
  )
}

/** Returns whether a path looks for its values, rather than naming the place of one. */
export const isSearch = (path: string): boolean => /\.\.|[*?:]/.test(path.replaceAll(QUOTED, "''"))

/** Returns the text of the first filter, which ends with the bracket that closes it. */
function getFilter(path: string): string {
  const start = path.indexOf('?')
  if (start === -1) return ''
  let depth = 1
  for (let index = start + 1; index < path.length; index += 1) {
    if (path[index] === '[') depth += 1
    if (path[index] === ']') depth -= 1
    if (depth === 0) return path.slice(start + 1, index)
  }
  return path.slice(start + 1)
}

/** A path; whether it is well-formed is decided by the server, which has the parser. */
const jsonPath = () =>
  storedText()
    .trim()
    .max(AGENTS.jsonPath)
    .refine((path) => path === '' || path.startsWith('$'), MESSAGES.jsonPath)
    .refine(isCheapPath, MESSAGES.jsonPathCost)

/** Where the values of a reply are. Empty paths aren't searched. */
export const ReplyPathsSchema = z.object({
  reply: jsonPath().refine((path) => path !== '', MESSAGES.replyPath),
  input: jsonPath().default('').describe('输入Token数。'),
  output: jsonPath().default('').describe('输出Token数。'),
  cost: jsonPath().default('').describe('费用。'),
  steps: jsonPath().default('').describe('所用工具的名称。'),
  done: jsonPath().default('').describe('完成标志：找到真值即视为完成。'),
  task: jsonPath().default('').describe('任务编号，供轮询使用。'),
})
export type ReplyPaths = z.infer<typeof ReplyPathsSchema>
