/** Choosing between two versions, difference by difference, without UI: each front draws its own dialog. */
import { useCallback, useState } from 'react'
import { diff } from '#contracts/rules/difference.ts'
import type { Versions } from './merge-additions.ts'
import { compareVersions, type Difference, getDefaultChoice, mergeSelected } from './three-way.ts'

/** The label of a difference, and the texts of both sides. */
export type Description = { label: string; mine: string; theirs: string }

/**
 * Describes a difference; `undefined` for a hidden one, such as a password: ours is used. Items are named as they are in
 * `mine`, if it is given.
 */
export type Describe = (difference: Difference, mine?: unknown) => Description | undefined

/** The same of versions of one kind, with mine at hand. */
export type DescribeIn<Value> = (difference: Difference, mine: Value) => Description | undefined

/** Who made a change, as the one at the screen reads it. */
export const OWNER_LABELS: Record<Difference['whose'], string> = {
  mine: '我改过',
  theirs: '对方改过',
  both: '双方都改过',
}

/**
 * Returns the differences that have to be shown, those of both sides first, with what is chosen of each. What only one
 * side has changed is chosen already; `getMerged` returns what the choice comes to.
 */
export function useConflictChoice<Value>(initialVersions: Versions<Value>, describe: DescribeIn<Value>) {
  const [{ versions, differences }] = useState(() => compareVersions(initialVersions))
  const [additions] = useState(
    () => diff(initialVersions.mine, versions.mine).filter(({ kind }) => kind === 'added').length,
  )
  const [rows] = useState(() =>
    sortUndecidedFirst(differences.filter((item) => describe(item, versions.mine) !== undefined)),
  )
  const [selectedKeys, setSelectedKeys] = useState(() => getDefaultChoice(differences))

  const select = useCallback((keys: readonly string[], isMine: boolean) => {
    setSelectedKeys((before) => {
      const next = new Set(before)
      for (const key of keys) {
        if (isMine) next.add(key)
        else next.delete(key)
      }
      return next
    })
  }, [])

  return {
    rows,
    /** My whole version, in which items are named, with what they added. */
    mine: versions.mine,
    /** How many items they added, which are taken over. */
    additions,
    undecidedCount: rows.filter(({ whose }) => whose === 'both').length,
    selectedKeys,
    select,
    selectAll: (isMine: boolean) =>
      select(
        rows.map(({ key }) => key),
        isMine,
      ),
    getMerged: (): Value => mergeSelected(versions, selectedKeys),
  }
}

const sortUndecidedFirst = (differences: readonly Difference[]): Difference[] => [
  ...differences.filter(({ whose }) => whose === 'both'),
  ...differences.filter(({ whose }) => whose !== 'both'),
]
