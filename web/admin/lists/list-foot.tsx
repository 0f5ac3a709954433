import { Pagination } from 'antd'

type ListFootProps = {
  current: number
  pageSize: number
  total: number
  /** The number up to which items are counted: there may be more. */
  countLimit?: number | undefined
  /** `提交`, `用户`: what is counted. */
  itemName: string
  /** The counting word of the name. */
  unit?: string | undefined
  onChange: (page: number) => void
}

/** The number of items and the pages of a list: every page number where the list is wide, else the current one. */
export function ListFoot({ current, pageSize, total, countLimit, itemName, unit = '条', onChange }: ListFootProps) {
  const pages = { current, pageSize, total, showSizeChanger: false, onChange }
  return (
    <div className="@container pt-4">
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
              <Pagination {...pages} />
            </div>
            <div className="whitespace-nowrap @2xl:hidden">
              <Pagination {...pages} simple={{ readOnly: true }} />
            </div>
          </>
        )}
      </div>
    </div>
  )
}
