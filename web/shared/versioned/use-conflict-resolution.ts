/** The state of a conflict dialog, without UI: the site and the back office each render their own. */
import { useCallback, useState } from 'react'
import { diff } from '#contracts/rules/json-diff.ts'
import type { Versions } from './merge-additions.ts'
import { type ChangedBy, compareThreeWay, type Difference, getDefaultSelection, mergeSelected } from './three-way.ts'

/** The label of a difference, and the texts of both sides. */
export type DifferenceDescription = { label: string; mine: string; theirs: string }

/**
 * Describes a difference. Returns `undefined` to hide it, for example for a password; my value is then kept. List items
 * are named as in `mine`, if given.
 */
export type DescribeDifference = (difference: Difference, mine?: unknown) => DifferenceDescription | undefined

/** `DescribeDifference` for versions of a known type, with my version. */
export type DescribeVersionedDifference<Value> = (
  difference: Difference,
  mine: Value,
) => DifferenceDescription | undefined

/** Says who made a change, from the user's point of view. */
export const CHANGED_BY_LABELS: Record<ChangedBy, string> = {
  mine: '我改过',
  theirs: '对方改过',
  both: '双方都改过',
}

/**
 * Returns the visible differences, conflicts first, and the differences for which my value is selected. `getMerged`
 * returns the value merged by the selection.
 */
export function useConflictResolution<Value>(
  initialVersions: Versions<Value>,
  describe: DescribeVersionedDifference<Value>,
) {
  const [{ versions, differences }] = useState(() => compareThreeWay(initialVersions))
  const [additionCount] = useState(
    () => diff(initialVersions.mine, versions.mine).filter(({ kind }) => kind === 'added').length,
  )
  const [rows] = useState(() =>
    sortConflictsFirst(differences.filter((item) => describe(item, versions.mine) !== undefined)),
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
    /** My entire version, including the list items that they added. Used to name list items. */
    mine: versions.mine,
    /** The number of list items that they added. */
    additionCount,
    conflictCount: rows.filter(({ changedBy }) => changedBy === 'both').length,
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

const sortConflictsFirst = (differences: readonly Difference[]): Difference[] => [
  ...differences.filter(({ changedBy }) => changedBy === 'both'),
  ...differences.filter(({ changedBy }) => changedBy !== 'both'),
]
