import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { AppDownloadForm } from './app-download-form.tsx'
import { APP_DOWNLOAD_KEY, readAppDownload } from './settings-calls.ts'

type AppDownloadCardProps = { onDirty: (form: string, isDirty: boolean) => void }

/** The link to the app in the site's header. */
export function AppDownloadCard({ onDirty }: AppDownloadCardProps) {
  const download = useQuery({
    queryKey: APP_DOWNLOAD_KEY,
    queryFn: readAppDownload,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  return (
    <section className="panel px-5 py-5">
      <h2 className="text-lg">应用下载</h2>
      <p className="pt-1 pb-4 text-sm text-muted">显示后，网站页头会多一个下载入口，手机上在菜单里。</p>
      {download.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {download.isError && (
        <LoadFailure error={download.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => download.refetch()} />
      )}
      {download.data && <AppDownloadForm loaded={download.data} onDirty={onDirty} />}
    </section>
  )
}
