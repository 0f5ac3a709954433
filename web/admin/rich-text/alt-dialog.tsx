import type { Editor } from '@tiptap/react'
import { Input, type InputRef, Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { useReturnFocus } from '../components/use-return-focus.ts'

/** Edits the alternative text of the selected image. */
export function AltDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  useReturnFocus()
  const currentAlt: unknown = editor.getAttributes('image').alt
  const [alt, setAlt] = useState(typeof currentAlt === 'string' ? currentAlt : '')
  const input = useRef<InputRef>(null)
  const id = useId()
  const submit = () => {
    editor.commands.updateAttributes('image', { alt: alt.trim() })
    onClose()
  }
  return (
    <Modal
      open
      title="图片说明"
      okText="确定"
      cancelText="取消"
      onOk={submit}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <label htmlFor={id} className="block pb-1 text-sm text-muted">
        图片的内容
      </label>
      <Input
        ref={input}
        id={id}
        autoComplete="off"
        maxLength={TEXT.line}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onPressEnter={submit}
      />
      <p className="pt-1 text-sm text-muted">供看不见图片的人朗读；只起装饰作用的图片可以留空。</p>
    </Modal>
  )
}
