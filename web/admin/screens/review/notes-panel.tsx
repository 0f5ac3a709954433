import { Button, Checkbox, Input } from 'antd'
import { useId } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { REVIEW_CHECKS, type ReviewCheck } from '#contracts/submission-review.ts'
import type { Notes, NotesState } from './use-notes.ts'

const CHECKS = Object.entries(REVIEW_CHECKS).map(([value, label]) => ({ value, label }))
const isCheck = (value: string): value is ReviewCheck => value in REVIEW_CHECKS

/** The checklist and the two kinds of notes; they save themselves. */
export function NotesPanel({ notes, canWrite }: { notes: Notes; canWrite: boolean }) {
  const { typed, change, saveNow } = notes
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h3 id={headingId} className="text-base">
          审核记录
        </h3>
        {canWrite && <SavingState state={notes.state} onRetry={() => void saveNow()} />}
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
          onBlur={() => void saveNow()}
        />
        <NotesField
          label="内部备注"
          hint="仅后台可见"
          value={typed.reviewNotes}
          canWrite={canWrite}
          onChange={(reviewNotes) => change({ reviewNotes })}
          onBlur={() => void saveNow()}
        />
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
}

function NotesField({ label, hint, value, canWrite, onChange, onBlur }: NotesFieldProps) {
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
    </div>
  )
}

const SAID = { clean: '', typing: '有未保存的修改', saving: '正在保存……', saved: '已保存' } as const

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
