import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { listMeasuredCriteria, listRunCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { listPriceCriteria } from '#contracts/rules/evaluation/project-prices.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { useFocusFallback } from '../../../shared/use-focus-fallback.ts'
import { ColleaguesPanel } from '../../account/colleagues-panel.tsx'
import { MembersOnly } from '../../account/members-only.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle } from '../../components/section.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.tsx'
import type { SitePage } from '../../page.ts'
import { Link, usePathParameter } from '../../router.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { CountedTab } from './counted/counted-tab.tsx'
import { JudgesTab } from './judges/judges-tab.tsx'
import { OffersTab } from './offers/offers-tab.tsx'
import { type LoadedProject, projectQuery, useProjectCache } from './project-queries.ts'
import { RecordTab } from './record/record-tab.tsx'
import { SetupTab } from './setup/setup-tab.tsx'
import { useSetupForm } from './setup/use-setup-form.ts'
import { StepBar } from './step-bar.tsx'
import { TestsTab } from './trials/tests-tab.tsx'
import { WorkbenchTab } from './workbench/workbench-tab.tsx'

export const page: SitePage<'evaluationProject'> = {
  queries: () => [],
  head: () => ({ description: '评估项目的设定、评委与测试。', noIndex: true }),
  Component: ProjectPage,
}

function ProjectPage() {
  const id = usePathParameter('id')
  const { data: project } = useQuery({ ...projectQuery(id), enabled: false })
  return (
    <>
      <PageTitle title={project?.data.name ?? SITE_PAGES.evaluationProject.title}>
        <p className="mt-2">
          <Link to={PAGES.evaluationProjects} className="inline-flex min-h-11 items-center text-indigo underline">
            全部评估项目
          </Link>
        </p>
      </PageTitle>
      <MembersOnly invitation={<p>登录后打开自己的评估项目。</p>}>
        <Project key={id} id={id} />
      </MembersOnly>
    </>
  )
}

function Project({ id }: { id: string }) {
  const { data: project, isPending, error, refetch } = useQuery(projectQuery(id))
  if (isPending) return <PageSkeleton />
  if (project) return <ProjectTabs project={project} />
  return (
    <>
      <ErrorNotice message={toErrorMessage(error)} {...(isNotFound(error) ? {} : { onRetry: () => refetch() })} />
      <div className="text-center">
        <ButtonLink link={PAGES.evaluationProjects} variant="outline">
          返回评估项目
        </ButtonLink>
      </div>
    </>
  )
}

const LEAVE_WARNING = '设定还没有保存。离开后，这些修改留在这个标签页里，再打开本项目时还在。'

/** The tabs of a project. The current tab is in the URL; unsaved edits of the setup are kept while others are shown. */
function ProjectTabs({ project }: { project: LoadedProject }) {
  const { query, change } = usePageQuery(SITE_PAGES.evaluationProject.parameters)
  const editor = useSetupForm(project)
  const cache = useProjectCache()
  const containerRef = useFocusFallback<HTMLDivElement>()
  const leaveDialog = useLeaveGuard(editor.isDirty, LEAVE_WARNING)
  type Tab = { id: NonNullable<typeof query.tab>; label: string; content: ReactNode }
  const { setup } = project.data
  const counted: Tab = { id: 'counted', label: '计分数据', content: <CountedTab project={project} /> }
  const offers: Tab = { id: 'offers', label: '报价', content: <OffersTab project={project} /> }
  const tabs: Tab[] = [
    { id: 'setup', label: '设定', content: <SetupTab project={project} editor={editor} /> },
    { id: 'judges', label: '评委', content: <JudgesTab project={project.data} /> },
    ...(listPriceCriteria(setup).length > 0 ? [offers] : []),
    ...(listRunCriteria(setup).length + listMeasuredCriteria(setup).length > 0 ? [counted] : []),
    { id: 'tests', label: '测试', content: <TestsTab project={project} /> },
    { id: 'result', label: '结果', content: <WorkbenchTab project={project.data} /> },
    {
      id: 'colleagues',
      label: '协作者',
      content: <ColleaguesPanel kind="project" id={project.data.id} onOwnChange={cache.reload} />,
    },
    {
      id: 'record',
      label: '项目记录',
      content: <RecordTab projectId={project.data.id} isShown={query.tab === 'record'} />,
    },
  ]
  return (
    <div ref={containerRef} className="shell py-8">
      <StepBar project={project} setup={editor.value.setup} hasUnsavedChanges={editor.isDirty} />
      <Tabs
        label="评估项目"
        tabs={tabs}
        current={tabs.find(({ id }) => id === query.tab)?.id ?? 'setup'}
        onChoose={(tab) => {
          change({ tab }, { replace: true })
          // Judges may have scored since; the tabs stay mounted, so showing one doesn't load it.
          cache.refresh(project.data.id)
        }}
        keepMounted
      />
      {leaveDialog}
    </div>
  )
}
