import { App } from 'antd'
import { useId } from 'react'
import type { Notice } from '../../shared/versioned/versioned-form.ts'

/** Returns a function that shows successes as a toast. Failures are shown above the form and only clear the toast. */
export function useNoticeToast(): (notice: Notice | null) => void {
  const { message } = App.useApp()
  const key = useId()
  return (notice) => {
    if (notice?.kind === 'success') message.success({ key, content: notice.text })
    else message.destroy(key)
  }
}
