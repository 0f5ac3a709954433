import { App, Form, Modal } from 'antd'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { showServerErrors } from '../../components/field-errors.ts'
import { FormError } from '../../components/form-error.tsx'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { ProductSelect } from './product-select.tsx'

type Fields = { productIds: string[] }

type ProductDialogProps = {
  title: string
  consequence: string
  okText: string
  onSubmit: (productIds: string[]) => Promise<{ message?: string | undefined }>
  /** Called after the request, even if it failed: someone else may have acted first. */
  onSettled: () => unknown
  onClose: () => void
}

/** Connects the dialog's OK button to the form. */
const FORM_ID = 'organisation-products'

/** Asks for products: those that an organisation gets. */
export function ProductDialog({ title, consequence, okText, onSubmit, onSettled, onClose }: ProductDialogProps) {
  useReturnFocus()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const submitMutation = useMutation({
    mutationFn: ({ productIds }: Fields) => onSubmit(productIds),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onError: (error) => showServerErrors(form, error),
    onSettled,
  })
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ htmlType: 'submit', form: FORM_ID, loading: submitMutation.isPending }}
      cancelText="取消"
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p className="pb-3 text-muted">{consequence}</p>
      <Form<Fields>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ productIds: [] }}
        onFinish={(fields) => submitMutation.mutate(fields)}
      >
        <FormError error={submitMutation.error} fallback={MESSAGES.changeFailed} describeError={describeActionError} />
        <Form.Item name="productIds" label="指定给组织的产品">
          <ProductSelect />
        </Form.Item>
      </Form>
    </Modal>
  )
}
