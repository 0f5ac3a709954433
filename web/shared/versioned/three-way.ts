/** Three-way comparison and merging of two versions. */
import { applyChanges, type Change, diff, getChangeKey } from '#contracts/rules/json-diff.ts'
import { mergeAdditions, type Versions } from './merge-additions.ts'

/** A difference between their version and mine. `both` needs a decision; mine is the default. */
export type Difference = Change & { key: string; whose: 'mine' | 'theirs' | 'both' }

export type Comparison<Value> = {
  /** My version includes the list items that they added. */
  versions: Versions<Value>
  differences: Difference[]
}

/** Compares two versions; each difference is mine, theirs, or both's. */
export function compareVersions<Value>({ base, mine, theirs }: Versions<Value>): Comparison<Value> {
  const versions = { base, mine: mergeAdditions({ base, mine, theirs }), theirs }
  return { versions, differences: listDifferences(versions) }
}

function listDifferences({ base, mine, theirs }: Versions<unknown>): Difference[] {
  const mineSignatures = collectSignatures(diff(base, mine))
  const theirSignatures = collectSignatures(diff(base, theirs))
  return diff(theirs, mine).map((change) => {
    // Their changes appear reversed in the difference from theirs to mine.
    const isTheirs = theirSignatures.has(getSignature(reverseChange(change)))
    const isMine = mineSignatures.has(getSignature(change))
    return {
      ...change,
      key: getChangeKey(change),
      whose: isTheirs && !isMine ? 'theirs' : isMine && !isTheirs ? 'mine' : 'both',
    }
  })
}

/** Returns the default selection: everything that is not only theirs. */
export const getDefaultSelection = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ whose }) => whose !== 'theirs').map(({ key }) => key))

/** Returns their version with the selected differences of mine. */
export function mergeSelected<Value>(versions: Versions<Value>, selectedKeys: ReadonlySet<string>): Value
export function mergeSelected({ mine, theirs }: Versions<unknown>, selectedKeys: ReadonlySet<string>): unknown {
  return applyChanges(theirs, mine, selectedKeys)
}

/** Merges two versions automatically; mine wins, and `isContested` is set if both changed the same value. */
export function mergeVersions<Value>(value: Versions<Value>): { merged: Value; isContested: boolean } {
  const { versions, differences } = compareVersions(value)
  return {
    merged: mergeSelected(versions, getDefaultSelection(differences)),
    isContested: differences.some(({ whose }) => whose === 'both'),
  }
}

/** Returns whether two values are equal, ignoring the order of keys. */
export const isSame = (difference: unknown, other: unknown): boolean => diff(difference, other).length === 0

const REVERSED: Record<Change['kind'], Change['kind']> = {
  added: 'removed',
  removed: 'added',
  changed: 'changed',
  moved: 'moved',
}

const reverseChange = ({ path, kind, before, after }: Change): Change => ({
  path,
  kind: REVERSED[kind],
  before: after,
  after: before,
})

/**
 * Returns a change without its indexes in lists, which differ between the versions; a move is identified by its list
 * alone.
 */
function getSignature({ path, kind, before, after }: Change): string {
  const parts = path.split('.')
  const place = (kind === 'moved' ? parts.slice(0, -1) : parts)
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('.')
  return kind === 'moved' ? `${kind} ${place}` : `${kind} ${place} ${JSON.stringify(before)} ${JSON.stringify(after)}`
}

const collectSignatures = (changes: readonly Change[]) => new Set(changes.map(getSignature))
