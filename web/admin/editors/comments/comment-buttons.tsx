import { Badge, Button } from 'antd'
import { MessageSquare } from 'lucide-react'
import { useEditorComments } from './comments-context.tsx'

/** Opens and closes the panel of the comments, and shows how many are unresolved. */
export function CommentsButton() {
  const comments = useEditorComments()
  if (!comments) return null
  const { isOpen, openCount, open, close } = comments
  return (
    <Badge count={openCount} size="small">
      <Button
        title={isOpen ? '关闭批注' : '批注'}
        aria-label={openCount === 0 ? '批注' : `批注，${openCount}条未解决`}
        aria-pressed={isOpen}
        type={isOpen ? 'primary' : 'default'}
        ghost={isOpen}
        icon={<MessageSquare className="size-4" aria-hidden />}
        onClick={() => (isOpen ? close() : open(''))}
      />
    </Badge>
  )
}

/** The mark beside a field's label: always shown if there are comments on the field, otherwise while the panel is open. */
export function CommentMark({ path, label }: { path: string; label: string }) {
  const comments = useEditorComments()
  if (!comments) return null
  const count = comments.countAt(path)
  if (count === 0 && !comments.isOpen) return null
  return (
    <Button
      type="text"
      size="small"
      className={`h-7 px-1.5 pointer-coarse:min-h-11 ${count === 0 ? 'text-muted' : 'text-indigo'}`}
      title={count === 0 ? '批注这一处' : `${count}条批注`}
      aria-label={count === 0 ? `批注${label}` : `${label}的${count}条批注`}
      icon={<MessageSquare className="size-4" aria-hidden />}
      onClick={() => comments.open(path)}
    >
      {count === 0 ? undefined : count}
    </Button>
  )
}
