import { UPLOADS_PREFIX } from '#contracts/limits.ts'
import { isObject } from '#contracts/rules/is-object.ts'

/** Files that are requested at most, and at a time: a catalogue may mention thousands. */
const MAX_CHECKED = 100
const CONCURRENCY = 10

/**
 * Lists the paths of uploaded files that an imported document mentions, unlike the edited one, and that this site
 * doesn't have: an export from another site doesn't contain them.
 */
export async function listMissingFiles(
  before: unknown,
  after: unknown,
  hasFile: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const knownPaths = new Set(listUploadPaths(before))
  const newPaths = [...new Set(listUploadPaths(after))].filter((path) => !knownPaths.has(path)).slice(0, MAX_CHECKED)
  const missing: string[] = []
  for (let index = 0; index < newPaths.length; index += CONCURRENCY) {
    const batch = newPaths.slice(index, index + CONCURRENCY)
    const results = await Promise.all(batch.map(hasFile))
    missing.push(...batch.filter((_, position) => results[position] === false))
  }
  return missing
}

function listUploadPaths(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(UPLOADS_PREFIX) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(listUploadPaths)
  return isObject(value) ? Object.values(value).flatMap(listUploadPaths) : []
}
