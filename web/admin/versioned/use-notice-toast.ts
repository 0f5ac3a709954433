import { App } from 'antd'
import { useId } from 'react'
import type { Notice } from '../../shared/versioned/versioned-form.ts'

/** Returns what shows a success briefly; a failure stays above its form until the next outcome. */
export function useNoticeToast(): (notice: Notice | null) => void {
  const { message } = App.useApp()
  const key = useId()
  return (notice) => {
    if (notice?.kind === 'success') message.success({ key, content: notice.text })
    else message.destroy(key)
  }
}
