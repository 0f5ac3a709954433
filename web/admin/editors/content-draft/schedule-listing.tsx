import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { getPublicationLabel } from '#contracts/content-drafts/listing-change.ts'
import { getUnavailableProps } from '../../components/unavailable-button.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'
import type { VersionedDocument } from '../use-versioned-document.ts'
import { useDraftStatus } from './use-draft-status.ts'

const ScheduleListingDialog = lazy(async () => ({
  default: (await import('./schedule-listing-dialog.tsx')).ScheduleListingDialog,
}))

/** The button that takes a product off, or lists it, at a time. Hidden if there is a draft, which says so itself. */
export function ScheduleListing({ versionedDocument }: { versionedDocument: VersionedDocument }) {
  const { drafts } = useEditor().resource
  const status = useDraftStatus(drafts?.owner)
  const change = useEditorState(({ loaded }) => (loaded.value.isActive === false ? 'list' : 'unlist'))
  const [isOpen, setIsOpen] = useState(false)
  const { isDirty, isSaving } = versionedDocument
  if (!drafts || status) return null
  const label = `定时${getPublicationLabel(change)}`
  return (
    <>
      <Button
        title={isDirty ? '请先保存或放弃修改' : label}
        aria-label={label}
        icon={<CalendarClock className="size-4" aria-hidden />}
        onClick={() => setIsOpen(true)}
        {...getUnavailableProps(isDirty || isSaving)}
      />
      <Suspense>
        {isOpen && <ScheduleListingDialog drafts={drafts} change={change} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
