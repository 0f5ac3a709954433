import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { setUnsaved } from '../session/unsaved.ts'
import { useConfirm } from './use-confirm.ts'

type Unsaved = {
  isDirty: boolean
  /** Checked on leaving, if something may have been saved since the last render. */
  isDirtyNow?: () => boolean
  /** Returns whether navigating to an address leaves the edited item; another path always does. */
  isElsewhere?: (next: Location) => boolean
  /** What happens to the edits, shown in the dialog. */
  consequence?: string
  /** The edits are kept, and offered again on return. */
  isKept?: boolean
}

/**
 * Makes the browser ask before the tab is closed, and an expired session be renewed in place. `owner` identifies what
 * is edited.
 */
export function useUnsavedMarker(owner: string, isDirty: boolean): void {
  useEffect(() => {
    setUnsaved(owner, isDirty)
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      setUnsaved(owner, false)
    }
  }, [owner, isDirty])
}

/**
 * As `useUnsavedMarker`, and leaving the screen asks first. One screen calls this once, whatever number of forms it has.
 */
export function useUnsaved(owner: string, options: Unsaved): void {
  const { isDirty, isElsewhere, isKept = false, consequence = '离开后，这些修改不会保留。' } = options
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (options.isDirtyNow?.() ?? isDirty) &&
      (currentLocation.pathname !== nextLocation.pathname || isElsewhere?.(nextLocation) === true),
  )

  useUnsavedMarker(owner, isDirty)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      title: '有未保存的修改',
      content: consequence,
      okText: '离开',
      isDangerous: !isKept,
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, confirm, consequence, isKept])
}
