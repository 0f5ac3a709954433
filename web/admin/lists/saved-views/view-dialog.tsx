import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Checkbox, Form, Input, Modal } from 'antd'
import { SAVED_VIEWS } from '#contracts/limits.ts'
import { savedViewCalls } from '#contracts/saved-views/calls.ts'
import type { ViewedListName } from '#contracts/saved-views/lists.ts'
import { SAVED_VIEW_MESSAGES as MESSAGES } from '#contracts/saved-views/messages.ts'
import type { SavedView } from '#contracts/saved-views/saved-view.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

type Values = Pick<SavedView, 'name' | 'isShared'>

type ViewDialogProps = {
  list: ViewedListName
  /** The filters of the list. */
  query: string
  /** The view that is changed; absent for a new one. */
  view: SavedView | undefined
  /** The user's own views: a new one with the name of one of them replaces its filters. */
  ownViews: readonly SavedView[]
  onClose: () => void
}

const FORM_ID = 'view-form'

/** Names and shares the filters of a list, or changes the name of a view, or deletes it. */
export function ViewDialog({ list, query, view, ownViews, onClose }: ViewDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const client = useQueryClient()
  const [form] = Form.useForm<Values>()
  const name = Form.useWatch('name', form)?.trim()
  const replaced = view ? undefined : ownViews.find((own) => own.name === name)

  const settle = {
    onSuccess: (reply: { message?: string | undefined }) => {
      message.success(reply.message ?? MESSAGES.saved)
      onClose()
    },
    onError: (error: unknown) => message.error(describeActionError(error, MESSAGES.saveFailed)),
    onSettled: () => invalidate(client, savedViewCalls.list),
  }
  const saveMutation = useMutation({
    mutationFn(values: Values) {
      const id = (view ?? replaced)?.id
      const body = { ...values, query: view?.query ?? query }
      return id === undefined
        ? callAdmin(savedViewCalls.create, { body: { ...body, list } })
        : callAdmin(savedViewCalls.change, { params: { id }, body })
    },
    ...settle,
  })
  const removeMutation = useMutation({
    mutationFn: (id: string) => callOnce(savedViewCalls.remove, { params: { id } }, MESSAGES.removed),
    ...settle,
  })
  const confirmRemoval = ({ id, name, isShared }: SavedView) =>
    confirm({
      title: `删除视图“${name}”？`,
      content: isShared ? '同事也将看不到它。列表中的内容不受影响。' : '列表中的内容不受影响。',
      okText: '删除',
      isDangerous: true,
      onOk: () => removeMutation.mutateAsync(id),
    })

  return (
    <Modal
      open
      title={view ? '修改视图' : '存为视图'}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('name')}
      footer={
        <div className="flex gap-2">
          {view && (
            <Button danger className="mr-auto" onClick={() => confirmRemoval(view)}>
              删除视图
            </Button>
          )}
          <Button className={view ? '' : 'ml-auto'} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" htmlType="submit" form={FORM_ID} loading={saveMutation.isPending}>
            {replaced ? '替换' : '保存'}
          </Button>
        </div>
      }
    >
      <Form<Values>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: view?.name ?? '', isShared: view?.isShared ?? false }}
        onFinish={(values) => saveMutation.mutate(values)}
      >
        <Form.Item
          name="name"
          label="名称"
          extra={replaced && '您已有同名的视图，保存后换成现在的筛选条件。'}
          rules={[{ required: true, whitespace: true, message: MESSAGES.name }]}
        >
          <Input maxLength={SAVED_VIEWS.name} placeholder="例如：我的逾期线索" />
        </Form.Item>
        <Form.Item name="isShared" valuePropName="checked" noStyle>
          <Checkbox>与能打开这个列表的同事共享</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
