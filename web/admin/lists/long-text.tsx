import { Button } from 'antd'
import { useState } from 'react'

/** The number of characters that fit on two lines of a table cell. */
const TWO_LINES_LENGTH = 90

/** A text in a list. A long text is clamped to two lines, and has a button to expand it. */
export function LongText({ text, className = '' }: { text: string; className?: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  if (text.length <= TWO_LINES_LENGTH) return <p className={className}>{text}</p>
  return (
    <div className={className}>
      <p className={isExpanded ? '' : 'line-clamp-2'}>{text}</p>
      <Button
        type="link"
        size="small"
        className="px-0"
        aria-expanded={isExpanded}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? '收起' : '展开'}
      </Button>
    </div>
  )
}
