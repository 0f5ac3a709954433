import { App } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { setUnsaved } from '../session/unsaved.ts'
import { useEditor, useEditorState } from './editor-context.tsx'

/** Leaving with unsaved edits asks first; closing the tab makes the browser ask. */
export function useLeaveGuard(): void {
  const { kind } = useEditor()
  const { modal } = App.useApp()
  const isDirty = useEditorState((state) => state.isDirty)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    setUnsaved(kind, isDirty)
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      setUnsaved(kind, false)
    }
  }, [kind, isDirty])

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    modal.confirm({
      title: '有未保存的修改',
      content: '离开后，这些修改会留在本机，下次打开时可以恢复。',
      okText: '离开',
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, modal])
}
