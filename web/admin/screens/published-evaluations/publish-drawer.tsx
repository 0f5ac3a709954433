import { useQuery } from '@tanstack/react-query'
import { Drawer, Select, Skeleton } from 'antd'
import { useId } from 'react'
import { publicationCalls } from '#contracts/published-evaluations/calls.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatDay } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'
import { PublishForm } from './publish-form.tsx'

type PublishDrawerProps = {
  /** '' before a report is selected. */
  reportId: string
  isOpen: boolean
  onSelect: (reportId: string) => void
  onClose: () => void
}

/** Selects a finished project, and publishes its results on the products' pages. */
export const PublishDrawer = ({ reportId, isOpen, onSelect, onClose }: PublishDrawerProps) => (
  <Drawer
    open={isOpen}
    size={620}
    title="发布评估"
    onClose={onClose}
    afterOpenChange={(isDrawerOpen) => !isDrawerOpen && restoreFocus()}
    destroyOnHidden
  >
    <p className="pb-4 text-muted">
      选一个工作人员的、已定稿的评估项目，把结果发布到其候选的产品页。发布的是定稿时的快照，此后项目与方法再变也不受影响。厂商的联系人会在半分钟后收到邮件，可以就结果作声明；替换另一份报告的结果时，原有的声明不再显示。
    </p>
    <ProjectSelect reportId={reportId} onSelect={onSelect} />
    {reportId !== '' && <LoadedReport key={reportId} reportId={reportId} onClose={onClose} />}
  </Drawer>
)

function ProjectSelect({ reportId, onSelect }: Pick<PublishDrawerProps, 'reportId' | 'onSelect'>) {
  const id = useId()
  const projectsQuery = useQuery(dataOf(queryOf(publicationCalls.listProjects)))
  if (projectsQuery.isError)
    return <LoadError error={projectsQuery.error} fallback={MESSAGES.loadFailed} onRetry={projectsQuery.refetch} />
  return (
    <div className="flex flex-col gap-1 pb-4">
      <label htmlFor={id} className="text-sm text-muted">
        评估项目
      </label>
      <Select
        id={id}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择评估项目"
        loading={projectsQuery.isPending}
        notFoundContent="还没有工作人员的、已定稿的评估项目"
        value={reportId || undefined}
        options={projectsQuery.data?.map((project) => ({
          value: project.reportId,
          label: `${project.projectName}（${project.ownerName}，${formatDay(project.finishedAt)}定稿）`,
        }))}
        onChange={onSelect}
      />
    </div>
  )
}

function LoadedReport({ reportId, onClose }: Pick<PublishDrawerProps, 'reportId' | 'onClose'>) {
  const reportQuery = useQuery({
    ...dataOf(queryOf(publicationCalls.getReport, { params: { reportId } })),
    refetchOnMount: 'always',
  })
  if (reportQuery.isError)
    return <LoadError error={reportQuery.error} fallback={MESSAGES.loadFailed} onRetry={reportQuery.refetch} />
  if (!reportQuery.isFetchedAfterMount || !reportQuery.data)
    return <Skeleton active title={false} paragraph={{ rows: 5 }} />
  return <PublishForm report={reportQuery.data} onClose={onClose} />
}
