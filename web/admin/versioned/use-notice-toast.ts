import { App } from 'antd'
import { useId } from 'react'
import type { Notice } from '../../shared/versioned/save-state.ts'

/** Returns a function that shows a success as a toast. A failure is shown above the form and only clears the toast. */
export function useNoticeToast(): (notice: Notice | null) => void {
  const { message } = App.useApp()
  const key = useId()
  return (notice) => {
    if (notice?.kind === 'success') message.success({ key, content: notice.text })
    else message.destroy(key)
  }
}
