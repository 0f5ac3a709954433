import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ModeratedReview } from '#contracts/member-reviews/moderation.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useTrackUnsavedChanges } from '../../components/use-leave-guard.ts'
import { memberReviewQuery, removeReply, saveVendorReply } from './member-review-calls.ts'

type SaveResult = { data: ModeratedReview; message?: string }

/** Shows and removes the vendor's reply, or saves one on the vendor's behalf. */
export function ReplyPanel({ review, canWrite }: { review: ModeratedReview; canWrite: boolean }) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const confirm = useConfirm()
  function handleSuccess(result: SaveResult) {
    client.setQueryData(memberReviewQuery(review.id).queryKey, result)
    void invalidate(client, reviewModerationCalls.list)
    message.success(result.message)
  }
  const onError = (error: unknown) => void message.error(describeActionError(error, MESSAGES.replyFailed))
  const saveMutation = useMutation({
    mutationFn: (text: string) => saveVendorReply(review.id, text),
    onSuccess: handleSuccess,
    onError,
  })
  const removeMutation = useMutation({ mutationFn: () => removeReply(review.id), onSuccess: handleSuccess, onError })
  const { reply } = review
  return (
    <section>
      <h3 className="pb-2 text-base">厂商回复</h3>
      {reply ? (
        <>
          <p className="text-sm text-muted">
            {formatMinute(reply.at)}，{reply.by === 'staff' ? '由平台代为登记' : '厂商发布'}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{reply.text}</p>
          {canWrite && (
            <Button
              danger
              className="mt-2"
              loading={removeMutation.isPending}
              onClick={() =>
                confirm({
                  title: `删除对“${review.product.name}”这条评价的厂商回复`,
                  content: '读者不再看到这条回复，厂商可以重新回复一次。',
                  okText: '删除',
                  isDangerous: true,
                  onOk: () => removeMutation.mutateAsync(),
                })
              }
            >
              删除回复
            </Button>
          )}
        </>
      ) : (
        <ReplyForm
          owner={`review-reply:${review.id}`}
          isSaving={saveMutation.isPending}
          onSubmit={(text) => saveMutation.mutate(text)}
        />
      )}
    </section>
  )
}

type ReplyFormProps = {
  /** Identifies the form's unsaved input. */
  owner: string
  isSaving: boolean
  onSubmit: (text: string) => void
}

function ReplyForm({ owner, isSaving, onSubmit }: ReplyFormProps) {
  const [form] = Form.useForm<{ text: string }>()
  const text: string | undefined = Form.useWatch('text', form)
  useTrackUnsavedChanges(owner, Boolean(text?.trim()))
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(fields) => onSubmit(fields.text)}
      aria-label="代厂商登记回复"
    >
      <Form.Item
        label="代厂商登记"
        name="text"
        extra="厂商也可以用产品的联系邮箱或其厂商组织成员的账号登录，自行回复一次。"
        rules={[{ required: true, whitespace: true, message: MESSAGES.reply }]}
      >
        <Input.TextArea rows={3} maxLength={TEXT.paragraph} showCount />
      </Form.Item>
      <Button htmlType="submit" loading={isSaving}>
        登记回复
      </Button>
    </Form>
  )
}
