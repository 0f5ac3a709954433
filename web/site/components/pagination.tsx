import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../router.tsx'

type PaginationProps = {
  current: number
  total: number
  getUrl: (page: number) => string
  /** Called when a page is chosen, for example to scroll to the top of the list. */
  onChoose?: () => void
}

const ITEM_CLASS =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-lg px-2 font-medium tabular-nums'
const LINK_CLASS = `${ITEM_CLASS} hover:bg-sunken hover:text-indigo`

/** Links to the pages of a list; on narrow screens, the current page number is shown instead of the numbered links. */
export function Pagination(props: PaginationProps) {
  const { current, total, getUrl, onChoose } = props
  if (total <= 1) return null
  return (
    <nav aria-label="分页" className="flex items-center justify-between gap-1 sm:justify-center" data-print="none">
      <AdjacentLink {...props} rel="prev" page={current - 1} className="pr-3">
        <ChevronLeft className="size-4" aria-hidden />
        上一页
      </AdjacentLink>
      <span className="text-sm text-muted tabular-nums sm:hidden">
        第{current}页，共{total}页
      </span>
      <ul className="hidden gap-1 sm:flex">
        {listPageNumbers(current, total).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span className={`${ITEM_CLASS} text-muted`}>…</span>
            ) : (
              <Link
                to={getUrl(page)}
                aria-label={`第${page}页`}
                aria-current={page === current ? 'page' : undefined}
                className={`${LINK_CLASS} aria-[current=page]:bg-indigo-tint aria-[current=page]:text-indigo`}
                onClick={onChoose}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <AdjacentLink {...props} rel="next" page={current + 1} className="pl-3">
        下一页
        <ChevronRight className="size-4" aria-hidden />
      </AdjacentLink>
    </nav>
  )
}

type AdjacentLinkProps = PaginationProps & {
  rel: 'prev' | 'next'
  page: number
  className: string
  children: ReactNode
}

/** A link to the previous or the next page; if there is none, an invisible element of the same size. */
function AdjacentLink({ rel, page, total, getUrl, onChoose, className, children }: AdjacentLinkProps) {
  if (page < 1 || page > total)
    return (
      <span aria-hidden className={`${ITEM_CLASS} invisible ${className}`}>
        {children}
      </span>
    )
  return (
    <Link rel={rel} to={getUrl(page)} className={`${LINK_CLASS} ${className}`} onClick={onChoose}>
      {children}
    </Link>
  )
}

/**
 * Returns the page numbers to link to, at most seven entries; `null` stands for two or more pages that are left out.
 */
export function listPageNumbers(current: number, total: number): (number | null)[] {
  if (total <= 7) return Array.from({ length: total }, (_, index) => index + 1)
  const middleStart = Math.min(Math.max(current - 1, 3), total - 4)
  const second = middleStart === 3 ? 2 : null
  const secondToLast = middleStart + 2 === total - 2 ? total - 1 : null
  return [1, second, middleStart, middleStart + 1, middleStart + 2, secondToLast, total]
}
