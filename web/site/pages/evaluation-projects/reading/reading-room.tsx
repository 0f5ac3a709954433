import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { readingCalls } from '#contracts/evaluation-grading/calls.ts'
import type { JudgeCredentials } from '#contracts/evaluation-projects/score.ts'
import { isCallError, toErrorMessage } from '../../../../shared/call-error.ts'
import { Button } from '../../../components/buttons.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../../components/page-states.tsx'
import { queryOf } from '../../../query-of.ts'
import { ReadingDesk } from './reading-desk.tsx'

type ReadingRoomProps = { access: JudgeCredentials; run: string; onLeave: () => void }

/** Where a judge reads the replies of a run without knowing whose they are. */
export function ReadingRoom({ access, run, onLeave }: ReadingRoomProps) {
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(readingCalls.open, { body: { access, run } }),
    staleTime: Number.POSITIVE_INFINITY,
    // A room that is entered again is loaded again: others have read on.
    gcTime: 0,
  })
  if (isPending) return <PageSkeleton />
  if (data && data.data.items.length > 0)
    return <ReadingDesk access={access} run={run} room={data.data} onLeave={onLeave} />
  const canRetry = !(isCallError(error) && (error.status === 404 || error.status === 409))
  return (
    <div className="shell py-8">
      {data ? (
        <EmptyNotice message="没有要您判定的回答：其他评委已经判定完了。" />
      ) : (
        <ErrorNotice message={toErrorMessage(error)} {...(canRetry && { onRetry: () => refetch() })} />
      )}
      <p className="text-center">
        <Button variant="outline" onClick={onLeave}>
          <ArrowLeft className="size-4" aria-hidden />
          返回
        </Button>
      </p>
    </div>
  )
}
