import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { QuestionBank } from '#contracts/question-banks/bank.ts'
import { ownQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { BankFields, BLANK_DETAILS, findGeneralMessage, toDetails } from '../../question-banks/bank-fields.tsx'
import { ownBanksQuery, useReloadOwnBanks } from '../../question-banks/bank-queries.ts'
import { toDraftKey, useBankDetails } from '../../question-banks/use-bank-details.ts'
import { SelectField } from '../controlled-fields.tsx'

type SaveBankDialogProps = { project: Pick<ProjectView, 'id' | 'name' | 'tasks'>; onClose: () => void }

/** Saves the tasks of the project as a question bank of the member, or as the next version of one. */
export function SaveBankDialog({ project, onClose }: SaveBankDialogProps) {
  const { data: banks, error } = useQuery(ownBanksQuery())
  return (
    <Dialog isOpen onClose={onClose} title="存为题库" className="max-w-2xl">
      <p className="mb-5 text-muted">
        这个项目的{project.tasks.length}个任务存入自己的题库，其他项目可以直接使用。每次保存是一个新版本，旧版本不变。
      </p>
      <FormError>{error && toErrorMessage(error)}</FormError>
      {banks && <SaveBankForm project={project} banks={banks} onSaved={onClose} />}
    </Dialog>
  )
}

type SaveBankFormProps = {
  project: SaveBankDialogProps['project']
  banks: readonly QuestionBank[]
  onSaved: () => void
}

function SaveBankForm({ project, banks, onSaved }: SaveBankFormProps) {
  const showToast = useToast()
  const reload = useReloadOwnBanks()
  // The id of a new bank stays the same when the request is repeated.
  const [newId] = useState<string>(() => crypto.randomUUID())
  const [bankId, setBankId] = useState(newId)
  const newTarget = { key: `new.${project.id}`, initial: { ...BLANK_DETAILS, title: project.name } }
  const draft = useBankDetails(newTarget)
  const { details } = draft
  const saveMutation = useMutation({
    mutationFn: () =>
      call(ownQuestionBankCalls.save, { params: { bank: bankId }, body: { ...details, project: project.id } }),
    onSuccess({ data }) {
      draft.clear()
      showToast(`已存入“${data.title}”第${data.version}版`, 'success')
      onSaved()
      return reload()
    },
  })

  function selectBank(id: string): void {
    const bank = banks.find((item) => item.id === id)
    setBankId(id)
    draft.select(bank ? { key: toDraftKey(bank), initial: toDetails(bank) } : newTarget)
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    saveMutation.mutate()
  }

  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
      {banks.length > 0 && (
        <SelectField
          label="存入"
          isRequired
          value={bankId}
          options={[
            { value: newId, label: '新的题库' },
            ...banks.map(({ id, title, version }) => ({ value: id, label: `“${title}”的第${version + 1}版` })),
          ]}
          onChange={selectBank}
        />
      )}
      <BankFields details={details} error={saveMutation.error} onChange={draft.change} />
      <FormError>{findGeneralMessage(saveMutation.error)}</FormError>
      <Button type="submit" isBusy={saveMutation.isPending} className="w-full">
        {saveMutation.isPending ? '保存中……' : '存入题库'}
      </Button>
    </form>
  )
}
