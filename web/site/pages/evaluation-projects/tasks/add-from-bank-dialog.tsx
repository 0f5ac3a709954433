import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { QuestionBank, QuestionBankView } from '#contracts/question-banks/bank.ts'
import { ownQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { BankList } from '../../question-banks/bank-list.tsx'
import { bankQuery } from '../../question-banks/bank-queries.ts'
import { BankSummary } from '../../question-banks/bank-summary.tsx'
import { BankTask } from '../../question-banks/bank-tasks.tsx'
import { useProjectCache } from '../project-queries.ts'

type AddFromBankDialogProps = { projectId: string; onClose: () => void }

/** Copies tasks of a question bank into the project: first the bank is chosen, then its tasks. */
export function AddFromBankDialog({ projectId, onClose }: AddFromBankDialogProps) {
  const [bank, setBank] = useState<QuestionBank | null>(null)
  return (
    <Dialog isOpen onClose={onClose} title={bank?.title ?? '从题库添加'} className="max-w-3xl">
      {bank ? (
        <ChosenBank projectId={projectId} bank={bank} onBack={() => setBank(null)} onAdded={onClose} />
      ) : (
        <BankList onSelect={setBank} />
      )}
    </Dialog>
  )
}

type ChosenBankProps = { projectId: string; bank: QuestionBank; onBack: () => void; onAdded: () => void }

function ChosenBank({ projectId, bank, onBack, onAdded }: ChosenBankProps) {
  const { data, error } = useQuery(bankQuery(bank))
  return (
    <div className="space-y-4">
      <Button variant="outline" onClick={onBack}>
        <ArrowLeft className="size-4" aria-hidden />
        返回题库
      </Button>
      <BankSummary bank={bank} />
      <FormError>{error && toErrorMessage(error)}</FormError>
      {data && <TaskChoice projectId={projectId} bank={data} onAdded={onAdded} />}
    </div>
  )
}

type TaskChoiceProps = { projectId: string; bank: QuestionBankView; onAdded: () => void }

function TaskChoice({ projectId, bank: { id, version, tasks }, onAdded }: TaskChoiceProps) {
  const cache = useProjectCache()
  const showToast = useToast()
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(() => new Set(tasks.map(({ key }) => key)))
  const copyMutation = useMutation({
    mutationFn: () =>
      call(ownQuestionBankCalls.copy, {
        params: { id: projectId },
        body: { bank: id, version, tasks: tasks.map(({ key }) => key).filter((key) => chosenKeys.has(key)) },
      }),
    onSuccess({ added, known }) {
      const rest = known > 0 ? `，另有${known}个项目中已有` : ''
      showToast(`已加入${added}个任务${rest}`, 'success')
      onAdded()
    },
    // Also after an error: the tasks may have been added although the reply was lost.
    onSettled: cache.reload,
  })
  const isComplete = chosenKeys.size === tasks.length

  function toggle(key: string): void {
    const next = new Set(chosenKeys)
    if (!next.delete(key)) next.add(key)
    setChosenKeys(next)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">任务</h3>
        <Button variant="outline" onClick={() => setChosenKeys(new Set(isComplete ? [] : tasks.map(({ key }) => key)))}>
          {isComplete ? '全不选' : '全选'}
        </Button>
      </div>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
        {tasks.map((task) => (
          <li key={task.key}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-indigo"
                checked={chosenKeys.has(task.key)}
                onChange={() => toggle(task.key)}
              />
              <span className="min-w-0">
                <BankTask task={task} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FormError>{copyMutation.error && toErrorMessage(copyMutation.error)}</FormError>
      <Button
        className="w-full"
        isUnavailable={chosenKeys.size === 0}
        isBusy={copyMutation.isPending}
        onClick={() => copyMutation.mutate()}
      >
        {copyMutation.isPending ? '加入中……' : `加入${chosenKeys.size}个任务`}
      </Button>
    </>
  )
}
