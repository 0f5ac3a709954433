import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import type { FollowInput, FollowTarget } from '#contracts/follows/follow.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { useSession } from '../../session/session.ts'
import { followTargetsQuery } from './follow-queries.ts'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = {
  input: FollowInput
  /** What is followed, as part of a sentence, such as `“Dify”`. */
  subject: string
  label: string
}

const isSame = (input: FollowInput, { catalogue, productId, query }: FollowTarget): boolean =>
  input.catalogue === catalogue && (input.kind === 'product' ? input.product === productId : input.query === query)

/** A button that follows a product or a search, or ends that; visitors sign in first. */
export function FollowButton({ input, subject, label }: FollowButtonProps) {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  // The server doesn't know the user, so it renders the page of a visitor.
  const isMember = isHydrated && user !== null
  const { data: targets } = useQuery({ ...followTargetsQuery(user?._id ?? ''), enabled: isMember })
  const followed = isMember ? targets?.find((target) => isSame(input, target)) : undefined
  const followMutation = useFollow()
  const { show, preload, dialogs } = useAccountDialogs({
    reason: `登录后即关注${subject}：有变化时汇总成一封邮件告诉您。`,
    onSignedIn: () => followMutation.mutate({ follow: input }),
  })

  function change() {
    if (!isMember) void show('sign-in')
    else followMutation.mutate(followed ? { remove: followed.id } : { follow: input })
  }

  const Icon = followed ? BellRing : Bell
  return (
    <>
      <Button
        variant="outline"
        className="noscript:hidden"
        data-print="none"
        aria-pressed={followed !== undefined}
        aria-haspopup={isMember ? undefined : 'dialog'}
        isBusy={followMutation.isPending || (isMember && targets === undefined)}
        onPointerEnter={isMember ? undefined : preload}
        onClick={change}
      >
        <Icon className="size-4" aria-hidden />
        <span>{followed ? '已关注' : label}</span>
      </Button>
      {dialogs}
    </>
  )
}
