import { App } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { restoreFocus } from './restore-focus.ts'

export type Confirmation = {
  /** The question, with the name of the object. */
  title: string
  /** The consequence, shown in the dialog. */
  content: ReactNode
  okText: string
  cancelText?: string
  isDangerous?: boolean
  /** The button that Enter presses: the accepting one, if not said otherwise. */
  focused?: 'ok' | 'cancel'
  /** The dialog stays open until the returned promise settles; the callback reports its result itself. */
  onOk: () => unknown
  onCancel?: () => void
}

/** Returns a function that asks for confirmation. Focuses the main content if the pressed button no longer exists. */
export function useConfirm(): (confirmation: Confirmation) => void {
  const { modal } = App.useApp()
  return useCallback(
    ({ cancelText = '取消', isDangerous = false, focused = 'ok', onOk, ...confirmation }: Confirmation) => {
      modal.confirm({
        ...confirmation,
        cancelText,
        autoFocusButton: focused,
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
