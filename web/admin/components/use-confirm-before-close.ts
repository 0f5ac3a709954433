import { useConfirm } from './use-confirm.ts'

type CloseOptions = {
  /** Whether the dialog has unsaved input. */
  isDirty: boolean
  onClose: () => void
  /** The title of the confirmation. */
  title?: string
  /** What happens to the input, shown in the confirmation. */
  consequence?: string
  /** Whether the input stays as a draft, which can be restored later. */
  isSavedAsDraft?: boolean
}

/** Returns a function that closes a dialog, after a confirmation if it has unsaved input. */
export function useConfirmBeforeClose(options: CloseOptions): () => void {
  const {
    isDirty,
    onClose,
    title = '有未保存的修改',
    consequence = '关闭后，填写的内容不会保留。',
    isSavedAsDraft = false,
  } = options
  const confirm = useConfirm()
  return () => {
    if (!isDirty) {
      onClose()
      return
    }
    confirm({
      title,
      content: consequence,
      okText: isSavedAsDraft ? '关闭' : '放弃修改',
      isDangerous: !isSavedAsDraft,
      cancelText: '继续编辑',
      onOk: onClose,
    })
  }
}
