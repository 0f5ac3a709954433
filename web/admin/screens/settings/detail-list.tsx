/** A label and its text. */
export type Detail = [label: string, value: string]

/** Lists details, in two columns if there is space. */
export const DetailList = ({ details }: { details: readonly Detail[] }) => (
  <dl className="grid gap-x-10 md:grid-cols-2">
    {details.map(([label, value]) => (
      <div key={label} className="flex justify-between gap-4 border-b border-line py-2.5">
        <dt className="shrink-0 text-muted">{label}</dt>
        <dd className="text-right tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)
