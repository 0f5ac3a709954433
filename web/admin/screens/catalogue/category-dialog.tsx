import { AutoComplete, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/messages/product-table.ts'

type CategoryDialogProps = {
  count: number
  categories: readonly string[]
  isBusy: boolean
  onChoose: (category: string) => void
  onClose: () => void
}

/** Asks for the category that the chosen products get: one in use, or a new one. */
export function CategoryDialog({ count, categories, isBusy, onChoose, onClose }: CategoryDialogProps) {
  const id = useId()
  const [category, setCategory] = useState('')
  const [isTold, setTold] = useState(false)
  const fault = category.trim() === '' ? PRODUCT_TABLE_MESSAGES.bulkCategory : undefined
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
        <AutoComplete
          id={id}
          value={category}
          maxLength={TEXT.word}
          options={categories.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => (option?.value ?? '').includes(typed.trim()) }}
          status={isTold && fault ? 'error' : ''}
          aria-invalid={isTold && fault !== undefined}
          aria-describedby={`${id}-said`}
          onChange={setCategory}
        />
        <p id={`${id}-said`} className={`text-sm ${isTold && fault ? 'text-danger' : 'text-muted'}`}>
          {isTold && fault ? fault : '从已有的类别里选，或输入新的。'}
        </p>
      </form>
    </Modal>
  )
}
