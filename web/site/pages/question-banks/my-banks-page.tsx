import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { TASK_FORMAT_LABELS, TASK_FORMATS, type TaskFormat } from '#contracts/evaluation-projects/task-formats.ts'
import { QUESTION_BANKS } from '#contracts/limits.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import type { QuestionBank } from '#contracts/question-banks/bank.ts'
import { ownQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { download } from '../../../shared/download.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useDownload } from '../../components/use-download.ts'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { BankImportDialog } from './bank-import-dialog.tsx'
import { ownBanksQuery, useReloadOwnBanks } from './bank-queries.ts'
import { BankSummary } from './bank-summary.tsx'

const SUBTITLE = '反复使用的测试任务。每次保存是一个版本，版本不再改变，比较才有依据。'

export const page: SitePage<'myQuestionBanks'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myQuestionBanks.title}
      subtitle={SUBTITLE}
      invitation={<p>登录后可以把评估项目的任务存为题库，下次直接使用。</p>}
    >
      <OwnBanks />
    </MemberPage>
  ),
}

/** What a dialog is open for: a new version of a bank, or a new one. */
type ImportTarget = { bank: QuestionBank | null }

function OwnBanks() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(ownBanksQuery())
  const [importTarget, setImportTarget] = useState<ImportTarget | null>(null)
  const [removedBank, setRemovedBank] = useState<QuestionBank | null>(null)
  const isFull = (data?.length ?? 0) >= QUESTION_BANKS.perMember
  return (
    <div className="shell py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to={PAGES.evaluationProjects} className={getButtonClass('outline')}>
          评估项目
        </Link>
        <Button isUnavailable={isFull} onClick={() => setImportTarget({ bank: null })}>
          <Plus className="size-4" aria-hidden />
          导入题库
        </Button>
      </div>
      {isFull && <p className="mb-4 text-muted">最多{QUESTION_BANKS.perMember}个题库，删除不用的之后可以再建。</p>}
      {isPending && <PageSkeleton />}
      {isLoadingError && <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />}
      {data?.length === 0 && <EmptyNotice message="还没有题库。在评估项目的“测试”中选择“存为题库”，或从文件导入。" />}
      <ul className="grid gap-4 empty:hidden md:grid-cols-2">
        {data?.map((bank) => (
          <li key={bank.id}>
            <BankCard
              bank={bank}
              onNewVersion={() => setImportTarget({ bank })}
              onRemove={() => setRemovedBank(bank)}
            />
          </li>
        ))}
      </ul>
      {importTarget && <BankImportDialog bank={importTarget.bank} onClose={() => setImportTarget(null)} />}
      {removedBank && <RemoveBankDialog bank={removedBank} onClose={() => setRemovedBank(null)} />}
    </div>
  )
}

type BankCardProps = { bank: QuestionBank; onNewVersion: () => void; onRemove: () => void }

const BankCard = ({ bank, onNewVersion, onRemove }: BankCardProps) => (
  <article className="card flex h-full flex-col gap-3 p-5">
    <h2 className="text-lg break-words">{bank.title}</h2>
    <BankSummary bank={bank} />
    <p className="text-sm text-muted">保存于{formatMinute(bank.createdAt)}</p>
    <div className="mt-auto flex flex-wrap gap-2 pt-2">
      <BankExport bank={bank} />
      <Button variant="outline" onClick={onNewVersion} aria-label={`导入新版本：${bank.title}`}>
        导入新版本
      </Button>
      <Button variant="outline" onClick={onRemove} aria-label={`删除：${bank.title}`}>
        删除
      </Button>
    </div>
  </article>
)

/** Downloads the tasks of a bank in a chosen format. */
function BankExport({ bank: { id, title, version } }: { bank: QuestionBank }) {
  const [format, setFormat] = useState<TaskFormat>('jsonl')
  const exportMutation = useDownload(() =>
    download(ownQuestionBankCalls.export, { params: { bank: id }, query: { version, format } }),
  )
  return (
    <div className="flex gap-2">
      <select
        aria-label={`导出格式：${title}`}
        className={`${CONTROL_CLASS} w-auto max-w-44 pr-9`}
        value={format}
        onChange={({ target }) => setFormat(TASK_FORMATS.find((item) => item === target.value) ?? 'jsonl')}
      >
        {TASK_FORMATS.map((item) => (
          <option key={item} value={item}>
            {TASK_FORMAT_LABELS[item]}
          </option>
        ))}
      </select>
      <Button
        variant="outline"
        isBusy={exportMutation.isPending}
        aria-label={`导出：${title}`}
        onClick={() => exportMutation.mutate()}
      >
        导出
      </Button>
    </div>
  )
}

function RemoveBankDialog({ bank: { id, title }, onClose }: { bank: QuestionBank; onClose: () => void }) {
  const showToast = useToast()
  const reload = useReloadOwnBanks()
  const removeMutation = useMutation({
    mutationFn: () => call(ownQuestionBankCalls.remove, { params: { bank: id } }),
    onSuccess({ message }) {
      showToast(message, 'success')
      onClose()
    },
    onSettled: reload,
  })
  return (
    <ConfirmDialog isOpen title={`删除“${title}”`} confirmLabel="删除题库" mutation={removeMutation} onClose={onClose}>
      题库的全部版本都会删除，不能恢复。已经加入评估项目的任务不受影响。
    </ConfirmDialog>
  )
}
