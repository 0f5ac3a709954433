import { useState } from 'react'

/** The length that always fits on three lines of the narrowest column. */
const SHORT_LENGTH = 48

/** Shows three lines of a comment, expandable to the full text. */
export function ProductReviewComment({ comment, isMuted }: { comment: string; isMuted: boolean }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const isLong = comment.length > SHORT_LENGTH || comment.split('\n').length > 3
  return (
    <>
      <p
        className={`whitespace-pre-line wrap-anywhere ${isLong && !isExpanded ? 'line-clamp-3' : ''} ${isMuted ? 'text-muted' : ''}`}
      >
        {comment}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          className="min-h-11 cursor-pointer border-0 bg-transparent px-0 text-sm text-indigo hover:underline md:min-h-8"
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? '收起' : '展开全文'}
        </button>
      )}
    </>
  )
}
