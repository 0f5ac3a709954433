import type { ReactNode } from 'react'

type WorkbenchChartProps = {
  title: string
  lead?: string
  /** The columns of the table; the first one contains the row names. */
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly string[] }[]
  /** Whether the chart labels every figure, so that its table isn't printed. */
  isLabeled?: boolean
  children: ReactNode
}

/** In print, a table with more columns is placed below its chart instead of next to it. */
const MAX_SIDE_COLUMNS = 9

/** A titled chart with its figures as a table: collapsed on screen, next to the chart in print. */
export function WorkbenchChart({ title, lead, columns, rows, isLabeled = false, children }: WorkbenchChartProps) {
  const isWide = columns.length > MAX_SIDE_COLUMNS
  return (
    <figure
      className={`card min-w-0 p-4 md:p-6 print:grid print:items-start print:gap-x-5 print:p-3 ${isWide || isLabeled ? 'print:break-inside-auto' : 'print:grid-cols-[2fr_3fr]'}`}
    >
      <figcaption className="mb-4 print:col-span-full print:mb-2">
        <h3 className="text-lg print:text-base">{title}</h3>
        {lead && <p className="mt-1 text-sm text-muted print:text-xs">{lead}</p>}
      </figcaption>
      <div className={`min-w-0 ${isLabeled ? 'print:col-span-full' : ''}`}>{children}</div>
      <details className={`prints-open group mt-3 text-sm print:mt-0 print:text-xs ${isLabeled ? 'print:hidden' : ''}`}>
        <summary data-print="none" className="inline-flex min-h-11 items-center text-indigo hover:underline">
          <span className="group-open:hidden">以表格查看</span>
          <span className="hidden group-open:inline">收起表格</span>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be focusable by keyboard. */}
        <section className="overflow-x-auto print:overflow-visible" tabIndex={0} aria-label={`${title}（表格）`}>
          <table className={`w-full border-t border-line tabular-nums ${isWide ? 'print:text-[0.5rem]' : ''}`}>
            <thead>
              <tr className="border-b border-line text-muted">
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={`py-2 pr-3 text-right font-normal whitespace-nowrap first:text-left print:py-0.5 print:whitespace-normal ${isWide ? 'print:pr-0.5' : 'print:pr-1.5'}`}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...figures] }) => (
                <tr key={key} className="border-b border-line">
                  <th scope="row" className="py-2 pr-3 text-left font-normal print:min-w-24 print:py-0.5 print:pr-1.5">
                    {name}
                  </th>
                  {figures.map((figure, index) => (
                    <td
                      key={columns[index + 1]}
                      className={`py-2 pr-3 text-right whitespace-nowrap print:py-0.5 ${isWide ? 'print:pr-0.5' : 'print:pr-1.5'}`}
                    >
                      {figure}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
