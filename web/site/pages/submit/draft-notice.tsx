import { History } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from '../../components/buttons.tsx'

/** Announces that an earlier visit's input was restored, and offers to discard it. */
export const DraftNotice = ({ onDismiss, onDiscard }: { onDismiss: () => void; onDiscard: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-indigo-tint px-4 py-2.5">
    <p role="status" className="flex items-center gap-2.5">
      <History className="size-5 shrink-0 text-indigo" aria-hidden />
      {SITE_MESSAGES.draftRestored}
    </p>
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={onDismiss}>
        继续填写
      </Button>
      <Button variant="outline" onClick={onDiscard}>
        放弃草稿
      </Button>
    </div>
  </div>
)
