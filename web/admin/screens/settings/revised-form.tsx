import { Alert, Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { Overtaken } from './overtaken.tsx'
import type { RevisedFormState } from './use-revised-form.ts'

type RevisedFormProps = {
  name: string
  state: RevisedFormState
  canEdit: boolean
  /** The fields. */
  children: ReactNode
  /** What the button that saves is called, and when it can't be pressed. */
  save: { text: string; isDisabled: boolean }
  /** Further acts beside it. */
  acts?: ReactNode
}

/** A form that others may save too: its fields, what went wrong, what others changed meanwhile, and its acts. */
export function RevisedForm({ name, state, canEdit, children, save, acts }: RevisedFormProps) {
  const { form, initialValues, isDirty, isSaving, failure, theirs } = state
  return (
    <Form
      form={form}
      name={name}
      layout="vertical"
      requiredMark={false}
      className="max-w-160"
      initialValues={initialValues}
      onValuesChange={state.note}
      onFinish={state.save}
      scrollToFirstError={{ focus: true }}
    >
      {failure && <Alert className="mb-4" type="error" showIcon role="alert" title={failure} />}
      {theirs.length > 0 && <Overtaken changes={theirs} />}
      {children}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3 pt-1">
          <Button type="primary" htmlType="submit" disabled={isSaving || save.isDisabled}>
            {isSaving ? '保存中...' : save.text}
          </Button>
          {acts}
          {isDirty && (
            <>
              <Button disabled={isSaving} onClick={state.giveUp}>
                放弃修改
              </Button>
              <span className="text-sm text-muted">有未保存的修改</span>
            </>
          )}
        </div>
      )}
    </Form>
  )
}
