import { App } from 'antd'
import { type ReactNode, useCallback } from 'react'

export type Question = {
  /** Names the thing. */
  title: string
  /** The consequence, shown in the dialog. */
  content: ReactNode
  okText: string
  cancelText?: string
  isDangerous?: boolean
  /** The dialog stays until it is done; who does it says how it ended. */
  onOk: () => unknown
  onCancel?: () => void
}

/** Asks before an action. If the pressed element is gone afterwards, the screen gets the focus. */
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

/** Focuses the main content if nothing has the focus after the dialog has restored it. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  })
}
