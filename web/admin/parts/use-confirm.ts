import { App } from 'antd'
import { type ReactNode, useCallback } from 'react'

export type Question = {
  /** Names the thing. */
  title: string
  /** What follows. */
  content: ReactNode
  okText: string
  cancelText?: string
  isDangerous?: boolean
  /** The dialog stays until it is done; who does it says how it ended. */
  onOk: () => unknown
  onCancel?: () => void
}

/** Asks before something is done. Where the thing that was pressed is gone afterwards, the screen has the focus. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  return useCallback(
    ({ cancelText = '取消', isDangerous = false, onOk, ...question }: Question) => {
      modal.confirm({
        ...question,
        cancelText,
        okButtonProps: { danger: isDangerous },
        async onOk() {
          await Promise.resolve(onOk()).catch(() => undefined)
        },
        afterClose: restoreFocus,
      })
    },
    [modal],
  )
}

/** Without it one would start over at the page's top. The dialog first gives the focus back itself. */
function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}
