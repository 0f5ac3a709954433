import { useUnsaved } from '../parts/use-unsaved.tsx'
import type { VersionedFormView } from './use-versioned-edits.ts'

type LeaveGuardProps<Value> = {
  form: Pick<VersionedFormView<Value>, 'resourceKey' | 'isDirty' | 'edits'>
  /** The query parameters that open the form: navigating to a URL without them leaves it. */
  urlParameters?: Readonly<Record<string, string>> | undefined
}

/** Asks before a form with unsaved edits is left; the edits stay as a draft. A screen may have only one guard. */
export function LeaveGuard<Value>({ form, urlParameters }: LeaveGuardProps<Value>) {
  const { resourceKey, isDirty, edits } = form
  useUnsaved(resourceKey, { isDirty, isDirtyNow: () => edits.get().isDirty, leavesDraft: true, urlParameters })
  return null
}
