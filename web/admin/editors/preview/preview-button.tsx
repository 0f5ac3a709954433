import { Button } from 'antd'
import { Eye } from 'lucide-react'

/** Opens and closes the preview next to the editor. */
export const PreviewButton = ({
  isPreviewing,
  onTogglePreview,
}: {
  isPreviewing: boolean
  onTogglePreview: () => void
}) => (
  <Button
    title={isPreviewing ? '关闭预览' : '预览'}
    aria-label="预览"
    aria-pressed={isPreviewing}
    type={isPreviewing ? 'primary' : 'default'}
    ghost={isPreviewing}
    icon={<Eye className="size-4" aria-hidden />}
    onClick={onTogglePreview}
  />
)
