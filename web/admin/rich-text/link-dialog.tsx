import type { Editor } from '@tiptap/react'
import { Button, Input, type InputRef, Modal } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import { isSafeLink } from '#contracts/rules/safe-link.ts'
import { useReturnFocus } from '../components/use-return-focus.ts'

type LinkDialogProps = { editor: Editor; onClose: () => void }

/** Edits a link: its URL, and its text if none is selected. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  useReturnFocus()
  const currentHref: unknown = editor.getAttributes('link').href
  const hasLink = typeof currentHref === 'string'
  const needsLinkText = !hasLink && editor.state.selection.empty
  const [href, setHref] = useState(hasLink ? currentHref : '')
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<InputRef>(null)
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    // The editor may be inside a form of the screen, which must not be submitted as well.
    event.stopPropagation()
    const url = href.trim()
    const urlError = findUrlError(url)
    setError(urlError)
    if (urlError) {
      input.current?.focus()
      return
    }
    const link = { type: 'link', attrs: { href: url } }
    if (needsLinkText) editor.commands.insertContent({ type: 'text', text: label.trim() || url, marks: [link] })
    else editor.chain().extendMarkRange('link').setMark('link', link.attrs).run()
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
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      footer={[
        hasLink && (
          <Button key="remove" danger onClick={remove}>
            移除链接
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="done" type="primary" htmlType="submit" form={`${id}-form`}>
          确定
        </Button>,
      ]}
    >
      <form id={`${id}-form`} className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <div>
          <label htmlFor={`${id}-href`} className="block pb-1 text-sm text-muted">
            链接地址
          </label>
          <Input
            ref={input}
            id={`${id}-href`}
            inputMode="url"
            autoComplete="off"
            placeholder="https:// 或 / 开头"
            maxLength={TEXT.link}
            value={href}
            status={error ? 'error' : ''}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => setHref(event.target.value)}
          />
          {error && (
            <p id={`${id}-error`} role="alert" className="pt-1 text-sm text-danger">
              {error}
            </p>
          )}
        </div>
        {needsLinkText && (
          <div>
            <label htmlFor={`${id}-label`} className="block pb-1 text-sm text-muted">
              显示文字（留空则显示地址）
            </label>
            <Input
              id={`${id}-label`}
              autoComplete="off"
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          </div>
        )}
      </form>
    </Modal>
  )
}

function findUrlError(url: string): string | undefined {
  if (url === '') return PRODUCT_MESSAGES.linkMissing
  return isSafeLink(url) ? undefined : PRODUCT_MESSAGES.linkFormat
}
