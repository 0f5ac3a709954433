import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { getServerMessage } from '../../../shared/call-error.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { CONFIG_KEY, loadConfig } from './mail-calls.ts'
import { MailForm } from './mail-form.tsx'

/** The email settings screen: server, recipients, templates and the outbox. */
export function MailScreen() {
  // Always starts from the server's current settings, not from a previous visit to this screen.
  const configQuery = useQuery({ queryKey: CONFIG_KEY, queryFn: loadConfig, gcTime: 0 })
  if (configQuery.isPending)
    return (
      <ScreenContent>
        <ScreenHeader title={ADMIN_SCREENS.mail.title} />
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </ScreenContent>
    )
  return (
    <ScreenContent>
      {configQuery.isError && (
        <div className="pb-4">
          <LoadErrorAlert title={getLoadErrorMessage(configQuery.error)} onRetry={configQuery.refetch} />
        </div>
      )}
      <MailForm key={configQuery.data ? 'loaded' : 'defaults'} loaded={configQuery.data} />
    </ScreenContent>
  )
}

function getLoadErrorMessage(error: unknown): string {
  const reason = getServerMessage(error)
  return reason ? `${MESSAGES.loadFailed}：${reason}` : MESSAGES.configFailed
}
