import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { setOpenChoice, setUnsavedChanges } from '../session/unsaved-changes.ts'
import { useConfirm } from './use-confirm.ts'

type LeaveGuardOptions = {
  isDirty: boolean
  /** Returns the current `isDirty`, since a save may have completed after the last render. */
  isDirtyNow?: () => boolean
  /** The query parameters that open the form: navigating to a URL without them leaves it, as does another path. */
  urlParameters?: Readonly<Record<string, string>> | undefined
  /** Whether the edits stay as a draft, which can be restored later. */
  isSavedAsDraft?: boolean
  /** What happens to the edits, shown in the confirmation. */
  consequence?: string
}

const SAVED_AS_DRAFT_NOTICE = '离开后，这些修改会保存为草稿，下次打开时可以恢复。'
const DISCARD_WARNING = '离开后，这些修改不会保留。'

/**
 * Registers unsaved edits of a form, which is identified by `owner`: the browser then asks before the tab is closed,
 * and an expired session opens a sign-in dialog instead of the sign-in page.
 */
export function useTrackUnsavedChanges(owner: string, isDirty: boolean): void {
  useEffect(() => {
    setUnsavedChanges(owner, isDirty)
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      setUnsavedChanges(owner, false)
    }
  }, [owner, isDirty])
}

/**
 * Registers choices that aren't worth a question when the page is left, such as a selection of rows or a file that is
 * being uploaded: an expired session opens a sign-in dialog instead of the sign-in page.
 */
export function useTrackOpenChoice(isOpen: boolean): void {
  const owner = useId()
  useEffect(() => {
    setOpenChoice(owner, isOpen)
    return () => setOpenChoice(owner, false)
  }, [owner, isOpen])
}

/**
 * Registers unsaved edits like `useTrackUnsavedChanges`, and asks for confirmation before the screen is left. Must be
 * called only once per screen, even if the screen has several forms.
 */
export function useLeaveGuard(owner: string, options: LeaveGuardOptions): void {
  const {
    isDirty,
    urlParameters = {},
    isSavedAsDraft = false,
    consequence = isSavedAsDraft ? SAVED_AS_DRAFT_NOTICE : DISCARD_WARNING,
  } = options
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (options.isDirtyNow?.() ?? isDirty) &&
      (currentLocation.pathname !== nextLocation.pathname || !hasParameters(nextLocation.search, urlParameters)),
  )

  useTrackUnsavedChanges(owner, isDirty)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      title: '有未保存的修改',
      content: consequence,
      okText: '离开',
      isDangerous: !isSavedAsDraft,
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
  }, [blocker, confirm, consequence, isSavedAsDraft])
}

function hasParameters(search: string, parameters: Readonly<Record<string, string>>): boolean {
  const query = new URLSearchParams(search)
  return Object.entries(parameters).every(([name, value]) => query.get(name) === value)
}
