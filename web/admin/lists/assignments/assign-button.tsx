import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import type { Assignment, AssignmentChange } from '#contracts/assignments/assignment.ts'
import { assignmentCalls } from '#contracts/assignments/calls.ts'
import { type AssignmentKind, getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from '#contracts/assignments/messages.ts'
import type { Call } from '#contracts/call.ts'
import { BULK_DECISIONS_MAX } from '#contracts/limits.ts'
import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { callAdmin } from '../../calls/call.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { AssignDialog } from './assign-dialog.tsx'

type AssignButtonProps = {
  kind: AssignmentKind
  ids: readonly string[]
  /** The present assignment of a single piece of work. */
  assignment?: Assignment
  /** The calls whose replies contain the assignments. */
  changedCalls: readonly Call[]
  onAssigned?: () => void
  size?: 'small'
  children: string
}

/** Opens the dialog that assigns one or several pieces of work. */
export function AssignButton({ kind, ids, assignment, changedCalls, onAssigned, size, children }: AssignButtonProps) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const assignMutation = useMutation({
    mutationFn: (change: AssignmentChange) =>
      callAdmin(assignmentCalls.assignMany, {
        body: { kind, ids: ids.slice(0, BULK_DECISIONS_MAX), assignee: change.assignee, dueAt: change.dueAt },
      }),
    onSuccess({ data }) {
      setIsOpen(false)
      const failed = data.filter(({ outcome }) => outcome !== 'decided')
      if (failed.length > 0)
        message.warning(failed.map(({ name, reason }) => (name === '' ? reason : `${name}：${reason}`)).join('；'))
      else message.success(ids.length === 1 ? MESSAGES.saved : `已分配${data.length}条`)
      onAssigned?.()
    },
    onError: (error) => message.error(describeActionError(error, MESSAGES.saveFailed)),
    onSettled: () => invalidate(client, ...changedCalls, pendingWorkCalls.list, pendingWorkCalls.listOwn),
  })
  const { label } = getAssignmentEntry(kind)
  return (
    <>
      <Button size={size} className={size ? 'pointer-coarse:min-h-11' : ''} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <AssignDialog
          kind={kind}
          title={ids.length === 1 ? `分配${label}` : `分配${ids.length}条${label}`}
          assignment={assignment}
          isBusy={assignMutation.isPending}
          onSubmit={(change) => assignMutation.mutate(change)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
