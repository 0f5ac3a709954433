import { useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import type { Assignment, AssignmentChange } from '#contracts/assignments/assignment.ts'
import { ASSIGNEES, type AssignmentKind } from '#contracts/assignments/kinds.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from '#contracts/assignments/messages.ts'
import { CLEAR_BUTTON } from '../../components/clear-button.tsx'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { assigneesQuery } from './assignment-calls.ts'
import { fromShanghaiInput, toShanghaiInput } from './shanghai-input.ts'

type Values = { assignee: string | undefined; dueAt: string }

type AssignDialogProps = {
  kind: AssignmentKind
  title: string
  /** The present assignment of a single piece of work; without it, empty fields change nothing. */
  assignment?: Assignment | undefined
  isBusy: boolean
  onSubmit: (change: AssignmentChange) => void
  onClose: () => void
}

const FORM_ID = 'assignment-form'

/** Asks who is to do one or several pieces of work, and until when. */
export function AssignDialog({ kind, title, assignment, isBusy, onSubmit, onClose }: AssignDialogProps) {
  useReturnFocus()
  const [form] = Form.useForm<Values>()
  const { data: assignees = [], isPending } = useQuery(assigneesQuery(kind))
  const initialValues: Values = {
    assignee: assignment && (assignment.assignee?.id ?? ASSIGNEES.none),
    dueAt: assignment?.dueAt ? toShanghaiInput(assignment.dueAt) : '',
  }

  /** Sends only what was changed. */
  function submit({ assignee, dueAt }: Values) {
    const change: AssignmentChange = {}
    if (assignee !== initialValues.assignee) change.assignee = assignee === ASSIGNEES.none ? null : (assignee ?? null)
    if (dueAt !== initialValues.dueAt) change.dueAt = dueAt === '' ? null : fromShanghaiInput(dueAt)
    if (change.assignee === undefined && change.dueAt === undefined) onClose()
    else onSubmit(change)
  }

  return (
    <Modal
      open
      title={title}
      okText="保存"
      okButtonProps={{ htmlType: 'submit', form: FORM_ID }}
      cancelText="取消"
      confirmLoading={isBusy}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('assignee')}
    >
      <Form<Values>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={submit}
      >
        <Form.Item name="assignee" label="负责人">
          <Select
            allowClear={assignment ? false : CLEAR_BUTTON}
            loading={isPending}
            placeholder="保持原样"
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: ASSIGNEES.none, label: '未分配' },
              ...assignees.map((user) => ({ value: user.id, label: user.name })),
            ]}
          />
        </Form.Item>
        <Form.Item
          name="dueAt"
          label="截止时间（北京时间）"
          extra={assignment ? '清空后，有承诺期限的按承诺期限。' : '不填则保持原样。'}
          rules={[{ validator: (_rule, value: string) => checkInput(value) }]}
        >
          <Input type="datetime-local" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

const checkInput = async (value: string): Promise<void> => {
  if (value !== '' && Number.isNaN(Date.parse(value))) throw new Error(MESSAGES.dueAt)
}
