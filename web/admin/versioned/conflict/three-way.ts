/** Two people changed the same document: which of the differences is whose. */
import { type Change, changeKey, difference, merged } from '#contracts/rules/difference.ts'
import type { Json } from '../../editors/json-path.ts'

/** A difference from theirs to mine. `both` is for a person to decide; mine stands until they do. */
export type Difference = Change & { key: string; whose: 'mine' | 'theirs' | 'both' }

type Versions = { base: Json; mine: Json; theirs: Json }

/** Every difference between the two versions, each told to be mine, theirs or of both. */
export function differencesOf({ base, mine, theirs }: Versions): Difference[] {
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

/** What is chosen before anyone chose: all that is not plainly theirs. */
export const firstChoice = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ whose }) => whose !== 'theirs').map(({ key }) => key))

/** Theirs, with the chosen differences towards mine. */
export function mergedDocument({ mine, theirs }: Versions, chosen: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(Object(merged(theirs, mine, chosen))))
}

const REVERSED: Record<Change['kind'], Change['kind']> = {
  added: 'removed',
  removed: 'added',
  changed: 'changed',
  moved: 'moved',
}

const reversed = ({ path, kind, before, after }: Change): Change => ({
  ...{ path, kind: REVERSED[kind], before: after, after: before },
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
