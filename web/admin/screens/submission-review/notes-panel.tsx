import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { REVIEW_CHECKS, type ReviewCheck } from '#contracts/submission-review/submission-review.ts'
import { toneClass } from '../../../shared/tone.ts'
import type { NotesState } from './notes-keeper.ts'
import type { Notes } from './use-notes.ts'

const CHECKS = Object.entries(REVIEW_CHECKS).map(([value, label]) => ({ value, label }))
const isCheck = (value: string): value is ReviewCheck => value in REVIEW_CHECKS

/** The checklist and the two kinds of notes; they save themselves. */
export function NotesPanel({ notes, canWrite }: { notes: Notes; canWrite: boolean }) {
  const { typed, clash, change, save, settle } = notes
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h3 id={headingId} className="text-base">
          审核记录
        </h3>
        {canWrite && <SavingState state={notes.state} onRetry={() => void save()} />}
      </div>
      <div className="flex flex-col gap-4 pt-3">
        <fieldset className="m-0 border-0 p-0" disabled={!canWrite}>
          <legend className="px-0 pb-1 text-sm text-muted">
            核对清单（{typed.checklist.length}/{CHECKS.length}）
          </legend>
          <Checkbox.Group
            className="grid w-full gap-x-4 sm:grid-cols-2"
            disabled={!canWrite}
            value={[...typed.checklist]}
            onChange={(checked) => change({ checklist: checked.filter(isCheck) })}
          >
            {CHECKS.map(({ value, label }) => (
              <Checkbox key={value} value={value} className="min-h-11 items-center md:min-h-9">
                {label}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </fieldset>
        <NotesField
          label="给厂商的审核意见"
          hint="厂商凭回执可以看到"
          value={typed.vendorNotes}
          canWrite={canWrite}
          onChange={(vendorNotes) => change({ vendorNotes })}
          onBlur={() => void save()}
        >
          {clash.vendorNotes !== undefined && (
            <Theirs label="审核意见" text={clash.vendorNotes} onSettle={(whose) => settle('vendorNotes', whose)} />
          )}
        </NotesField>
        <NotesField
          label="内部备注"
          hint="仅后台可见"
          value={typed.reviewNotes}
          canWrite={canWrite}
          onChange={(reviewNotes) => change({ reviewNotes })}
          onBlur={() => void save()}
        >
          {clash.reviewNotes !== undefined && (
            <Theirs label="内部备注" text={clash.reviewNotes} onSettle={(whose) => settle('reviewNotes', whose)} />
          )}
        </NotesField>
      </div>
    </section>
  )
}

type NotesFieldProps = {
  label: string
  hint: string
  value: string
  canWrite: boolean
  onChange: (typed: string) => void
  onBlur: () => void
  children?: ReactNode
}

function NotesField({ label, hint, value, canWrite, onChange, onBlur, children }: NotesFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}（{hint}）
      </label>
      <Input.TextArea
        id={id}
        rows={3}
        maxLength={TEXT.paragraph}
        readOnly={!canWrite}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {children}
    </div>
  )
}

type TheirsProps = { label: string; text: string; onSettle: (whose: 'ours' | 'theirs') => void }

/** Another reviewer's words for a text that was written here too; nothing is saved before one is chosen. */
const Theirs = ({ label, text, onSettle }: TheirsProps) => (
  <section
    role="alert"
    aria-label={`他人写的${label}`}
    className={`${toneClass('orange')} flex flex-col gap-2 rounded-lg border border-tone bg-tone px-3 py-2 text-sm text-tone`}
  >
    <p>他人刚刚保存了不同的{label}：</p>
    <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{text || '（已清空）'}</p>
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onSettle('ours')}>保留我写的</Button>
      <Button onClick={() => onSettle('theirs')}>改用对方的</Button>
    </div>
  </section>
)

const SAID = {
  ...{ clean: '', typing: '有未保存的修改', saving: '正在保存……', saved: '已保存' },
  clash: '与他人的修改不一致，请先选择，再给出结论',
} as const

const SavingState = ({ state, onRetry }: { state: NotesState; onRetry: () => void }) =>
  state.kind === 'failed' ? (
    <p role="alert" className="text-sm text-danger">
      {state.message}
      <Button type="link" size="small" onClick={onRetry}>
        重试
      </Button>
    </p>
  ) : (
    <p role="status" className="text-sm text-muted">
      {SAID[state.kind]}
    </p>
  )
