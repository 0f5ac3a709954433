import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canDo, MEMBER_ROLES } from '#contracts/colleagues/roles.ts'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectRole, ProjectSummary } from '#contracts/evaluation-projects/project.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { MemberPage } from '../../account/member-page.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { useToast } from '../../components/toast.tsx'
import type { SitePage } from '../../page.ts'
import { Link } from '../../router.tsx'
import { usePageQuery } from '../../use-page-query.ts'
import { CreateDialog } from './create-dialog.tsx'
import { projectsQuery, useProjectCache } from './project-queries.ts'
import { ProjectStatusTag } from './project-status-tag.tsx'

/** Says what a member is to a project of somebody else. */
function describeRole(role: ProjectRole): string | undefined {
  if (role === 'judge') return '我是评委'
  return role === 'coOwner' || role === 'secretary' ? `我是${MEMBER_ROLES[role]}` : undefined
}

/** A project in the list; only its owner can move it to the recycle bin. */
function ProjectCard({ project }: { project: ProjectSummary }) {
  const { id, name, role, candidates, judges, submittedJudges, updatedAt, deletedAt } = project
  const path =
    role === 'judge'
      ? buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: id })
      : PAGES.evaluationProject(id)
  return (
    <article className="card flex h-full flex-col gap-2 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lg">
          {deletedAt ? (
            name
          ) : (
            <Link to={path} className="hover:text-indigo hover:underline">
              {name}
            </Link>
          )}
        </h2>
        <ProjectStatusTag status={project.status} />
      </div>
      <p className="text-muted">{candidates.length > 0 ? candidates.join('、') : '还没有候选'}</p>
      <p className="text-sm break-words break-keep text-muted tabular-nums">
        {joinWithDots([
          describeRole(role),
          judges > 0 ? `${submittedJudges}/${judges}位评委已提交` : '还没有评委',
          `更新于${formatMinute(updatedAt)}`,
        ])}
      </p>
      {canDo(role, 'removeProject') && <RecycleButton project={project} />}
    </article>
  )
}

/** A button that moves a project to the recycle bin, or restores it. */
function RecycleButton({ project: { id, name, deletedAt } }: { project: ProjectSummary }) {
  const showToast = useToast()
  const { reload } = useProjectCache()
  const toggleDeletedMutation = useMutation({
    mutationFn: () => call(deletedAt ? projectCalls.restore : projectCalls.remove, { params: { id } }),
    onSuccess: () =>
      showToast(deletedAt ? `已恢复“${name}”` : `“${name}”已移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复`, 'success'),
    onError: (error) => showToast(toErrorMessage(error), 'error'),
    // Also after an error: the project may have been moved although the reply was lost.
    onSettled: reload,
  })
  return (
    <button
      type="button"
      className="-mb-2 -ml-2 min-h-11 self-start rounded-lg px-2 text-sm text-muted hover:text-indigo"
      aria-disabled={toggleDeletedMutation.isPending || undefined}
      onClick={() => toggleDeletedMutation.mutate()}
      aria-label={`${deletedAt ? '恢复' : '移入回收站'}：${name}`}
    >
      {deletedAt ? '恢复' : '移入回收站'}
    </button>
  )
}

const STEPS = [
  { title: '设定', text: '选候选产品，定准则与权重，邀请评委。' },
  { title: '打分', text: '权重与候选锁定后，评委凭证据独立打分，互不可见。' },
  { title: '复议', text: '并排看分歧最大的项，说明理由后可以修改。' },
  { title: '定稿', text: '结论、依据与过程固定为一份报告。' },
] as const

/** Explains the four stages of an evaluation project, and leads to an example. */
const ProjectIntroduction = () => (
  <>
    <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4" aria-label="评估项目的四个阶段">
      {STEPS.map(({ title, text }, index) => (
        <li key={title} className="card p-5">
          <p className="text-sm text-muted tabular-nums">{index + 1}</p>
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
    <p className="mt-4">
      <Link to={PAGES.exampleProject} className="inline-flex min-h-11 items-center text-indigo underline">
        先看一个示例评估项目
      </Link>
    </p>
  </>
)

const SUBTITLE = '几位评委按同一套准则，凭证据逐条打分，形成经得起追问的选型结论。'
const { path, parameters } = SITE_PAGES.evaluationProjects

export const page: SitePage<'evaluationProjects'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: ProjectsPage,
}

function ProjectsPage() {
  return (
    <MemberPage title={SITE_PAGES.evaluationProjects.title} subtitle={SUBTITLE} invitation={<ProjectIntroduction />}>
      <Projects />
    </MemberPage>
  )
}

function Projects() {
  const { query, change } = usePageQuery(parameters)
  const isRecycleBin = query.view === 'bin'
  const [isCreating, setIsCreating] = useState(query.products.length > 0)
  const { data, isPending, isLoadingError, error, refetch } = useQuery(projectsQuery({ isRecycled: isRecycleBin }))
  const isEmpty = data?.data.length === 0
  const createButton = (
    <Button onClick={() => setIsCreating(true)}>
      <Plus className="size-4" aria-hidden />
      新建评估项目
    </Button>
  )
  return (
    <div className="shell py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link
          to={isRecycleBin ? path : buildPageUrl(path, parameters, { view: 'bin' })}
          className={getButtonClass('outline')}
        >
          {isRecycleBin ? '返回项目' : '回收站'}
        </Link>
        {!isRecycleBin && (
          <div className="flex flex-wrap gap-3">
            <Link to={PAGES.myQuestionBanks} className={getButtonClass('outline')}>
              我的题库
            </Link>
            {createButton}
          </div>
        )}
      </div>
      {isPending && <PageSkeleton />}
      {isLoadingError && <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />}
      {data && data.data.length > 0 && <ProjectList projects={data.data} />}
      {isEmpty && isRecycleBin && <EmptyRecycleBin />}
      {isEmpty && !isRecycleBin && <NoProjects createButton={createButton} />}
      <CreateDialog
        isOpen={isCreating}
        products={query.products}
        onClose={() => {
          setIsCreating(false)
          if (query.products.length > 0) change({ products: [] }, { replace: true })
        }}
      />
    </div>
  )
}

const ProjectList = ({ projects }: { projects: readonly ProjectSummary[] }) => (
  <ul className="grid gap-4 md:grid-cols-2">
    {projects.map((project) => (
      <li key={project.id}>
        <ProjectCard project={project} />
      </li>
    ))}
  </ul>
)

const EmptyRecycleBin = () => <EmptyNotice message={`回收站是空的。删除的项目在这里保留${RECYCLE_BIN_DAYS}天。`} />

const NoProjects = ({ createButton }: { createButton: ReactNode }) => (
  <>
    <EmptyNotice message="还没有评估项目。一个项目就是一次选型：候选、准则、评委与证据都在其中。">
      {createButton}
    </EmptyNotice>
    <div className="mt-6">
      <ProjectIntroduction />
    </div>
  </>
)
