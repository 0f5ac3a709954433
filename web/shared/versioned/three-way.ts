/** Three-way comparison and merging of two versions. */
import { applyChanges, type Change, diff, getChangeKey } from '#contracts/rules/json-diff.ts'
import { mergeAdditions, type Versions } from './merge-additions.ts'

/** Who changed a value since the base. If both did, the user has to choose. */
export type ChangedBy = 'mine' | 'theirs' | 'both'

/** A difference between their version and mine. */
export type Difference = Change & { key: string; changedBy: ChangedBy }

export type ThreeWayComparison<Value> = {
  /** The compared versions; mine includes the list items that they added. */
  versions: Versions<Value>
  differences: Difference[]
}

/** Compares my version with theirs, and determines by their common base who changed what. */
export function compareThreeWay<Value>({ base, mine, theirs }: Versions<Value>): ThreeWayComparison<Value> {
  const versions = { base, mine: mergeAdditions({ base, mine, theirs }), theirs }
  return { versions, differences: listDifferences(versions) }
}

function listDifferences({ base, mine, theirs }: Versions<unknown>): Difference[] {
  const mySignatures = collectSignatures(diff(base, mine))
  const theirSignatures = collectSignatures(diff(base, theirs))
  return diff(theirs, mine).map((change) => {
    // Their changes appear reversed in the difference from theirs to mine.
    const isTheirs = theirSignatures.has(getSignature(reverseChange(change)))
    const isMine = mySignatures.has(getSignature(change))
    return { ...change, key: getChangeKey(change), changedBy: getChangedBy(isMine, isTheirs) }
  })
}

/** Returns who changed a value; both, if the signature of the change is in neither or in both comparisons. */
function getChangedBy(isMine: boolean, isTheirs: boolean): ChangedBy {
  if (isMine === isTheirs) return 'both'
  return isMine ? 'mine' : 'theirs'
}

/** Returns the keys that are selected by default: all differences that I changed, including those that both changed. */
export const getDefaultSelection = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ changedBy }) => changedBy !== 'theirs').map(({ key }) => key))

/** Returns their version with the selected differences of mine. */
export function mergeSelected<Value>(versions: Versions<Value>, selectedKeys: ReadonlySet<string>): Value
export function mergeSelected({ mine, theirs }: Versions<unknown>, selectedKeys: ReadonlySet<string>): unknown {
  return applyChanges(theirs, mine, selectedKeys)
}

/** Merges two versions automatically. If both changed the same value, mine wins and `hasConflict` is true. */
export function mergeVersions<Value>(input: Versions<Value>): { merged: Value; hasConflict: boolean } {
  const { versions, differences } = compareThreeWay(input)
  return {
    merged: mergeSelected(versions, getDefaultSelection(differences)),
    hasConflict: differences.some(({ changedBy }) => changedBy === 'both'),
  }
}

/** Returns whether two values are equal, ignoring the order of keys. */
export const isSame = (value: unknown, other: unknown): boolean => diff(value, other).length === 0

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
