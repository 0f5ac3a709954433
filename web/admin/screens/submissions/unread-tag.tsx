import { MessageSquare } from 'lucide-react'
import { ToneTag } from '../../components/tone-tag.tsx'

/** The number of the vendor's messages that no reviewer has read; nothing if there are none. */
export const UnreadTag = ({ count }: { count: number }) =>
  count > 0 && (
    <ToneTag tone="red" className="inline-flex items-center gap-1 text-sm tabular-nums">
      <MessageSquare className="size-3.5 shrink-0" aria-hidden />
      {count}条未读
    </ToneTag>
  )
