import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { PlatformBank } from '#contracts/question-banks/bank.ts'
import { platformQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { dataOf, invalidate } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { callAdmin } from '../../calls/call.ts'
import { queryOf } from '../../calls/query-of.ts'
import { useAction } from '../../calls/use-action.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { type Column, RecordTable } from '../../lists/record-table.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { useCan } from '../../session/session.ts'
import { BankDrawer } from './bank-drawer.tsx'
import { ImportDrawer } from './import-drawer.tsx'

/** What is open beside the list: an import for a bank or a new one, or the tasks of a bank. */
type OpenPanel = { kind: 'import'; bank: PlatformBank | null } | { kind: 'tasks'; bank: PlatformBank } | null

/** The platform's question banks: staff import, publish and withdraw them. */
export function QuestionBanksScreen() {
  const client = useQueryClient()
  const canPublish = useCan('evaluations:publish')
  const [panel, setPanel] = useState<OpenPanel>(null)
  const banksQuery = useQuery(dataOf(queryOf(platformQuestionBankCalls.list)))
  const reload = () => invalidate(client, platformQuestionBankCalls.list, platformQuestionBankCalls.get)
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.questionBanks.title}
        description="平台公布的测试任务，会员可以加入自己的评估项目。版本公布后不再改变；改动即新版本，发布后才对外提供。"
        actions={
          canPublish && (
            <Button
              type="primary"
              icon={<Upload className="size-4" aria-hidden />}
              onClick={() => setPanel({ kind: 'import', bank: null })}
            >
              导入题库
            </Button>
          )
        }
      />
      {banksQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {banksQuery.isLoadingError && (
        <LoadError error={banksQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={banksQuery.refetch} />
      )}
      {banksQuery.data?.length === 0 && <EmptyPanel>还没有题库。导入一个任务文件，核对后发布。</EmptyPanel>}
      {banksQuery.data && banksQuery.data.length > 0 && (
        <BankTable banks={banksQuery.data} canPublish={canPublish} onOpen={setPanel} onChanged={reload} />
      )}
      {panel?.kind === 'import' && (
        <ImportDrawer bank={panel.bank} onImported={reload} onClose={() => setPanel(null)} />
      )}
      {panel?.kind === 'tasks' && <BankDrawer bank={panel.bank} onClose={() => setPanel(null)} />}
    </ScreenContent>
  )
}

type BankTableProps = {
  banks: readonly PlatformBank[]
  canPublish: boolean
  onOpen: (panel: OpenPanel) => void
  onChanged: () => unknown
}

function BankTable({ banks, canPublish, onOpen, onChanged }: BankTableProps) {
  const renderActions = (bank: PlatformBank) => (
    <BankActions bank={bank} canPublish={canPublish} onOpen={onOpen} onChanged={onChanged} />
  )
  const columns: readonly Column<PlatformBank>[] = [
    { title: '题库', renderCell: (bank) => <BankName bank={bank} />, className: 'w-1/2 min-w-60' },
    { title: '状态', renderCell: describeStatus, className: 'whitespace-nowrap' },
    { title: '来源', renderCell: ({ source }) => source, className: 'max-w-72 text-sm', isWideOnly: true },
    { title: '操作', renderCell: renderActions },
  ]
  return (
    <RecordTable
      label="题库"
      items={banks}
      getKey={({ id }) => id}
      columns={columns}
      renderCard={(bank) => (
        <div className="flex flex-col gap-2">
          <BankName bank={bank} />
          <p>{describeStatus(bank)}</p>
          {renderActions(bank)}
        </div>
      )}
    />
  )
}

const BankName = ({ bank: { title, version, taskCount, licence, createdAt } }: { bank: PlatformBank }) => (
  <>
    <p className="font-semibold wrap-anywhere">{title}</p>
    <p className="text-sm text-muted">
      {joinWithDots([`第${version}版`, `${taskCount}题`, licence, formatMinute(createdAt)])}
    </p>
  </>
)

const describeStatus = ({ version, publishedVersion }: PlatformBank): string => {
  if (publishedVersion === null) return '没有发布'
  return publishedVersion === version ? '已发布' : `已发布第${publishedVersion}版`
}

type BankActionsProps = Omit<BankTableProps, 'banks'> & { bank: PlatformBank }

function BankActions({ bank, canPublish, onOpen, onChanged }: BankActionsProps) {
  const { id, title, version, publishedVersion } = bank
  const confirm = useConfirm()
  const publish = useAction({
    action: () => callAdmin(platformQuestionBankCalls.publish, { params: { bank: id }, body: { version } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const withdraw = useAction({
    action: () => callAdmin(platformQuestionBankCalls.withdraw, { params: { bank: id } }),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  const confirmWithdrawal = () =>
    confirm({
      title: `撤回“${title}”？`,
      content: '会员随即不能再加入其中的任务；已经加入的不受影响。可以再发布。',
      okText: '撤回',
      isDangerous: true,
      onOk: () => withdraw.mutateAsync(),
    })
  return (
    <RowActions>
      <RowAction label={`查看“${title}”的任务`} onClick={() => onOpen({ kind: 'tasks', bank })}>
        任务
      </RowAction>
      {canPublish && publishedVersion !== version && (
        <RowAction label={`发布“${title}”第${version}版`} isBusy={publish.isPending} onClick={() => publish.mutate()}>
          发布第{version}版
        </RowAction>
      )}
      {canPublish && (
        <RowAction label={`导入“${title}”的新版本`} onClick={() => onOpen({ kind: 'import', bank })}>
          新版本
        </RowAction>
      )}
      {canPublish && publishedVersion !== null && (
        <RowAction isDanger label={`撤回“${title}”`} isBusy={withdraw.isPending} onClick={confirmWithdrawal}>
          撤回
        </RowAction>
      )}
    </RowActions>
  )
}
