import { Button } from 'antd'
import { useState } from 'react'

type LongTextProps = {
  text: string
  /** The number of lines that stay visible. */
  lines?: 2 | 3
  /** The number of characters that fit on a line of its column. */
  lineLength?: number
  className?: string
}

const CLAMP_CLASSES = { 2: 'line-clamp-2', 3: 'line-clamp-3' } as const

/** A text in a list, with its line breaks. A long text is clamped to its first lines, and has a button to expand it. */
export function LongText({ text, lines = 2, lineLength = 45, className = '' }: LongTextProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const isLong = text.length > lines * lineLength || text.split('\n').length > lines
  return (
    <div className={className}>
      <p className={`whitespace-pre-line ${isLong && !isExpanded ? CLAMP_CLASSES[lines] : ''}`}>{text}</p>
      {isLong && (
        <Button
          type="link"
          size="small"
          className="px-0 max-md:min-h-11"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? '收起' : '展开全文'}
        </Button>
      )}
    </div>
  )
}
