import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectSummary } from '#contracts/evaluation-projects/project.ts'
import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import { call } from '../../../shared/call.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { useToast } from '../../components/toast.tsx'
import { Link } from '../../router.tsx'
import { useProjectCache } from './project-queries.ts'
import { ProjectStatusTag } from './project-status-tag.tsx'

/** A project in the list; only its owner can move it to the recycle bin. */
export function ProjectCard({ project }: { project: ProjectSummary }) {
  const { id, name, role, candidates, judges, submittedJudges, updatedAt, deletedAt } = project
  const path =
    role === 'owner'
      ? PAGES.evaluationProject(id)
      : buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: id })
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
          role === 'judge' ? '我是评委' : undefined,
          judges > 0 ? `${submittedJudges}/${judges}位评委已提交` : '还没有评委',
          `更新于${formatMinute(updatedAt)}`,
        ])}
      </p>
      {role === 'owner' && <RecycleButton project={project} />}
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
