import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Form, Modal, Select } from 'antd'
import { documentPartCalls } from '#contracts/content/calls.ts'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'

export type BulkField = 'category' | 'price'

const FIELDS: Record<BulkField, { label: string; requiredMessage: string }> = {
  category: { label: '类别', requiredMessage: PRODUCT_TABLE_MESSAGES.bulkCategory },
  price: { label: '价格', requiredMessage: PRODUCT_TABLE_MESSAGES.bulkPrice },
}

type BulkValueDialogProps = {
  field: BulkField
  catalogue: Catalogue
  count: number
  /** The categories in use. */
  categories: readonly string[]
  isBusy: boolean
  onSubmit: (value: string) => void
  onClose: () => void
}

/** Connects the dialog's OK button to the form, so that Enter submits it, too. */
const FORM_ID = 'value-form'

/** Asks for the new category or price of the selected products: free text with suggestions, or a fixed option. */
export function BulkValueDialog({
  field,
  catalogue,
  count,
  categories,
  isBusy,
  onSubmit,
  onClose,
}: BulkValueDialogProps) {
  useReturnFocus()
  const { label, requiredMessage } = FIELDS[field]
  const fixedOptions = findFixedChoices(catalogue)?.[field]
  const priceRangesQuery = useQuery({
    ...queryOf(documentPartCalls.getProductFilters),
    select: ({ data }) => data.priceRanges,
    enabled: field === 'price' && fixedOptions === undefined,
  })
  const [form] = Form.useForm<{ value: string }>()
  const options = field === 'category' ? categories : (priceRangesQuery.data ?? [])
  return (
    <Modal
      open
      title={`更改${count}个产品的${label}`}
      okText="更改"
      okButtonProps={{ htmlType: 'submit', form: FORM_ID }}
      cancelText="取消"
      confirmLoading={isBusy}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && form.focusField('value')}
    >
      <Form<{ value: string }>
        name={FORM_ID}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ value }) => onSubmit(value.trim())}
      >
        <Form.Item
          name="value"
          label={label}
          extra={fixedOptions ? `78AI产品的${label}是固定的。` : `从已有的${label}里选，或输入新的。`}
          rules={[{ required: true, whitespace: true, message: requiredMessage }]}
        >
          {fixedOptions ? (
            <Select placeholder="请选择" options={fixedOptions.map((value) => ({ value, label: value }))} />
          ) : (
            <AutoComplete
              maxLength={TEXT.word}
              options={options.map((value) => ({ value }))}
              showSearch={{ filterOption: (input, option) => (option?.value ?? '').includes(input.trim()) }}
            />
          )}
        </Form.Item>
      </Form>
    </Modal>
  )
}
