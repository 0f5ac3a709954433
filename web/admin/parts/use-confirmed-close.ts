import { useConfirm } from './use-confirm.ts'

type ConfirmedClose = {
  isDirty: boolean
  onClose: () => void
  title?: string
  consequence?: string
  /** Whether the input is kept and offered again. */
  isKept?: boolean
}

/** Returns a function that closes a dialog, after a confirmation if it has unsaved input. */
export function useConfirmBeforeClose(options: ConfirmedClose): () => void {
  const {
    isDirty,
    onClose,
    title = '有未保存的修改',
    consequence = '关闭后，填写的内容不会保留。',
    isKept = false,
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
      okText: isKept ? '关闭' : '放弃修改',
      isDangerous: !isKept,
      cancelText: '继续编辑',
      onOk: onClose,
    })
  }
}
