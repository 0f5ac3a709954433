/** Three-way comparison and merging of two versions. */
import { applyChanges, type Change, diff, getChangeKey } from '#contracts/rules/json-diff.ts'
import { mergeAdditions, type Versions } from './merge-additions.ts'
import {
  type ChangedBy,
  compareTextVersions,
  joinTextBlocks,
  joinTextSegments,
  type TextComparison,
} from './merge-texts.ts'

/**
 * A difference between their version and mine. A text of several blocks has one for each passage that differs, whose
 * `before` and `after` are the passage.
 */
export type Difference = Change & { key: string; changedBy: ChangedBy }

type ThreeWayComparison<Value> = {
  /** The compared versions; mine includes the list items that they added. */
  versions: Versions<Value>
  differences: Difference[]
  /** The texts of several blocks, by the key of their change. */
  texts: ReadonlyMap<string, TextComparison>
}

/** Compares my version with theirs, and determines by their common base who changed what. */
export function compareThreeWay<Value>({ base, mine, theirs }: Versions<Value>): ThreeWayComparison<Value> {
  const versions = { base, mine: mergeAdditions({ base, mine, theirs }), theirs }
  const texts = new Map<string, TextComparison>()
  const differences = listDifferences(versions).flatMap(({ baseText, ...difference }): Difference[] => {
    const text = compareText(difference, baseText)
    if (!text) return [difference]
    texts.set(difference.key, text)
    return listTextDifferences(difference, text)
  })
  return { versions, differences, texts }
}

/** Compares a text of several blocks. Returns `undefined` for other values, and for a text whose base is unknown. */
function compareText({ before, after }: Change, base: string | undefined): TextComparison | undefined {
  if (base === undefined || typeof before !== 'string' || typeof after !== 'string') return undefined
  const text = compareTextVersions({ base, mine: after, theirs: before })
  const { segments } = text
  const hasSeveralBlocks = segments.length > 1 || segments.some(({ mine, theirs }) => mine.length + theirs.length > 2)
  // Texts that differ only in how their blocks are joined, such as two lists instead of one, are chosen as a whole.
  return hasSeveralBlocks && segments.some(({ changedBy }) => changedBy !== 'none') ? text : undefined
}

const getSegmentKey = (textKey: string, index: number) => `${textKey}#${index}`

const listTextDifferences = (difference: Difference, { segments, isRichText }: TextComparison): Difference[] =>
  segments.flatMap(({ changedBy, mine, theirs }, index) => {
    if (changedBy === 'none') return []
    const join = (blocks: readonly string[]) => (blocks.length === 0 ? undefined : joinTextBlocks(blocks, isRichText))
    const key = getSegmentKey(difference.key, index)
    return { path: difference.path, kind: difference.kind, before: join(theirs), after: join(mine), key, changedBy }
  })

/** A difference with the text that both sides started from, if it is known. */
type DifferenceWithBase = Difference & { baseText: string | undefined }

function listDifferences({ base, mine, theirs }: Versions<unknown>): DifferenceWithBase[] {
  const myChanges = diff(base, mine)
  const mySignatures = collectSignatures(myChanges)
  const theirSignatures = collectSignatures(diff(base, theirs))
  const myChangesByPath = new Map(myChanges.map((change) => [change.path, change]))
  /** Returns the base of a text that both changed; a text that both added started empty. */
  function findCommonBase({ path, before }: Change): string | undefined {
    const myChange = myChangesByPath.get(path)
    if (!myChange || !theirSignatures.has(getSignature({ ...myChange, after: before }))) return undefined
    const text = myChange.kind === 'added' ? '' : myChange.before
    return typeof text === 'string' ? text : undefined
  }
  return diff(theirs, mine).map((change) => {
    // Their changes appear reversed in the difference from theirs to mine.
    const isTheirs = theirSignatures.has(getSignature(reverseChange(change)))
    const isMine = mySignatures.has(getSignature(change))
    const changedBy = getChangedBy(isMine, isTheirs)
    const baseValues = { mine: change.before, theirs: change.after, both: findCommonBase(change) }
    const baseValue = baseValues[changedBy]
    const baseText = typeof baseValue === 'string' ? baseValue : undefined
    return { ...change, key: getChangeKey(change), changedBy, baseText }
  })
}

/** Returns who changed a value; both, if the signature of the change is in neither or in both comparisons. */
function getChangedBy(isMine: boolean, isTheirs: boolean): ChangedBy {
  if (isMine === isTheirs) return 'both'
  return isMine ? 'mine' : 'theirs'
}

/** Returns the keys that are selected by default: all differences that I changed, including those that both changed. */
const getDefaultSelection = (differences: readonly Difference[]): ReadonlySet<string> =>
  new Set(differences.filter(({ changedBy }) => changedBy !== 'theirs').map(({ key }) => key))

/** Returns their version with the selected differences of mine. */
export function mergeSelected<Value>(comparison: ThreeWayComparison<Value>, selectedKeys: ReadonlySet<string>): Value
export function mergeSelected(
  { versions, texts }: ThreeWayComparison<unknown>,
  selectedKeys: ReadonlySet<string>,
): unknown {
  const mergedTexts = [...texts].map(([key, text]): [string, string] => [
    key,
    joinTextSegments(text, (index) => selectedKeys.has(getSegmentKey(key, index))),
  ])
  return applyChanges(versions.theirs, versions.mine, selectedKeys, new Map(mergedTexts))
}

/**
 * Merges two versions automatically. If both changed the same value or the same block of a text, mine wins and
 * `hasConflict` is true.
 */
export function mergeVersions<Value>(input: Versions<Value>): { merged: Value; hasConflict: boolean } {
  const comparison = compareThreeWay(input)
  const { differences } = comparison
  return {
    merged: mergeSelected(comparison, getDefaultSelection(differences)),
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
