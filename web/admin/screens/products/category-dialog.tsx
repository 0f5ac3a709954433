import { AutoComplete, Modal, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { fixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

type CategoryDialogProps = {
  catalogue: Catalogue
  count: number
  categories: readonly string[]
  isBusy: boolean
  onChoose: (category: string) => void
  onClose: () => void
}

/** Asks for the category that the chosen products get: one in use or a new one, or one of those that are fixed. */
export function CategoryDialog({ catalogue, count, categories, isBusy, onChoose, onClose }: CategoryDialogProps) {
  const id = useId()
  const [category, setCategory] = useState('')
  const [isTold, setTold] = useState(false)
  const fault = category.trim() === '' ? PRODUCT_TABLE_MESSAGES.bulkCategory : undefined
  const fixed = fixedChoices(catalogue)
  const control = {
    ...{ id, 'aria-invalid': isTold && fault !== undefined, 'aria-describedby': `${id}-said`, onChange: setCategory },
    status: isTold && fault ? ('error' as const) : ('' as const),
  }
  function send(event?: FormEvent) {
    event?.preventDefault()
    setTold(true)
    if (fault) document.getElementById(id)?.focus()
    else onChoose(category.trim())
  }
  return (
    <Modal
      open
      title={`更改${count}个产品的类别`}
      okText="更改"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => send()}
      onCancel={onClose}
    >
      <form className="flex flex-col gap-1" onSubmit={send}>
        <label htmlFor={id}>类别</label>
        {fixed ? (
          <Select
            {...control}
            value={category || undefined}
            placeholder="请选择"
            options={fixed.category.map((value) => ({ value, label: value }))}
          />
        ) : (
          <AutoComplete
            {...control}
            value={category}
            maxLength={TEXT.word}
            options={categories.map((value) => ({ value }))}
            showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed.trim()) }}
          />
        )}
        <p id={`${id}-said`} className={`text-sm ${isTold && fault ? 'text-danger' : 'text-muted'}`}>
          {isTold && fault ? fault : fixed ? '78AI产品的类别是固定的。' : '从已有的类别里选，或输入新的。'}
        </p>
      </form>
    </Modal>
  )
}
