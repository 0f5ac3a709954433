import { Button, Form, Input, Switch } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { LIST, TEXT } from '#contracts/limits.ts'
import { RECIPIENT_DEPARTMENTS } from '#contracts/mail/mail.ts'

const LISTS = [
  { key: 'consultation', title: '咨询通知', description: '有人提交选型咨询或评估申请时，给他们发邮件。' },
  { key: 'submission', title: '提交通知', description: '有厂商提交产品时，给他们发邮件。' },
] as const
type ListKey = (typeof LISTS)[number]['key']

/** Edits the recipients of notifications about consultations and submissions. */
export const RecipientLists = ({ canEdit }: { canEdit: boolean }) => (
  <div className="grid items-start gap-x-8 xl:grid-cols-2">
    {LISTS.map(({ key, title, description }) => (
      <section key={key} className="panel mb-5 px-5 py-5" aria-label={title}>
        <h2 className="text-lg">{title}</h2>
        <p className="pt-1 pb-4 text-sm text-muted">{description}</p>
        <RecipientList list={key} canEdit={canEdit} />
      </section>
    ))}
  </div>
)

const RecipientList = ({ list, canEdit }: { list: ListKey; canEdit: boolean }) => (
  <Form.List name={['recipients', list]}>
    {(rows, { add, remove }) => (
      <>
        {rows.length === 0 && <p className="pb-4 text-muted">还没有收件人，这类通知不会发出。</p>}
        <ul className="divide-y divide-line">
          {rows.map(({ key, name }) => (
            <li key={key} className="pt-3">
              <RecipientRow at={name} canEdit={canEdit} onRemove={() => remove(name)} />
            </li>
          ))}
        </ul>
        {canEdit && (
          <Button
            icon={<Plus className="size-4" aria-hidden />}
            disabled={rows.length >= LIST.short}
            onClick={() => add({ name: '', email: '', department: RECIPIENT_DEPARTMENTS[list], isActive: true })}
          >
            添加收件人
          </Button>
        )}
      </>
    )}
  </Form.List>
)

type RecipientRowProps = { at: number; canEdit: boolean; onRemove: () => void }

const RecipientRow = ({ at, canEdit, onRemove }: RecipientRowProps) => (
  // Relative, so that the hidden legend, which a grid places beside its columns, doesn't widen the screen.
  <fieldset className="relative m-0 grid gap-x-3 border-0 p-0 sm:grid-cols-2">
    <legend className="sr-only">收件人{at + 1}</legend>
    <Form.Item label="姓名" name={[at, 'name']} className="mb-3">
      <Input maxLength={TEXT.word} autoComplete="off" />
    </Form.Item>
    <Form.Item label="邮箱" name={[at, 'email']} className="mb-3">
      <Input inputMode="email" maxLength={254} autoComplete="off" spellCheck={false} />
    </Form.Item>
    <Form.Item label="部门" name={[at, 'department']} className="mb-3">
      <Input maxLength={TEXT.word} autoComplete="off" />
    </Form.Item>
    <div className="flex items-end justify-between gap-3">
      <Form.Item label="接收通知" name={[at, 'isActive']} valuePropName="checked" className="mb-3">
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Form.Item>
      {canEdit && (
        <Button
          type="text"
          className="mb-3"
          aria-label={`移除收件人${at + 1}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  </fieldset>
)
