/** Two people changed the same thing: which of the differences is whose, and one version of both. */
import { type Change, changeKey, difference, merged } from '#contracts/rules/difference.ts'
import { type Versions, withTheirAdditions } from './with-their-additions.ts'

/** A difference from theirs to mine. `both` is for a person to decide; mine stands until they do. */
export type Difference = Change & { key: string; whose: 'mine' | 'theirs' | 'both' }

export type Comparison<Value> = {
  /** Mine has the list items that they added. */
  versions: Versions<Value>
  differences: Difference[]
}

/** Compares two versions of one thing, each difference told to be mine, theirs or of both. */
export function compareVersions<Value>({ base, mine, theirs }: Versions<Value>): Comparison<Value> {
  const versions = { base, mine: withTheirAdditions({ base, mine, theirs }), theirs }
  return { versions, differences: differencesOf(versions) }
}

function differencesOf({ base, mine, theirs }: Versions<unknown>): Difference[] {
  const byMe = signatures(difference(base, mine))
  const byThem = signatures(difference(base, theirs))
  return difference(theirs, mine).map((change) => {
    // What they did reads backwards on the way from theirs to mine.
    const isTheirs = byThem.has(signature(reversed(change)))
    const isMine = byMe.has(signature(change))
    return {
      ...change,
      key: changeKey(change),
      whose: isTheirs && !isMine ? 'theirs' : isMine && !isTheirs ? 'mine' : 'both',
    }
  })
}

/** Returns what is chosen before anyone chose: all that is not plainly theirs. */
export const firstChoice = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ whose }) => whose !== 'theirs').map(({ key }) => key))

/** Returns theirs, with the chosen differences towards mine. */
export function mergedValue<Value>(versions: Versions<Value>, chosen: ReadonlySet<string>): Value
export function mergedValue({ mine, theirs }: Versions<unknown>, chosen: ReadonlySet<string>): unknown {
  return merged(theirs, mine, chosen)
}

/** Merges two versions without asking: of what both changed, mine stands, and `isContested` says that there is some. */
export function mergeVersions<Value>(given: Versions<Value>): { merged: Value; isContested: boolean } {
  const { versions, differences } = compareVersions(given)
  return {
    merged: mergedValue(versions, firstChoice(differences)),
    isContested: differences.some(({ whose }) => whose === 'both'),
  }
}

/** Whether two values say the same, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => difference(one, other).length === 0

const REVERSED: Record<Change['kind'], Change['kind']> = {
  added: 'removed',
  removed: 'added',
  changed: 'changed',
  moved: 'moved',
}

const reversed = ({ path, kind, before, after }: Change): Change => ({
  path,
  kind: REVERSED[kind],
  before: after,
  after: before,
})

/** A change without its places in lists, which differ between the versions; a move is told by its list alone. */
function signature({ path, kind, before, after }: Change): string {
  const parts = path.split('.')
  const place = (kind === 'moved' ? parts.slice(0, -1) : parts)
    .map((part) => (/^\d+$/.test(part) ? '*' : part))
    .join('.')
  return kind === 'moved' ? `${kind} ${place}` : `${kind} ${place} ${JSON.stringify(before)} ${JSON.stringify(after)}`
}

const signatures = (changes: readonly Change[]) => new Set(changes.map(signature))
