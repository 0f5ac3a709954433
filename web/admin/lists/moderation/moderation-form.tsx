import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input, Radio } from 'antd'
import type { ReactNode } from 'react'
import type { Call } from '#contracts/call.ts'
import { TEXT } from '#contracts/limits.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { isDeclined } from '../../calls/is-declined.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { CONTACT_TEXTS, useConfirmedCall } from '../../components/use-confirmed-call.tsx'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'

type Verdict = 'published' | 'rejected'

export type ModerationFields = { status: Verdict; reason?: string }

const VERDICT_OPTIONS: { value: Verdict; label: string }[] = [
  { value: 'published', label: '通过，展示给读者' },
  { value: 'rejected', label: '不通过' },
]

const SUBMIT_LABELS: Record<Verdict, string> = { published: '通过', rejected: '不通过' }

type ModerationFormProps<Fields extends ModerationFields> = {
  /** The name under which unsaved input is tracked. */
  draft: string
  isPending: boolean
  initialValues?: Partial<Fields>
  /** Where the author reads the reason. */
  reasonHint: string
  /** The message if a rejection has no reason. */
  missingReason: string
  failureMessage: string
  /** Sends the decision; `isConfirmed` after the moderator has confirmed that contact data is published. */
  decide: (fields: Fields, isConfirmed: boolean) => Promise<{ message?: string | undefined }>
  /** Refetched after each attempt: the post may have changed since it was loaded. */
  changedCalls: readonly Call[]
  /** Further fields of the chosen verdict. */
  children?: (status: Verdict | undefined) => ReactNode
}

/** Decides on a post of a member: publishes it, or rejects it with a reason. */
export function ModerationForm<Fields extends ModerationFields>(props: ModerationFormProps<Fields>) {
  const { draft, isPending, initialValues, reasonHint, missingReason, failureMessage, decide, changedCalls } = props
  const { message } = App.useApp()
  const client = useQueryClient()
  const [form] = Form.useForm<Fields>()
  const status: Verdict | undefined = Form.useWatch('status', form)
  const reason: string | undefined = Form.useWatch('reason', form)
  useTrackUnsavedChanges(draft, Boolean(reason?.trim()))
  const callConfirmed = useConfirmedCall(CONTACT_TEXTS)
  const decideMutation = useMutation({
    mutationFn: (fields: Fields) => callConfirmed((isConfirmed) => decide(fields, isConfirmed)),
    onSuccess(reply) {
      form.resetFields()
      message.success(reply.message)
    },
    onError(error) {
      if (!isDeclined(error)) showServerErrors(form, error)
    },
    onSettled: () => invalidate(client, ...changedCalls),
  })
  const isRejection = status === 'rejected'
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={initialValues}
      onFinish={(fields) => decideMutation.mutate(fields)}
      aria-label="审核结果"
    >
      <h3 className="pb-2 text-base">{isPending ? '审核' : '改判'}</h3>
      <FormError error={decideMutation.error} fallback={failureMessage} describeError={describeActionError} />
      <Form.Item name="status" rules={[{ required: true, message: '请选择审核结果' }]}>
        <Radio.Group options={VERDICT_OPTIONS} aria-label="审核结果" />
      </Form.Item>
      {isRejection && (
        <Form.Item
          label="原因"
          name="reason"
          extra={reasonHint}
          rules={[{ required: true, whitespace: true, message: missingReason }]}
        >
          <Input.TextArea rows={3} maxLength={TEXT.paragraph} showCount />
        </Form.Item>
      )}
      {props.children?.(status)}
      <Button type="primary" htmlType="submit" danger={isRejection} loading={decideMutation.isPending}>
        {status === undefined ? '提交' : SUBMIT_LABELS[status]}
      </Button>
    </Form>
  )
}
