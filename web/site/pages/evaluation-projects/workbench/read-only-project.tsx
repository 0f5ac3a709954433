import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { ButtonLink } from '../../../components/document-links.tsx'
import { PageTitle, Section } from '../../../components/section.tsx'
import { SealCard } from '../seals/seal-list.tsx'
import { ProjectWorkbench } from './project-workbench.tsx'

/** A project for readers: opened by a reader's link, or the public example. */
export function ReadOnlyProject({ project }: { project: ProjectView & ProjectAnalysis }) {
  const { name, description, status, ownerName, updatedAt, reportId, analysis, firstRound, trialAnalysis } = project
  return (
    <>
      <PageTitle title={name} subtitle={description}>
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <span>{PROJECT_STATUS_LABELS[status]}</span>
          <span>负责人：{ownerName}</span>
          <span>
            更新于<time dateTime={updatedAt}>{formatMinute(updatedAt)}</time>
          </span>
          {reportId && (
            <span data-print="none">
              <ButtonLink link={PAGES.report(reportId)} variant="outline">
                查看报告
              </ButtonLink>
            </span>
          )}
        </p>
      </PageTitle>
      <Section>
        <ProjectWorkbench
          project={project}
          analysis={analysis}
          firstRound={firstRound}
          trialAnalysis={trialAnalysis}
          evidence={null}
        />
        <div className="mt-6">
          <SealCard projectName={name} seals={project.seals} />
        </div>
      </Section>
    </>
  )
}
