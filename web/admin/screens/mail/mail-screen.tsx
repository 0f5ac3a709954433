import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { getServerMessage } from '../../../shared/call-error.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { configQuery } from './mail-calls.ts'
import { MailForm } from './mail-form.tsx'

/** The email settings screen: server, recipients, templates and the outbox. */
export function MailScreen() {
  const config = useQuery(configQuery)
  if (config.isPending)
    return (
      <ScreenContent>
        <ScreenHeader title={ADMIN_SCREENS.mail.title} />
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </ScreenContent>
    )
  return (
    <ScreenContent>
      {config.isError && (
        <div className="pb-4">
          <LoadErrorAlert title={getLoadErrorMessage(config.error)} onRetry={config.refetch} />
        </div>
      )}
      <MailForm key={config.data ? 'loaded' : 'defaults'} loaded={config.data} />
    </ScreenContent>
  )
}

function getLoadErrorMessage(error: unknown): string {
  const reason = getServerMessage(error)
  return reason ? `${MESSAGES.loadFailed}：${reason}` : MESSAGES.configFailed
}
