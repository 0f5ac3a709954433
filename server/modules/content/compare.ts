import type { RevisionChanges } from '#contracts/content/revision.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Change } from '#contracts/rules/json-diff.ts'
import { AppError } from '#server/platform/app-error.ts'
import { countChanges, listChangedSections } from '#server/platform/compare-sections.ts'
import { waitForNextTurn } from '#server/platform/event-loop.ts'
import { runLimitedProcess } from '#server/platform/limited-process.ts'

const PROCESS_LIMITS = { timeoutMs: 20_000, memoryMegabytes: 1_024 } as const
const SCRIPT_URL = new URL('./compare-process.ts', import.meta.url)
/**
 * Comparing documents with this many values takes about 20 ms; larger ones are compared in a child process, which takes
 * longer to start.
 */
const MAX_VALUES_IN_PROCESS = 5_000

/** The changes that are described one by one, and the characters of a value that are quoted. */
const MAX_DESCRIBED = 10
const MAX_QUOTED = 60

/** The differences of two versions. `texts` describes the first of them; products are named by their own changes. */
type Comparison = RevisionChanges & { texts: string[] }

type Versions = { before: Record<string, unknown>; after: Record<string, unknown> }

/**
 * Returns the number of changes between two versions of a document, and the sections that changed. Compares large
 * documents in a child process. Throws `payloadTooLarge` if that takes too long.
 */
export async function compareDocuments(versions: Versions): Promise<Comparison> {
  if (countValues(versions, MAX_VALUES_IN_PROCESS) < MAX_VALUES_IN_PROCESS) return summarizeChanges(versions)
  const before = JSON.stringify(versions.before)
  await waitForNextTurn()
  const after = JSON.stringify(versions.after)
  await waitForNextTurn()
  const changes = await runLimitedProcess<Comparison>(SCRIPT_URL, [before, after], PROCESS_LIMITS)
  if (!changes) throw new AppError('payloadTooLarge', MESSAGES.tooLong)
  return changes
}

/** Compares two versions. */
export function summarizeChanges({ before, after }: Versions): Comparison {
  const changed = listChangedSections(before, after)
  const described = changed.filter(({ name }) => name !== 'products').flatMap(({ changes }) => changes)
  return { ...countChanges(changed), texts: described.slice(0, MAX_DESCRIBED).map(describeChange) }
}

/** Describes a change such as `hero.title：旧 → 新`, by the field's path in the document. */
function describeChange({ path, kind, before, after }: Change): string {
  if (kind === 'moved') return `${path}：调整位置`
  if (kind === 'added') return `${path}：新增${quote(after)}`
  return kind === 'removed' ? `${path}：删除${quote(before)}` : `${path}：${quote(before)} → ${quote(after)}`
}

function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '一项'
  const text = String(value ?? '')
  if (text === '') return '（空）'
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}……` : text
}

/** Counts a value and the values nested in it, up to a limit. */
function countValues(value: unknown, limit: number): number {
  let count = 1
  if (typeof value !== 'object' || value === null) return count
  for (const key in value) {
    if (count >= limit) return limit
    count += countValues(Reflect.get(value, key), limit - count)
  }
  return count
}
