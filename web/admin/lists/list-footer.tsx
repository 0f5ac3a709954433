import { Pagination } from 'antd'

type ListFooterProps = {
  current: number
  pageSize: number
  total: number
  /** The number at which the server stops counting; a `total` of this number means "at least". */
  countLimit?: number | undefined
  /** The noun for an item: `提交`, `用户`. */
  itemName: string
  /** The measure word of the noun. */
  unit?: string | undefined
  /** Whether it is inside the frame of the list, rather than below it. */
  isFramed?: boolean
  onChange: (page: number) => void
}

/** Shows the total and the pagination of a list: all page numbers if they fit, otherwise only the current one. */
export function ListFooter(props: ListFooterProps) {
  const { current, pageSize, total, countLimit, itemName, unit = '条', isFramed = false, onChange } = props
  const paginationProps = { current, pageSize, total, showSizeChanger: false, onChange }
  return (
    <div className={`@container ${isFramed ? 'border-t border-line px-4 py-3' : 'pt-4'}`}>
      <div className="flex items-center justify-between gap-3">
        <p className="shrink-0 text-sm whitespace-nowrap text-muted tabular-nums">
          {total === countLimit ? '不少于' : '共'}
          {total}
          {unit}
          {itemName}
        </p>
        {total > pageSize && (
          <>
            <div className="whitespace-nowrap @max-2xl:hidden">
              <Pagination {...paginationProps} />
            </div>
            <div className="whitespace-nowrap @2xl:hidden">
              <Pagination {...paginationProps} simple={{ readOnly: true }} />
            </div>
          </>
        )}
      </div>
    </div>
  )
}
