import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { setUnsaved } from '../session/unsaved.ts'
import { useConfirm } from './use-confirm.ts'

type Unsaved = {
  isDirty: boolean
  /** Checked on leaving, since a save may have completed after the last render. */
  isDirtyNow?: () => boolean
  /** The query parameters that open the form: navigating to a URL without them leaves it, as does another path. */
  urlParameters?: Readonly<Record<string, string>> | undefined
  /** Whether the edits stay as a draft, which is offered on return. */
  leavesDraft?: boolean
  /** What happens to the edits, shown in the dialog. */
  consequence?: string
}

const LEFT_AS_DRAFT = '离开后，这些修改会保存为草稿，下次打开时可以恢复。'
const LOST = '离开后，这些修改不会保留。'

/**
 * While there are unsaved edits, makes the browser ask before the tab is closed, and an expired session be renewed in a
 * dialog instead of by a redirect. `owner` identifies the form.
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
 * Does the same as `useUnsavedMarker`, and asks before the screen is left. Must be called once per screen, however many
 * forms it has.
 */
export function useUnsaved(owner: string, options: Unsaved): void {
  const { isDirty, urlParameters = {}, leavesDraft = false, consequence = leavesDraft ? LEFT_AS_DRAFT : LOST } = options
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (options.isDirtyNow?.() ?? isDirty) &&
      (currentLocation.pathname !== nextLocation.pathname || !isOpenedBy(nextLocation.search, urlParameters)),
  )

  useUnsavedMarker(owner, isDirty)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      title: '有未保存的修改',
      content: consequence,
      okText: '离开',
      isDangerous: !leavesDraft,
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, confirm, consequence, leavesDraft])
}

function isOpenedBy(search: string, parameters: Readonly<Record<string, string>>): boolean {
  const query = new URLSearchParams(search)
  return Object.entries(parameters).every(([name, value]) => query.get(name) === value)
}
