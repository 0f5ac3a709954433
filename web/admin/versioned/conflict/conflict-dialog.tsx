import { Button, Modal, Radio } from 'antd'
import { memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Authorship } from '#contracts/content/revision.ts'
import type { Versions } from '../../../shared/versioned/merge-additions.ts'
import type { Difference } from '../../../shared/versioned/three-way.ts'
import {
  CHANGED_BY_LABELS,
  type DescribeDifference,
  type DifferenceDescription,
  describeAuthorship,
  describeUnresolved,
  type SelectedSide,
  useConflictResolution,
} from '../../../shared/versioned/use-conflict-resolution.ts'
import { ToneTag } from '../../components/tone-tag.tsx'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { RichTextDifference } from '../../editors/history/rich-text-difference.tsx'
import { TextDifference } from '../../editors/history/text-difference.tsx'

type ConflictDialogProps<Value> = {
  versions: Versions<Value>
  /** Who saved their version; `undefined` if that is unknown. */
  authorship: Authorship | undefined
  describeDifference: DescribeDifference
  isSaving: boolean
  onSave: (merged: Value) => void
  onClose: () => void
}

/** The number of differences that are rendered at first: a save may have changed a thousand products. */
const ROWS_PER_PAGE = 50

/** Compares the user's version with the saved one. The user selects a version for each field or passage that differs. */
export function ConflictDialog<Value>({
  versions,
  authorship,
  describeDifference,
  isSaving,
  onSave,
  onClose,
}: ConflictDialogProps<Value>) {
  useReturnFocus()
  const resolution = useConflictResolution(versions, describeDifference)
  const { rows, additionCount, conflictCount, unresolved } = resolution
  const [limit, setLimit] = useState(ROWS_PER_PAGE)
  const list = useRef<HTMLUListElement>(null)
  const [hasTriedToSave, setHasTriedToSave] = useState(false)

  function save() {
    const [first] = unresolved
    if (!first) return onSave(resolution.getMerged())
    const index = rows.indexOf(first)
    flushSync(() => {
      setHasTriedToSave(true)
      setLimit(Math.max(limit, index + 1))
    })
    list.current?.children[index]?.querySelector('input')?.focus()
  }

  return (
    <Modal
      open
      width={960}
      title="内容已被更新，请合并后保存"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        hasTriedToSave && unresolved.length > 0 && (
          <p key="unresolved" role="alert" className="pb-2 text-danger">
            {describeUnresolved(unresolved.length)}
          </p>
        ),
        <Button key="close" onClick={onClose}>
          继续编辑
        </Button>,
        <Button key="save" type="primary" onClick={save} {...getUnavailableProps(isSaving)}>
          {isSaving ? '保存中……' : '合并并保存'}
        </Button>,
      ]}
    >
      <p className="pb-2 text-muted">
        您编辑期间，{describeAuthorship(authorship)}
        保存了新的版本。下面逐项列出两个版本的不同；只有一方改动的内容已经替您选好
        {conflictCount > 0 && `，${conflictCount}处双方都改过，请逐处选择`}。
        {additionCount > 0 && `对方新增的${additionCount}项会一并保留。`}
      </p>
      <div className="flex flex-wrap gap-2 pb-3">
        <Button size="small" onClick={() => resolution.selectAll(true)}>
          全部用我的
        </Button>
        <Button size="small" onClick={() => resolution.selectAll(false)}>
          全部用对方的
        </Button>
      </div>
      {rows.length === 0 && <p>两个版本的内容相同，可以直接保存。</p>}
      <ul ref={list} className="flex max-h-[40dvh] md:max-h-[55dvh] flex-col gap-3 overflow-y-auto">
        {rows.slice(0, limit).map((row) => (
          <DifferenceRow
            key={row.key}
            difference={row}
            myVersion={resolution.mine}
            describeDifference={describeDifference}
            side={resolution.getSide(row.key)}
            onSelect={resolution.select}
          />
        ))}
        {rows.length > limit && (
          <li>
            <Button type="link" onClick={() => setLimit(limit + ROWS_PER_PAGE)}>
              再显示{Math.min(ROWS_PER_PAGE, rows.length - limit)}处，共{rows.length}处
            </Button>
          </li>
        )}
      </ul>
    </Modal>
  )
}

type DifferenceRowProps = {
  difference: Difference
  /** The user's entire version, from which list items are named. */
  myVersion: unknown
  describeDifference: DescribeDifference
  side: SelectedSide
  onSelect: (keys: readonly string[], isMine: boolean) => void
}

/** Aligns the radio button with the first line of long texts. */
const RADIO_CLASS =
  'min-w-0 items-start [&>.ant-radio]:mt-1 [&>.ant-radio]:self-start [&>.ant-radio-label]:min-w-0 [&>.ant-radio-label]:flex-1'

const DifferenceRow = memo(function DifferenceRow(props: DifferenceRowProps) {
  const { difference, myVersion, describeDifference, side, onSelect } = props
  const description = describeDifference(difference, myVersion)
  if (!description) return null
  const { label } = description
  return (
    <li className="rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-center gap-2 pb-2 font-semibold">
        {label}
        <ToneTag tone={difference.changedBy === 'both' ? 'orange' : 'gray'} className="text-xs">
          {CHANGED_BY_LABELS[difference.changedBy]}
        </ToneTag>
      </p>
      <Radio.Group
        className="grid w-full grid-cols-1 gap-2 md:grid-cols-2"
        aria-label={label}
        value={side ?? null}
        onChange={(event) => onSelect([difference.key], event.target.value === 'mine')}
      >
        <Radio value="mine" className={RADIO_CLASS}>
          <span className="text-sm text-muted">我的</span>
          <SideText description={description} side="mine" />
        </Radio>
        <Radio value="theirs" className={RADIO_CLASS}>
          <span className="text-sm text-muted">对方的</span>
          <SideText description={description} side="theirs" />
        </Radio>
      </Radio.Group>
    </li>
  )
})

/** Shows one side in full, with what differs from the other marked. */
function SideText({ description, side }: { description: DifferenceDescription; side: 'mine' | 'theirs' }) {
  const other = side === 'mine' ? 'theirs' : 'mine'
  const { richText } = description
  if (richText && richText[side] !== '')
    return <RichTextDifference before={richText[other]} after={richText[side]} hasRemovals={false} />
  return <TextDifference before={description[other]} after={description[side]} hasRemovals={false} />
}
