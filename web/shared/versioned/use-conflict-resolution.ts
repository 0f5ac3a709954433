/** Chooses between two versions, difference by difference, without UI: each front renders its own dialog. */
import { useCallback, useState } from 'react'
import { diff } from '#contracts/rules/json-diff.ts'
import type { Versions } from './merge-additions.ts'
import { compareVersions, type Difference, getDefaultSelection, mergeSelected } from './three-way.ts'

/** The label of a difference, and the texts of both sides. */
export type Description = { label: string; mine: string; theirs: string }

/**
 * Describes a difference; `undefined` hides it, such as a password, and keeps mine. Items are named as in `mine`, if it
 * is given.
 */
export type DescribeDifference = (difference: Difference, mine?: unknown) => Description | undefined

/** `DescribeDifference` for versions of one type, with my version given. */
export type DescribeIn<Value> = (difference: Difference, mine: Value) => Description | undefined

/** Who made a change, from the user's point of view. */
export const OWNER_LABELS: Record<Difference['whose'], string> = {
  mine: '我改过',
  theirs: '对方改过',
  both: '双方都改过',
}

/**
 * Returns the visible differences, those of both sides first, with the current selection. Changes of only one side are
 * selected initially; `getMerged` returns the merged value.
 */
export function useConflictResolution<Value>(initialVersions: Versions<Value>, describe: DescribeIn<Value>) {
  const [{ versions, differences }] = useState(() => compareVersions(initialVersions))
  const [additions] = useState(
    () => diff(initialVersions.mine, versions.mine).filter(({ kind }) => kind === 'added').length,
  )
  const [rows] = useState(() =>
    sortUndecidedFirst(differences.filter((item) => describe(item, versions.mine) !== undefined)),
  )
  const [selectedKeys, setSelectedKeys] = useState(() => getDefaultSelection(differences))

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
    /** My entire version including their additions, from which items are named. */
    mine: versions.mine,
    /** How many items they added, which are included. */
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
