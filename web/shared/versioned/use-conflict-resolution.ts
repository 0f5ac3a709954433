/** The state of a conflict dialog, without UI: the site and the back office each render their own. */

import { useCallback, useState } from 'react'
import type { Authorship } from '#contracts/content/revision.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { formatMinute } from '../formats.ts'
import type { Versions } from './merge-additions.ts'
import type { ChangedBy } from './merge-texts.ts'
import { compareThreeWay, type Difference, mergeSelected } from './three-way.ts'

/** The label of a difference, and the texts of both sides. */
export type DifferenceDescription = {
  label: string
  mine: string
  theirs: string
  /** Both sides as rich text, which shows differences in formatting, too. */
  richText?: { mine: string; theirs: string } | undefined
}

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

/** Asks the user to select a side of the differences that both changed. */
export const describeUnresolved = (count: number): string => `还有${count}处双方都改过，请选择保留哪一方的`

/** The side that the user has selected for a difference; `undefined` if it has yet to be selected. */
export type SelectedSide = 'mine' | 'theirs' | undefined

/** Says who saved the latest version and when: `张三于2026年11月28日 14:05`; `有人` if that is unknown. */
export const describeAuthorship = (authorship: Authorship | undefined): string =>
  authorship ? `${authorship.createdBy?.name ?? '系统'}于${formatMinute(authorship.createdAt)}` : '有人'

/**
 * Returns the visible differences, conflicts first, and the side that is selected for each. What only one side changed
 * is selected by default; what both changed has to be selected by the user, since either choice discards something.
 * `getMerged` returns the value merged by the selection.
 */
export function useConflictResolution<Value>(
  initialVersions: Versions<Value>,
  describe: DescribeVersionedDifference<Value>,
) {
  const [comparison] = useState(() => compareThreeWay(initialVersions))
  const { versions, differences } = comparison
  const [additionCount] = useState(
    () => diff(initialVersions.mine, versions.mine).filter(({ kind }) => kind === 'added').length,
  )
  const [rows] = useState(() =>
    sortConflictsFirst(differences.filter((item) => describe(item, versions.mine) !== undefined)),
  )
  const [selectedSides, setSelectedSides] = useState(() => {
    const visible = new Set(rows)
    return new Map(differences.map((item) => [item.key, getDefaultSide(item, visible.has(item))]))
  })

  const select = useCallback((keys: readonly string[], isMine: boolean) => {
    setSelectedSides((before) => {
      const next = new Map(before)
      for (const key of keys) next.set(key, isMine ? 'mine' : 'theirs')
      return next
    })
  }, [])
  const getSide = (key: string): SelectedSide => selectedSides.get(key)

  return {
    rows,
    /** My entire version, including the list items that they added. Used to name list items. */
    mine: versions.mine,
    /** The number of list items that they added. */
    additionCount,
    conflictCount: rows.filter(({ changedBy }) => changedBy === 'both').length,
    /** The differences for which the user has yet to select a side. */
    unresolved: rows.filter(({ key }) => getSide(key) === undefined),
    getSide,
    select,
    selectAll: (isMine: boolean) =>
      select(
        rows.map(({ key }) => key),
        isMine,
      ),
    getMerged: (): Value => {
      const mine = differences.map(({ key }) => key).filter((key) => getSide(key) === 'mine')
      return mergeSelected(comparison, new Set(mine))
    },
  }
}

/** Returns the side that is selected by default. Mine is kept for a hidden difference that both changed. */
function getDefaultSide({ changedBy }: Difference, isVisible: boolean): SelectedSide {
  if (changedBy === 'both') return isVisible ? undefined : 'mine'
  return changedBy
}

const sortConflictsFirst = (differences: readonly Difference[]): Difference[] => [
  ...differences.filter(({ changedBy }) => changedBy === 'both'),
  ...differences.filter(({ changedBy }) => changedBy !== 'both'),
]
