import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contracts/call.ts'
import type { Revision } from '#contracts/content/revision.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import type { CallQuery } from '../../../shared/call-query.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { LoadError } from '../../components/load-error.tsx'
import type { VersionedEdits } from '../../versioned/use-versioned-edits.ts'
import type { DocumentForm } from '../form/form-types.ts'
import { describeRevisionChanges } from './describe-revision-changes.ts'
import { RevisionComparison } from './revision-comparison.tsx'
import { RevisionFrame } from './revision-frame.tsx'
import { type RevisionPage, type RevisionSource, RevisionsDrawer } from './revisions-drawer.tsx'
import { useRestore } from './use-restore.ts'

/** Loads, compares and restores the revisions of a versioned form. */
export type FormRevisions<Value, Stored> = Pick<RevisionSource, 'emptyMessage'> & {
  /** Labels the fields in comparisons. */
  form: DocumentForm
  /** Returns the query for a page of the revisions, the newest first; a saved version makes it another query. */
  list: (page: number, version: number) => CallQuery<RevisionPage>
  get: (revision: number) => { queryKey: QueryKey; queryFn: () => Promise<Stored> }
  /** Restores a revision, replacing `version`. */
  restore: (revision: number, version: number) => Promise<{ message: string }>
  /** Returns the part of the form's values that a revision contains. */
  toStored: (value: Value) => Stored
  /** A text for the confirmation of a restore: what a revision doesn't include. */
  restoreNote?: string
  /** The call whose reply a restore changes. */
  restoredCall: Call
}

type FormHistoryProps<Value, Stored> = {
  form: VersionedEdits<Value>
  canEdit: boolean
  revisions: FormRevisions<Value, Stored>
}

/** The version history of a form; versions can be compared with the current one and restored. */
export function FormHistory<Value, Stored>(props: FormHistoryProps<Value, Stored>) {
  const { form, revisions } = props
  const { message } = App.useApp()
  const [isOpen, setIsOpen] = useState(false)
  const close = (text: string) => {
    setIsOpen(false)
    message.success(text)
  }
  return (
    <>
      {/* Stays enabled in the disabled form of users without write permission. */}
      <Button disabled={false} icon={<History className="size-4" aria-hidden />} onClick={() => setIsOpen(true)}>
        历史
      </Button>
      <RevisionsDrawer
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        source={{
          list: (page) => revisions.list(page, form.loaded.version),
          describeChanges: (changes) => describeRevisionChanges(revisions.form, changes),
          emptyMessage: revisions.emptyMessage,
        }}
      >
        {(revision, onBack) => <FormRevision {...props} revision={revision} onBack={onBack} onRestored={close} />}
      </RevisionsDrawer>
    </>
  )
}

type FormRevisionProps<Value, Stored> = FormHistoryProps<Value, Stored> & {
  revision: Revision
  onBack: () => void
  onRestored: (message: string) => void
}

function FormRevision<Value, Stored>(props: FormRevisionProps<Value, Stored>) {
  const { form, canEdit, revisions, revision, onBack, onRestored } = props
  const client = useQueryClient()
  const revisionQuery = useQuery(revisions.get(revision.revision))
  const restore = useRestore(revision, {
    async restore() {
      const { message } = await revisions.restore(revision.revision, form.loaded.version)
      form.drafts.storeSeparately()
      await form.reload()
      return message
    },
    getConfirmationText: () =>
      `恢复会生成一个新版本，现在的设置仍保留在历史版本中。${form.isDirty ? ADMIN_MESSAGES.editsBecomeDraft : ''}${revisions.restoreNote ?? ''}`,
    onRestored,
    onSettled: () => invalidate(client, revisions.restoredCall),
  })
  return (
    <RevisionFrame revision={revision} restore={canEdit ? restore : undefined} onBack={onBack}>
      {revisionQuery.isPending && <Skeleton active title={false} />}
      {revisionQuery.isError && (
        <LoadError error={revisionQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={revisionQuery.refetch} />
      )}
      {revisionQuery.data && (
        <RevisionComparison
          form={revisions.form}
          comparison={{
            changes: diff(revisions.toStored(form.loaded.value), revisionQuery.data),
            after: revisionQuery.data,
          }}
          base="current"
        />
      )}
    </RevisionFrame>
  )
}
