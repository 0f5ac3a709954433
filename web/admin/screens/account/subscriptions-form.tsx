import { useQuery } from '@tanstack/react-query'
import { App, Button, Form, Select, Skeleton } from 'antd'
import { inboxCalls } from '#contracts/inbox/calls.ts'
import { INBOX_MESSAGES } from '#contracts/inbox/messages.ts'
import {
  NOTICE_WAY_LABELS,
  NOTICE_WAYS,
  type Subscriptions,
  type SubscriptionsInput,
} from '#contracts/inbox/subscriptions.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import { FormError } from '../../components/form-error.tsx'
import { LoadError } from '../../components/load-error.tsx'

const WAY_OPTIONS = NOTICE_WAYS.map((value) => ({ value, label: NOTICE_WAY_LABELS[value] }))
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}))

const toValues = ({ events, digestHour }: Subscriptions) => ({
  ways: Object.fromEntries(events.map(({ name, way }) => [name, way])),
  digestHour,
})

type SubscriptionsFormProps = { onDirtyChange: (isDirty: boolean) => void }

/** Chooses which events the signed-in user is told of, and how. */
export function SubscriptionsForm({ onDirtyChange }: SubscriptionsFormProps) {
  const subscriptionsQuery = useQuery(forEditing(dataOf(queryOf(inboxCalls.getSubscriptions))))
  const { data, error, refetch } = subscriptionsQuery
  if (data?.events.length === 0) return null
  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="pb-1 text-lg">我的通知</h2>
      <p className="pb-4 text-muted">
        选择您要知道的事件。每日汇总只在有新事件时发出；批注中提到您、交给您的事项等与您本人有关的，一律进收件箱。
      </p>
      {data && <LoadedForm subscriptions={data} onDirtyChange={onDirtyChange} />}
      {!data && error && <LoadError error={error} fallback={INBOX_MESSAGES.loadFailed} onRetry={refetch} />}
      {subscriptionsQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
    </section>
  )
}

type LoadedFormProps = SubscriptionsFormProps & { subscriptions: Subscriptions }

function LoadedForm({ subscriptions, onDirtyChange }: LoadedFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<SubscriptionsInput>()
  const saveMutation = useMutation({
    mutationFn: (body: SubscriptionsInput) => callAdmin(inboxCalls.saveSubscriptions, { body }),
    onSuccess(reply) {
      message.success(reply.message)
      onDirtyChange(false)
    },
  })
  return (
    <Form<SubscriptionsInput>
      form={form}
      layout="vertical"
      requiredMark={false}
      className="max-w-200"
      initialValues={toValues(subscriptions)}
      onValuesChange={() => onDirtyChange(true)}
      onFinish={(body) => saveMutation.mutate(body)}
    >
      <FormError error={saveMutation.error} fallback={INBOX_MESSAGES.saveFailed} />
      <div className="grid gap-x-5 sm:grid-cols-2">
        {subscriptions.events.map(({ name, label }) => (
          <Form.Item key={name} label={label} name={['ways', name]}>
            <Select options={WAY_OPTIONS} />
          </Form.Item>
        ))}
        <Form.Item label="每日汇总的时间（北京时间）" name="digestHour">
          <Select options={HOUR_OPTIONS} />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={saveMutation.isPending}>
        {saveMutation.isPending ? '保存中……' : '保存通知设置'}
      </Button>
    </Form>
  )
}
