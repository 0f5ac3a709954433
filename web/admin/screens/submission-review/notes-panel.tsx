import { Alert, Button, Checkbox, Input } from 'antd'
import { useId } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { SUBMISSION_REVIEW_CHECKS } from '#contracts/submission-review/checks.ts'
import { createDifferenceDescriber } from '../../editors/form/describe-difference.ts'
import type { Field, FieldsByKey } from '../../editors/form/form-types.ts'
import { FormConflictDialog } from '../../versioned/form-status.tsx'
import { getChecklist, getChecks, type Notes, type NotesStatus } from './notes-form.ts'
import type { NotesEditing } from './use-notes.ts'

const CHECKS = Object.entries(SUBMISSION_REVIEW_CHECKS).map(([value, label]) => ({ value, label }))
/** The fields of the notes, which also label the differences between two versions. */
const FIELDS = {
  vendorNotes: { key: 'vendorNotes', label: '给厂商的审核意见', kind: 'paragraph', hint: '厂商凭回执可以看到' },
  reviewNotes: { key: 'reviewNotes', label: '内部备注', kind: 'paragraph', hint: '仅后台可见' },
  checks: {
    key: 'checks',
    label: '核对清单',
    kind: 'group',
    fields: CHECKS.map(({ value, label }) => ({ key: value, label, kind: 'switch' })),
  },
} as const satisfies FieldsByKey<Notes>
const describeDifference = createDifferenceDescriber(Object.values(FIELDS))

/** The checklist and both kinds of notes, saved automatically. */
export function NotesPanel({ notes, canWrite }: { notes: NotesEditing; canWrite: boolean }) {
  const { value, change, save } = notes
  const checklist = getChecklist(value)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h3 id={headingId} className="text-base">
          审核记录
        </h3>
        {canWrite && <SavingStatus notes={notes} />}
      </div>
      <div className="flex flex-col gap-4 pt-3">
        <fieldset className="m-0 border-0 p-0" disabled={!canWrite}>
          <legend className="px-0 pb-1 text-sm text-muted">
            {FIELDS.checks.label}（{checklist.length}/{CHECKS.length}）
          </legend>
          <Checkbox.Group
            className="grid w-full gap-x-4 sm:grid-cols-2"
            disabled={!canWrite}
            value={checklist}
            onChange={(checked) => change({ checks: getChecks(checked) })}
          >
            {CHECKS.map((check) => (
              <Checkbox key={check.value} value={check.value} className="min-h-11 items-center md:min-h-9">
                {check.label}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </fieldset>
        <NotesField
          field={FIELDS.vendorNotes}
          value={value.vendorNotes}
          canWrite={canWrite}
          onChange={(vendorNotes) => change({ vendorNotes })}
          onBlur={() => void save()}
        />
        <NotesField
          field={FIELDS.reviewNotes}
          value={value.reviewNotes}
          canWrite={canWrite}
          onChange={(reviewNotes) => change({ reviewNotes })}
          onBlur={() => void save()}
        />
        {notes.status === 'conflict' && <ConflictAlert onCompare={() => void notes.compare()} />}
      </div>
      <FormConflictDialog form={{ ...notes, isSaving: notes.status === 'saving', describeDifference }} />
    </section>
  )
}

type NotesFieldProps = {
  field: Field
  value: string
  canWrite: boolean
  onChange: (notes: string) => void
  onBlur: () => void
}

function NotesField({ field, value, canWrite, onChange, onBlur }: NotesFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {field.label}（{field.hint}）
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

/** Reports a conflict with another reviewer's text. Nothing is saved until it is resolved. */
const ConflictAlert = ({ onCompare }: { onCompare: () => void }) => (
  <Alert
    type="warning"
    showIcon
    role="alert"
    title="他人刚刚保存了不同的审核记录"
    description="您写的仍在这里，尚未保存。请比较两个版本，选好后再保存。"
    action={<Button onClick={onCompare}>比较两个版本</Button>}
  />
)

const STATUS_LABELS: Record<Exclude<NotesStatus, 'failed'>, string> = {
  clean: '',
  typing: '有未保存的修改',
  saving: '正在保存……',
  saved: '已保存',
  conflict: '与他人的修改不一致，请先选择，再给出结论',
}

function SavingStatus({ notes }: { notes: NotesEditing }) {
  if (notes.status !== 'failed') {
    return (
      <p role="status" className="text-sm text-muted">
        {STATUS_LABELS[notes.status]}
      </p>
    )
  }
  return (
    <p role="alert" className="text-sm text-danger">
      {notes.failure}
      <Button type="link" size="small" onClick={() => void notes.save()}>
        重试
      </Button>
    </p>
  )
}
