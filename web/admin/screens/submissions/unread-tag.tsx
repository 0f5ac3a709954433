import { MessageSquare } from 'lucide-react'
import { ToneTag } from '../../components/tone-tag.tsx'

type UnreadTagProps = {
  count: number
  /** Opens the messages; without it, the tag only shows their number. */
  onOpen?: () => void
}

/** The number of the vendor's messages that no reviewer has read; nothing if there are none. */
export function UnreadTag({ count, onOpen }: UnreadTagProps) {
  if (count === 0) return null
  const tag = (
    <ToneTag tone="red" className="inline-flex items-center gap-1 text-sm tabular-nums">
      <MessageSquare className="size-3.5 shrink-0" aria-hidden />
      {count}条未读
    </ToneTag>
  )
  if (!onOpen) return tag
  return (
    <button
      type="button"
      className="m-0 cursor-pointer border-0 bg-transparent p-0 hover:underline pointer-coarse:min-h-11"
      title="查看与厂商的消息"
      onClick={onOpen}
    >
      {tag}
    </button>
  )
}
