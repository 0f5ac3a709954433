import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { listUnsigned } from '#contracts/rules/evaluation/final-table.ts'
import { listSubmittedJudges } from '../workbench/workbench-data.ts'
import { SignatureList, TableHash } from './signature-list.tsx'

/** Who has signed the final table of a project. */
export function SignaturesCard({ project: { judges, signing } }: { project: ProjectView }) {
  if (signing.tableHash === null) return null
  const unsigned = listUnsigned(listSubmittedJudges(judges), signing)
  return (
    <section aria-label="签署" className="card min-w-0 p-4 text-sm md:p-5">
      <h2 className="text-base">签署</h2>
      <SignatureList signing={signing} judges={judges} />
      {unsigned.length > 0 && <p className="mt-2 text-muted">未签署：{unsigned.map(({ name }) => name).join('、')}</p>}
      <TableHash hash={signing.tableHash} />
    </section>
  )
}
