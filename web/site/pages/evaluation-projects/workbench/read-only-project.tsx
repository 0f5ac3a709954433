import { useEffect } from 'react'
import type { ProjectAnalysis, ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { PROJECT_STATUS_LABELS } from '#contracts/evaluation-projects/statuses.ts'
import { PAGES } from '#contracts/paths.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { ButtonLink } from '../../../components/document-links.tsx'
import { PageTitle, Section } from '../../../components/section.tsx'
import { createLazyImport, useLazyComponent } from '../../../lazy-import.ts'
import { SealCard } from '../seals/seal-list.tsx'
import { ProjectWorkbench } from './project-workbench.tsx'

const lazyRuns = createLazyImport(async () => (await import('../runs/read-only-runs.tsx')).ReadOnlyRuns)

type ReadOnlyProjectProps = {
  project: ProjectView & ProjectAnalysis
  /** The token of the reader's link; `undefined` for the public example. */
  token: string | undefined
}

/** A project for readers: opened by a reader's link, or the public example. */
export function ReadOnlyProject({ project, token }: ReadOnlyProjectProps) {
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
          trialCounts={project.trialCounts}
          evidence={null}
        />
        <LazyRuns token={token} />
        <div className="mt-6">
          <SealCard projectName={name} seals={project.seals} />
        </div>
      </Section>
    </>
  )
}

/** The runs, loaded after the page; without them, the rest can be read. */
function LazyRuns({ token }: Pick<ReadOnlyProjectProps, 'token'>) {
  const { Component: ReadOnlyRuns, preload } = useLazyComponent(lazyRuns)
  useEffect(preload, [preload])
  return ReadOnlyRuns ? <ReadOnlyRuns token={token} /> : null
}
