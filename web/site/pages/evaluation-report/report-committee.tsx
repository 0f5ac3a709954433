import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { describeDeclarant } from '#contracts/rules/evaluation/conflicts.ts'
import { describeCommittee } from '#contracts/rules/evaluation/describe-committee.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { ConflictList } from '../evaluation-projects/interest/conflict-list.tsx'
import { SignatureList, TableHash } from '../evaluation-projects/signing/signature-list.tsx'

/** Who declared which interests, and who signed the final table. */
export function ReportCommittee({ data }: { data: ReportData }) {
  const { interest, signing } = data
  const sentences = describeCommittee(data)
  return (
    <div className="grid gap-5 text-sm print:gap-3 print:text-xs">
      <ul className="max-w-prose space-y-1 print:max-w-none">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {interest && (
        <section>
          <h3 className="mb-2 text-base print:text-sm">利益冲突声明</h3>
          <details className="prints-open">
            <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">声明全文</summary>
            <p className="max-w-prose whitespace-pre-line print:max-w-none">{interest.statement}</p>
          </details>
          <ul className="divide-y divide-line border-y border-line">
            {interest.declarations.map(({ judge, name, isRemoved, declaredAt, conflicts }) => (
              <li key={judge ?? name} className="py-2 print:py-1">
                <p>
                  <bdi className="font-medium">{name}</bdi>
                  <span className="text-muted">{describeDeclarant({ judge, isRemoved })}</span>
                  <time className="mx-2 text-muted tabular-nums" dateTime={declaredAt}>
                    {formatMinute(declaredAt)}
                  </time>
                  <span>{conflicts.length === 0 && '没有利益冲突'}</span>
                </p>
                <ConflictList conflicts={conflicts} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {signing && (
        <section>
          <h3 className="mb-2 text-base print:text-sm">签署</h3>
          <SignatureList signing={signing} judges={data.judges} />
          {signing.tableHash !== null && <TableHash hash={signing.tableHash} />}
        </section>
      )}
    </div>
  )
}
