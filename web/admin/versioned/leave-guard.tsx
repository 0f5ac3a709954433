import { useLeaveGuard } from '../components/use-leave-guard.ts'
import type { VersionedEdits } from './use-versioned-edits.ts'

type LeaveGuardProps<Value> = {
  form: Pick<VersionedEdits<Value>, 'resourceKey' | 'isDirty' | 'edits'>
  /** The query parameters that open the form: navigating to a URL without them leaves it. */
  urlParameters?: Readonly<Record<string, string>> | undefined
}

/** Asks before a form with unsaved edits is left; they stay as a draft. A screen may have only one guard. */
export function LeaveGuard<Value>({ form, urlParameters }: LeaveGuardProps<Value>) {
  const { resourceKey, isDirty, edits } = form
  useLeaveGuard(resourceKey, { isDirty, isDirtyNow: () => edits.get().isDirty, isSavedAsDraft: true, urlParameters })
  return null
}
