import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { MAIL_MESSAGES as MESSAGES } from '#contracts/mail/messages.ts'
import { getServerMessage } from '../../../shared/call-error.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent } from '../../components/screen-header.tsx'
import { CONFIG_KEY, getDefaultConfig, loadConfig } from './mail-calls.ts'
import { MailForm } from './mail-form.tsx'

const toErrorMessage = (error: unknown): string => {
  const reason = getServerMessage(error)
  return reason ? `${MESSAGES.loadFailed}：${reason}` : MESSAGES.configFailed
}

/** The email settings screen: server, recipients, templates and the outbox. */
export function MailScreen() {
  // Always starts from the server's current settings, not from a previous visit to this screen.
  const config = useQuery({ queryKey: CONFIG_KEY, queryFn: loadConfig, gcTime: 0 })
  if (config.isPending)
    return (
      <ScreenContent>
        <h1 className="pb-5 text-2xl">邮件设置</h1>
        <Skeleton active paragraph={{ rows: 8 }} />
      </ScreenContent>
    )
  return (
    <ScreenContent>
      {config.isError && (
        <div className="pb-4">
          <LoadError error={null} fallback={toErrorMessage(config.error)} onRetry={config.refetch} />
        </div>
      )}
      <MailForm
        key={config.data ? 'loaded' : 'defaults'}
        initial={config.data ?? getDefaultConfig()}
        lastTest={config.data?.config.lastTestResult ?? null}
      />
    </ScreenContent>
  )
}
