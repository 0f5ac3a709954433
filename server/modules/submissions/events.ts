import { randomUUID } from 'node:crypto'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { EventData } from '#contracts/outbox/event-table.ts'
import type { FormPart } from '#contracts/submissions/form-parts.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { SubmissionRow } from './store.ts'

type EventRow = Pick<SubmissionRow, 'id' | 'productName' | 'companyName' | 'updatesProductId' | 'assigneeId'>

export type SubmissionEvents = ReturnType<typeof createSubmissionEvents>

/** Creates the events about submissions, which are recorded inside the caller's transaction. */
export function createSubmissionEvents({
  outbox,
  publicUrl,
}: {
  outbox: Pick<OutboxService, 'record' | 'recordFor'>
  publicUrl: string
}) {
  const toData = ({ id, productName, companyName, updatesProductId }: EventRow): EventData<'submission.created'> => ({
    id,
    productName,
    companyName,
    isUpdate: updatesProductId !== null,
    url: `${publicUrl}${ADMIN_PAGES.submissionReview}?${new URLSearchParams({ id })}`,
  })
  const toAssignedData = (row: EventRow): EventData<'assignment.corrected'> => {
    const { id, productName, companyName, url } = toData(row)
    return { id, productName, companyName, url }
  }
  return {
    recordCreated: (transaction: Transaction, row: EventRow): Promise<void> =>
      outbox.record(transaction, 'submission.created', toData(row)),

    recordReturned: (transaction: Transaction, row: EventRow, parts: readonly FormPart[]): Promise<void> =>
      outbox.record(transaction, 'submission.returned', { ...toData(row), parts: [...parts] }),

    /** Records a correction for its subscribers and the assignee, who is told once. */
    async recordCorrected(transaction: Transaction, row: EventRow): Promise<void> {
      const id = randomUUID()
      const event = { id, name: 'assignment.corrected', data: toAssignedData(row) } as const
      await outbox.recordFor(transaction, listAssignees(row), event)
      await outbox.record(transaction, 'submission.corrected', toData(row), { id })
    },

    /** Tells the assignee of a message of the vendor. */
    recordMessaged: (transaction: Transaction, row: EventRow): Promise<void> =>
      outbox.recordFor(transaction, listAssignees(row), { name: 'assignment.messaged', data: toAssignedData(row) }),

    recordDecided: (transaction: Transaction, row: EventRow, status: 'approved' | 'rejected'): Promise<void> =>
      outbox.record(transaction, 'submission.decided', { ...toData(row), status }),
  }
}

const listAssignees = ({ assigneeId }: EventRow): string[] => (assigneeId === null ? [] : [assigneeId])
