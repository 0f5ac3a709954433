import type { ReactNode } from 'react'

export type Bar = { key: string; name: ReactNode; count: number /** Said beside the count. */; more?: string }

type BarListProps = {
  title: string
  /** What the count is: `浏览`, `产品`. */
  unit: string
  bars: readonly Bar[]
  /** What is said where nothing was counted. */
  empty: string
}

/** Names with their counts, each with a bar as long as its count: a chart and its table in one. */
export function BarList({ title, unit, bars, empty }: BarListProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const isEmpty = bars.every(({ count }) => count === 0)
  return (
    <section className="panel px-5 py-4">
      <h2 className="pb-2 text-lg">{title}</h2>
      {isEmpty && <p className="py-4 text-muted">{empty}</p>}
      {!isEmpty && (
        <table className="w-full table-fixed border-collapse text-left" aria-label={title}>
          <colgroup>
            <col />
            <col className="w-28" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">名称</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, name, count, more }) => (
              <tr key={key} className="align-bottom">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  <span className="line-clamp-2">{name}</span>
                  <span className="mt-1 block h-1.5 rounded-full bg-sunken" aria-hidden>
                    <span
                      className="block h-1.5 rounded-full bg-indigo"
                      style={{ width: `${(count / most) * 100}%` }}
                    />
                  </span>
                </th>
                <td className="py-1.5 text-right tabular-nums">
                  {count.toLocaleString('zh-CN')}
                  {more && <span className="block text-sm text-muted">{more}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
