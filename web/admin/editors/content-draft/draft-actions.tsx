import { Button } from 'antd'
import { FilePen, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useAction } from '../../calls/use-action.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useEditor } from '../editor-context.tsx'
import type { EditorDrafts } from '../editor-resource.ts'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { draftCallsOf } from './draft-calls.ts'
import { useDraftStatus, useOpenVersion, useRefetchDrafts } from './use-draft-status.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** The action beside saving: publishing the draft that is edited, or saving the edits of the published one as a draft. */
export function DraftActions({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  if (resource.isDraft) return <PublishButton versionedDocument={versionedDocument} />
  return resource.drafts ? <SaveAsDraftButton versionedDocument={versionedDocument} drafts={resource.drafts} /> : null
}

function PublishButton({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  const status = useDraftStatus(resource.drafts?.owner)
  const [isOpen, setIsOpen] = useState(false)
  const { isDirty, isSaving } = versionedDocument
  if (!status) return null
  return (
    <>
      <Button
        type="primary"
        title={isDirty ? '请先保存草稿' : undefined}
        icon={<Send className="size-4" aria-hidden />}
        onClick={() => setIsOpen(true)}
        {...getUnavailableProps(isDirty || isSaving)}
      >
        {getPublicationLabel(status.listingChange)}
      </Button>
      <Suspense>{isOpen && <PublishDialog status={status} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

type SaveAsDraftProps = { versionedDocument: VersionedDocument; drafts: EditorDrafts }

/** Saves the edits of the published version as a draft, which is then edited. Hidden if there is a draft. */
function SaveAsDraftButton({ versionedDocument, drafts }: SaveAsDraftProps) {
  const { store } = useEditor()
  const status = useDraftStatus(drafts.owner)
  const { openDraft } = useOpenVersion()
  const refetch = useRefetchDrafts()
  const save = useAction({
    async action() {
      const document = store.getValue()
      if (!document) throw new DOMException('The text is no document.', 'AbortError')
      const base = store.get().loaded.version
      const reply = await draftCallsOf(drafts.owner).save(document, { base, version: 0 })
      // The edits are in the draft now: what is published is shown unchanged.
      versionedDocument.discard()
      openDraft()
      return reply
    },
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch,
  })
  if (status) return null
  return (
    <Button
      icon={<FilePen className="size-4" aria-hidden />}
      onClick={() => save.mutate()}
      {...getUnavailableProps(save.isPending || versionedDocument.isSaving)}
    >
      保存草稿
    </Button>
  )
}
