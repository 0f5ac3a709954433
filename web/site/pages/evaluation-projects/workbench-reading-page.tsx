import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { failureMessage } from '../../../shared/read-failure.ts'
import type { SitePage } from '../../page.ts'
import { ButtonLink } from '../../parts/buttons.tsx'
import { PageSkeleton } from '../../parts/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../parts/page-states.tsx'
import { PageTitle, Section } from '../../parts/section.tsx'
import { useIsLive } from '../../parts/use-is-live.ts'
import { ProjectWorkbench } from './workbench-tab.tsx'

export const page: SitePage<'projectReading'> = {
  queries: () => [],
  head: () => ({ description: '凭只读链接查看评估项目', noIndex: true }),
  Component: ReadingPage,
}

/** A project by a reader's link. The server never gets what follows the `#`. */
function ReadingPage() {
  const { hash } = useLocation()
  const isLive = useIsLive()
  const token = isLive ? hash.slice(1) : ''
  if (isLive && token !== '') return <Reading token={token} />
  return (
    <>
      <PageTitle title={SITE_PAGES.projectReading.title} />
      <Section>
        <EmptyNotice message="只读链接不完整：请从项目负责人发来的链接打开。" />
      </Section>
    </>
  )
}

function Reading({ token }: { token: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['project-reading', token],
    queryFn: async () => (await call(projectReadingCalls.open, { body: { token } })).data,
    retry: false,
  })
  if (isPending) return <PageSkeleton />
  if (error) return <ErrorNotice message={failureMessage(error, SITE_MESSAGES.callFailed)} onRetry={() => refetch()} />
  return (
    <>
      <PageTitle title={data.name} subtitle={data.description}>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span>{PROJECT_STATUS_LABELS[data.status]}</span>
          <span>负责人：{data.ownerName}</span>
          <span>更新于{formatMinute(data.updatedAt)}</span>
          {data.reportId && (
            <ButtonLink link={PAGES.report(data.reportId)} look="outline">
              查看报告
            </ButtonLink>
          )}
        </p>
      </PageTitle>
      <Section>
        <ProjectWorkbench
          project={data}
          analysis={data.analysis}
          trialAnalysis={data.trialAnalysis}
          canDownload={false}
        />
      </Section>
    </>
  )
}
