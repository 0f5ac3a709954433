import { AutoComplete, Form, Modal, Select } from 'antd'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { getFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

type CategoryDialogProps = {
  catalogue: Catalogue
  count: number
  categories: readonly string[]
  isBusy: boolean
  onChoose: (category: string) => void
  onClose: () => void
}

/** The dialog's button sends the form, and so does Enter. */
const FORM_ID = 'category-form'

/** Asks for the category that the chosen products get: one in use or a new one, or one of those that are fixed. */
export function CategoryDialog({ catalogue, count, categories, isBusy, onChoose, onClose }: CategoryDialogProps) {
  const fixed = getFixedChoices(catalogue)
  return (
    <Modal
      open
      title={`更改${count}个产品的类别`}
      okText="更改"
      okButtonProps={{ htmlType: 'submit', form: FORM_ID }}
      cancelText="取消"
      confirmLoading={isBusy}
      onCancel={onClose}
    >
      <Form<{ category: string }>
        name={FORM_ID}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={({ category }) => onChoose(category.trim())}
      >
        <Form.Item
          name="category"
          label="类别"
          extra={fixed ? '78AI产品的类别是固定的。' : '从已有的类别里选，或输入新的。'}
          rules={[{ required: true, whitespace: true, message: PRODUCT_TABLE_MESSAGES.bulkCategory }]}
        >
          {fixed ? (
            <Select placeholder="请选择" options={fixed.category.map((value) => ({ value, label: value }))} />
          ) : (
            <AutoComplete
              maxLength={TEXT.word}
              options={categories.map((value) => ({ value }))}
              showSearch={{ filterOption: (input, option) => (option?.value ?? '').includes(input.trim()) }}
            />
          )}
        </Form.Item>
      </Form>
    </Modal>
  )
}
