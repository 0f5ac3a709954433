import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RevisionChanges } from '#contracts/content/revision.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { diff } from '#contracts/rules/difference.ts'
import { AppError } from '#server/platform/app-error.ts'
import { runBounded } from '#server/platform/bounded-process.ts'

const BOUNDS = { milliseconds: 20_000, megabytes: 1_024 } as const
const PROGRAM = new URL('./compare-program.ts', import.meta.url)
/** Two documents of so many values are compared within some 20 ms: a process of its own takes longer to start. */
const MOST_VALUES = 5_000

type Versions = { before: Record<string, unknown>; after: Record<string, unknown> }

/**
 * Returns how many changes lead from one version of a document to the next, and the sections that they are in. Large
 * ones are compared in a process of their own. Throws `tooLarge` if that takes too long.
 */
export async function compareDocuments(versions: Versions): Promise<RevisionChanges> {
  if (countValues(versions, MOST_VALUES) < MOST_VALUES) return summarizeChanges(versions)
  const before = JSON.stringify(versions.before)
  await nextTurn()
  const after = JSON.stringify(versions.after)
  await nextTurn()
  const reply = await runBounded<RevisionChanges>(PROGRAM, [before, after], BOUNDS)
  if (!reply) throw new AppError('payloadTooLarge', MESSAGES.tooLong)
  return reply
}

/** Compares two versions section by section: a change's whole path is never written out, which may be long. */
export function summarizeChanges({ before, after }: Versions): RevisionChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const toSection = (document: Record<string, unknown>, name: string) =>
    Object.hasOwn(document, name) ? { [name]: document[name] } : {}
  const sections = names.map((name) => ({ name, paths: diff(toSection(before, name), toSection(after, name)).length }))
  const changed = sections.filter(({ paths }) => paths > 0)
  return { paths: changed.reduce((sum, { paths }) => sum + paths, 0), sections: changed.map(({ name }) => name) }
}

/** Counts a value and those within it, but no further than to `most`. */
function countValues(value: unknown, most: number): number {
  let count = 1
  if (typeof value !== 'object' || value === null) return count
  for (const key in value) {
    if (count >= most) return most
    count += countValues(Reflect.get(value, key), most - count)
  }
  return count
}
