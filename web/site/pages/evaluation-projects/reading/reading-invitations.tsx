import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { readingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { dataOf } from '../../../../shared/call-query.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import { queryOf } from '../../../query-of.ts'

type ReadingInvitationsProps = { access: JudgeCredentials; onEnter: (run: string) => void }

/** The open readings of a judge's project; nothing without any. */
export function ReadingInvitations({ access, onEnter }: ReadingInvitationsProps) {
  const { data } = useQuery({ ...dataOf(queryOf(readingCalls.list, { body: { access } })), staleTime: 0 })
  if (!data || data.length === 0) return null
  return (
    <section aria-label="人工判定" className="shell pt-6">
      <ul className="grid gap-3">
        {data.map(({ run, openedAt, total, read }) => (
          <li key={run} className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
            <div className="min-w-0">
              <p className="font-semibold">请判定实测的回答</p>
              <p className="text-sm text-muted tabular-nums">
                {formatMinute(openedAt)}开始，<span>{describeProgress({ total, read })}</span>
                。您不会知道是谁的回答。
              </p>
            </div>
            <Button variant={read < total ? 'primary' : 'outline'} onClick={() => onEnter(run)}>
              <span>{read === 0 ? '开始判定' : read < total ? '继续判定' : '查看与修改'}</span>
              <ArrowRight className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const describeProgress = ({ total, read }: { total: number; read: number }): string => {
  if (total === 0) return '没有要您判定的'
  return read === total ? `${total}条都已判定` : `已判定${read} / ${total}条`
}
