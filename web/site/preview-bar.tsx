import { PREVIEW_PAGE_TEXTS } from '#contracts/content-drafts/messages.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'

/** Says that the page shows a draft, and until when its link is valid. */
export const PreviewBar = ({ expiresAt }: { expiresAt: string }) => (
  <div role="status" className="border-b border-line bg-indigo-tint text-ink" data-print="none">
    <p className="shell flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
      <strong>{PREVIEW_PAGE_TEXTS.badge}</strong>
      <span>{PREVIEW_PAGE_TEXTS.note}</span>
      <span className="text-muted">链接有效至{formatMinuteInShanghai(new Date(expiresAt))}（北京时间）</span>
    </p>
  </div>
)
