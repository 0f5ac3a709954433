import { Button, Modal, Radio } from 'antd'
import { memo, useCallback, useState } from 'react'
import { MESSAGES } from '#contracts/messages/general.ts'
import { difference } from '#contracts/rules/difference.ts'
import { toneClass } from '../../../shared/tone.ts'
import { labelOf, placeOf } from '../../editors/form/field-paths.ts'
import type { DocumentForm } from '../../editors/form/form-types.ts'
import { shownSides } from '../../editors/form/shown-value.ts'
import type { Json } from '../../editors/json-path.ts'
import type { Conflict } from '../use-saving.ts'
import { type Difference, differencesOf, firstChoice, mergedDocument } from './three-way.ts'
import { withTheirAdditions } from './with-their-additions.ts'

type ConflictDialogProps = {
  /** What the fields are called. */
  form: DocumentForm
  conflict: Conflict
  isSaving: boolean
  onSave: (merged: Json) => void
  onClose: () => void
}

/** So many differences are drawn at a time: somebody may have changed a thousand products. */
const SHOWN_AT_ONCE = 50

/** Both versions, field by field: whose stands is chosen for each, and nothing of either is lost unseen. */
export function ConflictDialog({ form, conflict, isSaving, onSave, onClose }: ConflictDialogProps) {
  const theirs = conflict.theirs.document
  const [versions] = useState(() => {
    const { base } = conflict
    return { base, theirs, mine: withTheirAdditions(base, conflict.mine, theirs) }
  })
  const [additions] = useState(
    () => difference(conflict.mine, versions.mine).filter(({ kind }) => kind === 'added').length,
  )
  const [differences] = useState(() => toDecideFirst(differencesOf(versions)))
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const [chosen, setChosen] = useState(() => firstChoice(differences))
  const undecided = differences.filter(({ whose }) => whose === 'both').length

  const choose = useCallback((key: string, isMine: boolean) => {
    setChosen((before) => {
      const next = new Set(before)
      if (isMine) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])

  return (
    <Modal
      open
      width={960}
      title="内容已被更新，请合并后保存"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="close" onClick={onClose}>
          继续编辑
        </Button>,
        <Button key="save" type="primary" disabled={isSaving} onClick={() => onSave(mergedDocument(versions, chosen))}>
          {isSaving ? '保存中...' : '合并并保存'}
        </Button>,
      ]}
    >
      <p className="pb-2 text-muted">
        {MESSAGES.staleRevision}。下面逐项列出两个版本的不同；双方没有同时改动的内容已经替您选好
        {undecided > 0 && `，其中${undecided}处双方都改过，请核对`}。
        {additions > 0 && `对方新增的${additions}项会一并保留。`}
      </p>
      <div className="flex flex-wrap gap-2 pb-3">
        <Button size="small" onClick={() => setChosen(new Set(differences.map(({ key }) => key)))}>
          全部用我的
        </Button>
        <Button size="small" onClick={() => setChosen(new Set())}>
          全部用对方的
        </Button>
      </div>
      {differences.length === 0 && <p>两个版本的内容相同，可以直接保存。</p>}
      <ul className="flex max-h-[40dvh] md:max-h-[55dvh] flex-col gap-3 overflow-y-auto">
        {differences.slice(0, shown).map((one) => (
          <DifferenceRow key={one.key} form={form} difference={one} isMine={chosen.has(one.key)} onChoose={choose} />
        ))}
        {differences.length > shown && (
          <li>
            <Button type="link" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
              再显示{Math.min(SHOWN_AT_ONCE, differences.length - shown)}处，共{differences.length}处
            </Button>
          </li>
        )}
      </ul>
    </Modal>
  )
}

const toDecideFirst = (differences: readonly Difference[]): Difference[] => [
  ...differences.filter(({ whose }) => whose === 'both'),
  ...differences.filter(({ whose }) => whose !== 'both'),
]

type DifferenceRowProps = {
  form: DocumentForm
  difference: Difference
  isMine: boolean
  onChoose: (key: string, isMine: boolean) => void
}

/** The mark beside the first line, however long the text is. */
const SIDE = 'items-start [&>.ant-radio]:mt-1 [&>.ant-radio]:self-start'

const WHOSE = { mine: '我改过', theirs: '对方改过', both: '双方都改过' } as const

const DifferenceRow = memo(function DifferenceRow({ form, difference, isMine, onChoose }: DifferenceRowProps) {
  const label = labelOf(form, difference.path)
  const shown = shownSides(difference, placeOf(form, difference.path)?.field)
  return (
    <li className="rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-center gap-2 pb-2 font-semibold">
        {label}
        {difference.kind === 'moved' && '的位置'}
        <span
          className={`${toneClass(difference.whose === 'both' ? 'orange' : 'gray')} rounded border border-tone bg-tone px-1.5 text-xs font-normal text-tone`}
        >
          {WHOSE[difference.whose]}
        </span>
      </p>
      <Radio.Group
        className="grid w-full grid-cols-1 gap-2 md:grid-cols-2"
        aria-label={label}
        value={isMine ? 'mine' : 'theirs'}
        onChange={(event) => onChoose(difference.key, event.target.value === 'mine')}
      >
        <Radio value="mine" className={SIDE}>
          <span className="text-sm text-muted">我的</span>
          <span className="block whitespace-pre-wrap">{shown.after}</span>
        </Radio>
        <Radio value="theirs" className={SIDE}>
          <span className="text-sm text-muted">对方的</span>
          <span className="block whitespace-pre-wrap">{shown.before}</span>
        </Radio>
      </Radio.Group>
    </li>
  )
})
