import { useId, useRef, useState } from 'react'
import type { Authorship } from '#contracts/content/revision.ts'
import type { Versions } from '../../shared/versioned/merge-additions.ts'
import type { Difference } from '../../shared/versioned/three-way.ts'
import {
  CHANGED_BY_LABELS,
  type DescribeVersionedDifference,
  type DifferenceDescription,
  describeAuthorship,
  describeUnresolved,
  type SelectedSide,
  useConflictResolution,
} from '../../shared/versioned/use-conflict-resolution.ts'
import { Button } from './buttons.tsx'
import { Dialog } from './dialog.tsx'

export type ConflictDialogProps<Value> = {
  versions: Versions<Value>
  /** Who saved the newest version; `undefined` while it is loaded, and if it is unknown. */
  authorship: Authorship | undefined
  describe: DescribeVersionedDifference<Value>
  isSaving: boolean
  onSave: (merged: Value) => void
  onClose: () => void
}

/** Lists the differences between the user's version and the saved one, and saves the version chosen for each. */
export function ConflictDialog<Value>({
  versions,
  authorship,
  describe,
  isSaving,
  onSave,
  onClose,
}: ConflictDialogProps<Value>) {
  const [initialVersions] = useState(versions)
  const resolution = useConflictResolution(initialVersions, describe)
  const { rows, additionCount, conflictCount, unresolved } = resolution
  const list = useRef<HTMLUListElement>(null)
  const [hasTriedToSave, setHasTriedToSave] = useState(false)

  function save() {
    const [first] = unresolved
    if (!first) return onSave(resolution.getMerged())
    setHasTriedToSave(true)
    return list.current?.children[rows.indexOf(first)]?.querySelector('input')?.focus()
  }

  return (
    <Dialog isOpen onClose={onClose} title="内容已被更新，请合并后保存" className="max-w-3xl">
      <p className="text-muted">
        您编辑期间，{describeAuthorship(authorship)}保存了新的版本。下面逐项列出不同；只有一方改动的内容已经选好
        <span>{conflictCount > 0 && `，${conflictCount}处双方都改过，请逐处选择`}</span>。
        <span>{additionCount > 0 && `对方新增的${additionCount}项会一并保留。`}</span>
      </p>
      {rows.length === 0 ? (
        <p className="mt-4">两个版本的内容相同，可以直接保存。</p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => resolution.selectAll(true)}>
            全部用我的
          </Button>
          <Button variant="outline" onClick={() => resolution.selectAll(false)}>
            全部用对方的
          </Button>
        </div>
      )}
      <ul ref={list} className="my-5 grid gap-3">
        {rows.map((row) => {
          const description = describe(row, resolution.mine)
          return (
            description && (
              <li key={row.key}>
                <DifferenceChoice
                  difference={row}
                  description={description}
                  selectedSide={resolution.getSide(row.key)}
                  onChoose={(isMine) => resolution.select([row.key], isMine)}
                />
              </li>
            )
          )
        })}
      </ul>
      {hasTriedToSave && unresolved.length > 0 && (
        <p role="alert" className="mb-3 text-right text-danger">
          {describeUnresolved(unresolved.length)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          继续编辑
        </Button>
        <Button isBusy={isSaving} onClick={save}>
          {isSaving ? '保存中……' : '合并并保存'}
        </Button>
      </div>
    </Dialog>
  )
}

type DifferenceChoiceProps = {
  difference: Difference
  description: DifferenceDescription
  selectedSide: SelectedSide
  onChoose: (isMine: boolean) => void
}

function DifferenceChoice({ difference, description, selectedSide, onChoose }: DifferenceChoiceProps) {
  const { label, mine, theirs } = description
  const name = useId()
  const sides = [
    { isMine: true, label: '我的', text: mine },
    { isMine: false, label: '对方的', text: theirs },
  ]
  return (
    <fieldset className="rounded-lg border border-line px-4 pb-3">
      <legend className="px-1 font-medium">
        {label}
        <span
          className={`ml-2 text-sm font-normal ${difference.changedBy === 'both' ? 'text-cinnabar' : 'text-muted'}`}
        >
          {CHANGED_BY_LABELS[difference.changedBy]}
        </span>
      </legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {sides.map((side) => (
          <label key={side.label} className="flex min-h-11 items-start gap-2 py-2">
            <input
              type="radio"
              name={name}
              className="mt-1.5"
              checked={selectedSide === (side.isMine ? 'mine' : 'theirs')}
              onChange={() => onChoose(side.isMine)}
            />
            <span className="min-w-0">
              <span className="text-sm text-muted">{side.label}</span>
              <span className="block break-words whitespace-pre-wrap">{side.text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
