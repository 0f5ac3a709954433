import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { getCheckLabel } from '#contracts/evaluation-checks/labels.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { PlatformBank } from '#contracts/question-banks/bank.ts'
import { platformQuestionBankCalls } from '#contracts/question-banks/calls.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'

/** Shows the tasks of a bank's newest version, so that they can be read before they are published. */
export function BankDrawer({ bank, onClose }: { bank: PlatformBank; onClose: () => void }) {
  const bankQuery = useQuery(
    dataOf(queryOf(platformQuestionBankCalls.get, { params: { bank: bank.id }, query: { version: bank.version } })),
  )
  return (
    <Drawer open size={640} title={`${bank.title}，第${bank.version}版`} onClose={onClose}>
      <p className="pb-3 whitespace-pre-line wrap-anywhere">{bank.description}</p>
      <p className="pb-3 text-sm text-muted wrap-anywhere">来源：{bank.source}</p>
      <p className="pb-3 text-xs break-all text-muted">SHA-256：{bank.hash}</p>
      {bankQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {bankQuery.isLoadingError && (
        <LoadError error={bankQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={bankQuery.refetch} />
      )}
      <ol className="divide-y divide-line">
        {bankQuery.data?.tasks.map(({ key, title, turns, checks, tags }) => (
          <li key={key} className="py-2 wrap-anywhere">
            <p>{title}</p>
            {turns.length > 1 && <p className="text-sm text-muted">{turns.join(' / ')}</p>}
            <p className="text-sm text-muted">
              {joinWithDots([
                checks.length > 0 ? checks.map(({ kind }) => getCheckLabel(kind)).join('、') : '由人判定',
                tags.length > 0 ? tags.join('、') : undefined,
              ])}
            </p>
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
