import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { followCalls } from '#contracts/follows/calls.ts'
import type { FollowList } from '#contracts/follows/follow.ts'
import { DIGEST_FREQUENCIES, DIGEST_FREQUENCY_LABELS, type DigestFrequency } from '#contracts/follows/frequencies.ts'
import { FOLLOWS } from '#contracts/limits.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { getButtonClass } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { useToast } from '../../components/toast.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { FollowCard } from './follow-card.tsx'
import { shownFollowsQuery } from './follow-queries.ts'

const SUBTITLE = '关注的产品、类别与搜索，以及上次查看之后的变化。'

export const page: SitePage<'following'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.following.title}
      subtitle={SUBTITLE}
      invitation={<p>登录后可以关注产品、类别与搜索，有变化时收到一封汇总邮件。</p>}
    >
      <Following />
    </MemberPage>
  ),
}

function Following() {
  const userId = useSession().user?._id ?? ''
  const { data, isPending, isLoadingError, error, refetch } = useQuery(shownFollowsQuery(userId))
  const [removedIds, setRemovedIds] = useState<readonly string[]>([])
  useMarkSeen(data)
  if (isPending) return <PageSkeleton />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const follows = data.items.filter(({ id }) => !removedIds.includes(id))
  return (
    <div className="shell py-8">
      {follows.length === 0 ? (
        <EmptyNotice message="还没有关注。打开一个产品，或在产品列表中选好条件，点“关注”。">
          <Link to={PAGES.products} className={getButtonClass()}>
            浏览产品
          </Link>
        </EmptyNotice>
      ) : (
        <>
          <FrequencyField frequency={data.frequency} />
          <ul className="mt-6 grid gap-4 md:grid-cols-2">
            {follows.map((follow) => (
              <li key={follow.id}>
                <FollowCard follow={follow} onRemoved={() => setRemovedIds((ids) => [...ids, follow.id])} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Marks as seen what is shown, once it has been. A failure only means that it is shown again. */
function useMarkSeen(data: FollowList | undefined): void {
  const until = data?.items.some(({ newProducts }) => newProducts > 0) ? data.readAt : undefined
  useEffect(() => {
    if (until) void call(followCalls.markSeen, { body: { until } }).catch(() => undefined)
  }, [until])
}

function FrequencyField({ frequency }: { frequency: DigestFrequency }) {
  const id = useId()
  const showToast = useToast()
  const [chosenFrequency, setChosenFrequency] = useState(frequency)
  const { mutate } = useMutation({
    mutationFn: (chosen: DigestFrequency) => call(followCalls.changeFrequency, { body: { frequency: chosen } }),
    onSuccess: ({ message }) => showToast(message ?? '', 'success'),
    onError(error) {
      setChosenFrequency(frequency)
      showToast(toErrorMessage(error), 'error')
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label htmlFor={id} className="font-medium">
        有变化时
      </label>
      <select
        id={id}
        value={chosenFrequency}
        className={`${CONTROL_CLASS} h-11 max-w-48 pr-9`}
        onChange={({ target }) => {
          const chosen = DIGEST_FREQUENCIES.find((existing) => existing === target.value)
          if (!chosen) return
          setChosenFrequency(chosen)
          mutate(chosen)
        }}
      >
        {DIGEST_FREQUENCIES.map((each) => (
          <option key={each} value={each}>
            {DIGEST_FREQUENCY_LABELS[each]}
          </option>
        ))}
      </select>
      <p className="text-sm text-muted">只寄到已验证的邮箱，没有变化时不寄。最多关注{FOLLOWS.perMember}项。</p>
    </div>
  )
}
