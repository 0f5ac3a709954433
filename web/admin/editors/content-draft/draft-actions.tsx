import { Button } from 'antd'
import { FilePen, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { contentDraftCalls } from '#contracts/content-drafts/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { isDraftKind } from '#contracts/vocabulary.ts'
import { callAdmin } from '../../calls/call.ts'
import { useAction } from '../../calls/use-action.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useEditor } from '../editor-context.tsx'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { useDraftStatus, useOpenVersion, useRefetchDrafts } from './use-draft-status.ts'

const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** The action beside saving: publishing the draft that is edited, or saving the edits of the published one as a draft. */
export function DraftActions({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  if (resource.isDraft) return <PublishButton versionedDocument={versionedDocument} />
  return isDraftKind(resource.kind) ? <SaveAsDraftButton versionedDocument={versionedDocument} /> : null
}

function PublishButton({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource } = useEditor()
  const status = useDraftStatus(resource.kind ?? 'products')
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
        发布
      </Button>
      <Suspense>{isOpen && <PublishDialog status={status} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

/** Saves the edits of the published document as a draft, which is then edited. Hidden if there is a draft. */
function SaveAsDraftButton({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { resource, store } = useEditor()
  const { kind } = resource
  const status = useDraftStatus(kind ?? 'products')
  const { openDraft } = useOpenVersion()
  const refetch = useRefetchDrafts()
  const save = useAction({
    async action() {
      const document = store.getValue()
      if (!document || !isDraftKind(kind)) throw new DOMException('The text is no document.', 'AbortError')
      const base = store.get().loaded.version
      const reply = await callAdmin(contentDraftCalls.save, {
        params: { kind },
        body: document,
        query: { base },
        version: 0,
      })
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
