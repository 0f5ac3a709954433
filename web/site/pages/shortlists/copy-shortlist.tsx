import { useQueryClient } from '@tanstack/react-query'
import { PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { invalidate } from '../../../shared/call-query.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { useToast } from '../../components/toast.tsx'
import { useNavigate } from '../../router.tsx'
import { useSession } from '../../session/session.ts'
import { SHORTLIST_READS } from './shortlist-queries.ts'

/** Lets a member copy a shared shortlist, to edit it and be notified of changes. */
export function CopyShortlist({ id }: { id: string }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const showToast = useToast()
  const copyShortlistMutation = useMutation({
    mutationFn: () => call(shortlistCalls.copy, { params: { id } }),
    async onSuccess({ data, message }) {
      showToast(message ?? '', 'success')
      await invalidate(client, ...SHORTLIST_READS)
      navigate(PAGES.shortlist(data.id))
    },
    onError: (error) => showToast(toErrorMessage(error), 'error'),
  })
  const { show, preload, dialogs } = useAccountDialogs({
    reason: '登录后，这份清单即存入“我的清单”。',
    onSignedIn: () => copyShortlistMutation.mutate(),
  })
  return (
    <>
      {user ? (
        <Button
          variant="secondary"
          isBusy={copyShortlistMutation.isPending}
          onClick={() => copyShortlistMutation.mutate()}
        >
          存入我的清单
        </Button>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted">登录后可以把这份清单存入“我的清单”，修改要求，并在结果变化时收到邮件。</p>
          <div className="noscript:hidden">
            <Button variant="outline" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
              登录后存入
            </Button>
          </div>
        </div>
      )}
      {dialogs}
    </>
  )
}
