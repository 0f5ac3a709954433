import { Button, Form } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { LIST } from '#contracts/limits.ts'
import { RECIPIENT_DEPARTMENTS } from '#contracts/mail/mail.ts'
import { useRowFocus } from '../../components/use-row-focus.ts'
import { FormField } from '../../versioned/form-field.tsx'
import { RECIPIENT_FIELDS, RECIPIENT_LISTS } from './mail-form-fields.ts'

type ListKey = keyof typeof RECIPIENT_LISTS

/** Edits the recipients of notifications about consultations and submissions. */
export const RecipientLists = ({ canEdit }: { canEdit: boolean }) => (
  <div className="grid items-start gap-x-8 xl:grid-cols-2">
    {Object.values(RECIPIENT_LISTS).map(({ key, label, hint }) => (
      <section key={key} className="panel mb-5 px-5 py-5" aria-label={label}>
        <h2 className="text-lg">{label}</h2>
        <p className="pt-1 pb-4 text-sm text-muted">{hint}</p>
        <RecipientList listKey={key} canEdit={canEdit} />
      </section>
    ))}
  </div>
)

function RecipientList({ listKey, canEdit }: { listKey: ListKey; canEdit: boolean }) {
  const { list, addButton, focusRow } = useRowFocus<HTMLUListElement>()
  return (
    <Form.List name={['recipients', listKey]}>
      {(rows, { add, remove }) => (
        <>
          {rows.length === 0 && <p className="pb-4 text-muted">还没有收件人，这类通知不会发出。</p>}
          <ul ref={list} className="divide-y divide-line">
            {rows.map(({ key, name }) => (
              <li key={key} className="pt-3">
                <RecipientRow
                  index={name}
                  canEdit={canEdit}
                  onRemove={() => {
                    remove(name)
                    focusRow(name)
                  }}
                />
              </li>
            ))}
          </ul>
          {canEdit && (
            <Button
              ref={addButton}
              icon={<Plus className="size-4" aria-hidden />}
              disabled={rows.length >= LIST.short}
              onClick={() => {
                add({ name: '', email: '', department: RECIPIENT_DEPARTMENTS[listKey], isActive: true })
                focusRow(rows.length)
              }}
            >
              添加收件人
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

type RecipientRowProps = { index: number; canEdit: boolean; onRemove: () => void }

const RecipientRow = ({ index, canEdit, onRemove }: RecipientRowProps) => (
  // Relative, so that the hidden legend, which a grid places beside its columns, doesn't widen the screen.
  <fieldset className="relative m-0 grid gap-x-3 border-0 p-0 sm:grid-cols-2">
    <legend className="sr-only">收件人{index + 1}</legend>
    <FormField field={RECIPIENT_FIELDS.name} path={[index]} className="mb-3" />
    <FormField field={RECIPIENT_FIELDS.email} path={[index]} className="mb-3" />
    <FormField field={RECIPIENT_FIELDS.department} path={[index]} className="mb-3" />
    <div className="flex items-end justify-between gap-3">
      <FormField field={RECIPIENT_FIELDS.isActive} path={[index]} className="mb-3" />
      {canEdit && (
        <Button
          type="text"
          className="mb-3"
          aria-label={`移除收件人${index + 1}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  </fieldset>
)
