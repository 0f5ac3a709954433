import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { runCalls } from '#contracts/evaluation-runs/calls.ts'
import type { TaskTry } from '#contracts/evaluation-runs/run.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../../shared/call.ts'
import { getFieldErrors, toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { connectionsQuery } from '../connections/connection-queries.ts'
import { SelectField } from '../controlled-fields.tsx'
import { listMeasures } from '../runs/list-measures.ts'
import { OutcomeMark } from '../runs/outcome-mark.tsx'
import { TrialConversation } from '../runs/trial-conversation.tsx'

type TaskTryPanelProps = { project: Pick<ProjectView, 'id' | 'setup'>; task: Task }

/** Asks one candidate a task as it is typed, and shows how its checks decide. Nothing of it counts. */
export function TaskTryPanel({ project: { id, setup }, task }: TaskTryPanelProps) {
  const { data } = useQuery(connectionsQuery(id))
  const [chosen, setChosen] = useState<string>()
  const tryMutation = useMutation({
    mutationFn: async (candidate: string) => {
      const { data: result } = await call(runCalls.tryTask, { params: { id, candidate }, body: { task } })
      return result
    },
  })
  const connected = setup.candidates.filter(({ key }) => data?.data.some(({ candidate }) => candidate === key))
  const candidate = connected.find(({ key }) => key === chosen) ?? connected[0]
  if (!data?.isEnabled || !candidate) return null
  const { error, isPending } = tryMutation
  const [fieldError] = error ? getFieldErrors(error) : []
  return (
    <section aria-label="试一次" className="space-y-3 rounded-xl border border-line p-4">
      <h3 className="font-semibold">试一次</h3>
      <p className="text-sm text-muted">按现在填写的内容问一个候选，看检查怎样判定；不保存，不计入结果。</p>
      <SelectField
        label="候选"
        isRequired
        value={candidate.key}
        options={connected.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={setChosen}
      />
      <Button variant="secondary" isBusy={isPending} onClick={() => tryMutation.mutate(candidate.key)}>
        <Send className="size-4" aria-hidden />
        <span>{isPending ? '等待回复……' : '试一次'}</span>
      </Button>
      <FormError>{error && (fieldError?.message ?? toErrorMessage(error))}</FormError>
      <div aria-live="polite" aria-busy={isPending}>
        {tryMutation.data && !isPending && <Result result={tryMutation.data} />}
      </div>
    </section>
  )
}

const Result = ({ result }: { result: TaskTry }) => (
  <div className="space-y-3">
    <p className="flex flex-wrap items-center gap-x-3">
      <OutcomeMark outcome={result.outcome} />
      <span className="min-w-0 text-sm break-words">{result.reason}</span>
    </p>
    <TrialConversation trial={result} label="智能体的回复" />
    <p className="text-sm text-muted tabular-nums">{joinWithDots(listMeasures(result))}</p>
  </div>
)
