import type { Editor } from '@tiptap/react'
import { Button, Input, type InputRef, Modal } from 'antd'
import { type FormEvent, type Ref, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { completeLink } from '#contracts/rules/complete-link.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { useReturnFocus } from '../components/use-return-focus.ts'

type LinkDialogProps = { editor: Editor; onClose: () => void }

/** Edits a link: its URL, and its text if none is selected. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  useReturnFocus()
  const currentHref: unknown = editor.getAttributes('link').href
  const hasLink = typeof currentHref === 'string'
  const hasLabelInput = !hasLink && editor.state.selection.empty
  const [href, setHref] = useState(hasLink ? currentHref : '')
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string>()
  const hrefInput = useRef<InputRef>(null)
  const formId = useId()

  function changeHref(text: string) {
    setHref(text)
    setError(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    // The editor may be inside a form of the screen, which must not be submitted as well.
    event.stopPropagation()
    const url = completeLink(href)
    const urlError = findUrlError(url)
    setError(urlError)
    if (urlError) return hrefInput.current?.focus()
    if (hasLabelInput) insertLink(editor, url, label.trim() || url)
    else editor.chain().extendMarkRange('link').setMark('link', { href: url }).run()
    onClose()
  }
  function remove() {
    editor.chain().extendMarkRange('link').unsetMark('link').run()
    onClose()
  }

  return (
    <Modal
      open
      title={hasLink ? '修改链接' : '插入链接'}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && hrefInput.current?.focus()}
      footer={[
        hasLink && (
          <Button key="remove" danger onClick={remove}>
            移除链接
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="done" type="primary" htmlType="submit" form={formId}>
          确定
        </Button>,
      ]}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <HrefInput ref={hrefInput} value={href} error={error} onChange={changeHref} />
        {hasLabelInput && <LabelInput value={label} onChange={setLabel} />}
      </form>
    </Modal>
  )
}

type HrefInputProps = {
  ref: Ref<InputRef>
  value: string
  error: string | undefined
  onChange: (href: string) => void
}

function HrefInput({ ref, value, error, onChange }: HrefInputProps) {
  const id = useId()
  const messageId = useId()
  const completed = completeLink(value)
  const isCompleted = completed !== value.trim()
  return (
    <div>
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        链接地址
      </label>
      <Input
        ref={ref}
        id={id}
        inputMode="url"
        autoComplete="off"
        placeholder="https:// 或 / 开头"
        maxLength={TEXT.link}
        value={value}
        status={error ? 'error' : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || isCompleted ? messageId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={messageId} role="alert" className="pt-1 text-sm text-danger">
          {error}
        </p>
      )}
      {!error && isCompleted && (
        <p id={messageId} className="pt-1 text-sm wrap-anywhere text-muted">
          {PRODUCT_MESSAGES.linkCompleted(completed)}
        </p>
      )}
    </div>
  )
}

function LabelInput({ value, onChange }: { value: string; onChange: (label: string) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        显示文字（留空则显示地址）
      </label>
      <Input id={id} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}

/** Inserts a text that is a link, at the cursor. */
function insertLink(editor: Editor, href: string, text: string) {
  editor.commands.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
}

function findUrlError(url: string): string | undefined {
  if (url === '') return PRODUCT_MESSAGES.linkMissing
  return isSafeLink(url) ? undefined : PRODUCT_MESSAGES.linkFormat
}
