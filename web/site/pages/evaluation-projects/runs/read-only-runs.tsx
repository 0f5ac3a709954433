import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { FormError } from '../../../components/text-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { describeRun } from './describe-run.ts'
import { readRunQuery, readRunsQuery } from './run-queries.ts'
import { RunResults, RunStatus } from './run-results.tsx'

/** The token of a reader's link; `undefined` for the public example. */
type ReaderProps = { token: string | undefined }

/** The ended runs of a project for readers; nothing if there are none. */
export function ReadOnlyRuns({ token }: ReaderProps) {
  const runs = useQuery(readRunsQuery(token))
  const [chosenId, setChosenId] = useState<string>()
  const chosen = runs.data?.find(({ id }) => id === chosenId) ?? runs.data?.[0]
  if (!chosen && !runs.error) return null
  return (
    <section aria-label="实测运行" className="card mt-10 min-w-0 p-5">
      <h2 className="text-xl">实测运行</h2>
      <p className="mt-2 max-w-[76ch] text-sm text-muted">
        平台按同一规程逐题提问，反复几次，按检查判定并计数。点开一格可以看到每次的问答。
      </p>
      <div className="mt-3">
        <FormError>{runs.error && toErrorMessage(runs.error)}</FormError>
      </div>
      {runs.data && runs.data.length > 1 && chosen && (
        <div className="mb-5 max-w-md">
          <SelectField
            label="运行"
            isRequired
            value={chosen.id}
            options={runs.data.map((run) => ({ value: run.id, label: describeRun(run) }))}
            onChange={setChosenId}
          />
        </div>
      )}
      {chosen?.title && <p className="mb-3 font-medium break-words">{chosen.title}</p>}
      {chosen && <LoadedReading key={chosen.id} token={token} runId={chosen.id} />}
    </section>
  )
}

function LoadedReading({ token, runId }: ReaderProps & { runId: string }) {
  const { data: run, error } = useQuery(readRunQuery(token, runId))
  if (!run) return <FormError>{error && toErrorMessage(error)}</FormError>
  return (
    <div className="space-y-5">
      <RunStatus run={run} />
      <RunResults source={{ token }} run={run} />
      {run.sealedTasks > 0 && (
        <p className="text-sm text-muted">另有{run.sealedTasks}个密封的任务，定稿之前不列出；各候选的数字已经计入。</p>
      )}
    </div>
  )
}
