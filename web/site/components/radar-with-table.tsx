import { Radar, type RadarAxis } from './radar.tsx'

/** A radar chart with its values as a table. */
export function RadarWithTable({ axes, title }: { axes: readonly RadarAxis[]; title: string }) {
  return (
    <figure>
      <Radar axes={axes} title={title} className="mx-auto max-w-sm" />
      <details className="group mt-2 text-sm" data-print="none">
        <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
          <span className="group-open:hidden">以表格查看</span>
          <span className="hidden group-open:inline">收起表格</span>
        </summary>
        <table className="w-full border-t border-line">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {axes.map(({ label, value }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {label}
                </th>
                <td className="py-2 text-right font-semibold tabular-nums">{value}分</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
