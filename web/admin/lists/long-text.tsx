import { Button } from 'antd'
import { useState } from 'react'

/** Characters that two lines of a table's cell take. */
const SHORT = 90

/** A text of a list: a long one is cut after two lines and opens in place. */
export function LongText({ text, className = '' }: { text: string; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text.length <= SHORT) return <p className={className}>{text}</p>
  return (
    <div className={className}>
      <p className={isOpen ? '' : 'line-clamp-2'}>{text}</p>
      <Button type="link" size="small" className="px-0" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '收起' : '展开'}
      </Button>
    </div>
  )
}
