import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { download } from '../../../../shared/download.ts'
import { Button } from '../../../components/buttons.tsx'
import { ErrorNotice } from '../../../components/page-states.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { analysisQuery } from '../project-queries.ts'
import { FiledDocuments } from './filed-documents.tsx'
import { ProjectWorkbench } from './project-workbench.tsx'

/** The workbench of a project's owner. */
export function WorkbenchTab({ project }: { project: ProjectView }) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery({
    ...analysisQuery(project),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <div className="skeleton h-96" role="status" aria-label="正在计算" />
  if (isLoadingError) return <ErrorNotice message={toErrorMessage(error)} onRetry={() => refetch()} />
  const { analysis, firstRound, trialAnalysis, trialCounts } = data.data
  return (
    <>
      <ProjectWorkbench
        project={project}
        analysis={analysis}
        firstRound={firstRound}
        trialAnalysis={trialAnalysis}
        trialCounts={trialCounts}
        evidence={{ project: project.id }}
      />
      <FiledDocuments project={project} />
      <ExportSection id={project.id} />
    </>
  )
}

const FORMATS = [
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
] as const

/** Exports all data of the project. */
function ExportSection({ id }: { id: string }) {
  const exportProject = useDownload((format: 'xlsx' | 'json') =>
    download(projectCalls.export, { params: { id }, query: { format } }),
  )
  return (
    <section aria-label="导出" className="mt-10 flex flex-wrap items-center gap-3" data-print="none">
      <p className="text-sm text-muted">导出项目的全部数据：</p>
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          variant="outline"
          isBusy={exportProject.isPending}
          onClick={() => exportProject.mutate(format)}
        >
          <Download className="size-4" aria-hidden />
          {label}
        </Button>
      ))}
    </section>
  )
}
