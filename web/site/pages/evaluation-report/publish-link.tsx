import { Stamp } from 'lucide-react'
import { can } from '#contracts/permissions.ts'
import { getPublishUrl } from '#contracts/published-evaluations/publish-url.ts'
import { useSession } from '../../../shared/session.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'

/** A link from a report to its publishing screen, shown only to users who may publish. */
export function PublishLink({ reportId }: { reportId: string }) {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  if (!isHydrated || !can(user, 'evaluations:publish')) return null
  return (
    <a href={getPublishUrl(reportId)} className={getButtonClass('outline')}>
      <Stamp className="size-4" aria-hidden />
      发布到产品页
    </a>
  )
}
