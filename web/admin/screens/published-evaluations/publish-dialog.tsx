import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Drawer, Input, Select, Skeleton } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { PUBLICATION } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { PUBLICATION_MESSAGES as MESSAGES } from '#contracts/published-evaluations/messages.ts'
import type { PublishableCandidate, PublishableReport } from '#contracts/published-evaluations/publication.ts'
import { getFieldErrors, toErrorMessage } from '../../../shared/call-error.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'
import { useTrackOpenChoice } from '../../components/use-leave-guard.ts'
import { getReport, listProjects, PUBLICATIONS_KEY, publish } from './publication-calls.ts'

type PublishDialogProps = {
  /** '' before a report is selected. */
  reportId: string
  isOpen: boolean
  onSelect: (reportId: string) => void
  onClose: () => void
}

/** Publishes the results of a finished project on its products' pages. */
export const PublishDialog = ({ isOpen, onClose, ...selection }: PublishDialogProps) => (
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
    <ProjectSelect {...selection} />
    {selection.reportId !== '' && (
      <LoadedReport key={selection.reportId} reportId={selection.reportId} onClose={onClose} />
    )}
  </Drawer>
)

function ProjectSelect({ reportId, onSelect }: Pick<PublishDialogProps, 'reportId' | 'onSelect'>) {
  const id = useId()
  const projectsQuery = useQuery({ queryKey: [PUBLICATIONS_KEY, 'projects'], queryFn: listProjects })
  if (projectsQuery.isError)
    return <LoadError error={projectsQuery.error} fallback={MESSAGES.loadFailed} onRetry={projectsQuery.refetch} />
  return (
    <Field id={id} label="评估项目">
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
    </Field>
  )
}

function LoadedReport({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const reportQuery = useQuery({
    queryKey: [PUBLICATIONS_KEY, 'report', reportId],
    queryFn: () => getReport(reportId),
    refetchOnMount: 'always',
  })
  if (reportQuery.isError)
    return <LoadError error={reportQuery.error} fallback={MESSAGES.loadFailed} onRetry={reportQuery.refetch} />
  if (!reportQuery.isFetchedAfterMount || !reportQuery.data) return <Skeleton active paragraph={{ rows: 5 }} />
  return <PublishForm report={reportQuery.data} onClose={onClose} />
}

const isPublishable = ({ ineligibilityReason }: PublishableCandidate) => ineligibilityReason === null

function PublishForm({ report, onClose }: { report: PublishableReport; onClose: () => void }) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const validUntilId = useId()
  useTrackOpenChoice(true)
  const [selectedKeys, setSelectedKeys] = useState(() => report.candidates.filter(isPublishable).map(({ key }) => key))
  const [validUntil, setValidUntil] = useState(report.validUntil.initial)
  const { earliest, latest } = report.validUntil
  const isOutdated = latest < earliest
  const publishMutation = useMutation({
    mutationFn: () => publish({ reportId: report.reportId, candidates: selectedKeys, validUntil }),
    onSuccess(reply) {
      message.success(reply.message)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PUBLICATIONS_KEY] }),
  })
  const errors = getFieldErrors(publishMutation.error)
  const validUntilError = errors.find(({ path }) => path === 'validUntil')?.message
  const errorMessage =
    publishMutation.isError && !validUntilError && toErrorMessage(publishMutation.error, MESSAGES.changeFailed)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        publishMutation.mutate()
      }}
    >
      <p className="text-sm text-muted">
        <a href={PAGES.report(report.reportId)} target="_blank" rel="noreferrer" className="underline">
          查看报告
        </a>
        ，方法M{report.methodVersion}，{formatDay(report.evaluatedAt)}定稿
        {report.isExample && '。这是示例项目，只能发布到示例产品，产品页会标明“示例”'}
      </p>
      {isOutdated && <Alert type="warning" showIcon title={MESSAGES.outdated(PUBLICATION.monthsMax)} />}
      <CandidateList report={report} selectedKeys={selectedKeys} onSelect={setSelectedKeys} />
      <Field
        id={validUntilId}
        label={`有效期的最后一天（最晚${latest}，即定稿起${PUBLICATION.monthsMax}个月）`}
        error={validUntilError}
      >
        <Input
          id={validUntilId}
          type="date"
          className="w-48"
          min={earliest}
          max={latest}
          value={validUntil}
          aria-invalid={validUntilError !== undefined}
          onChange={(event) => setValidUntil(event.target.value)}
        />
      </Field>
      {errorMessage && <Alert type="error" showIcon role="alert" title={errorMessage} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>取消</Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={publishMutation.isPending}
          disabled={selectedKeys.length === 0 || isOutdated}
        >
          发布{selectedKeys.length > 0 && `${selectedKeys.length}个产品的结果`}
        </Button>
      </div>
    </form>
  )
}

type CandidateListProps = {
  report: PublishableReport
  selectedKeys: readonly string[]
  onSelect: (keys: string[]) => void
}

function CandidateList({ report: { reportId, candidates }, selectedKeys, onSelect }: CandidateListProps) {
  /** Keeps the order of the candidates. */
  const setSelected = (changedKey: string, isSelected: boolean) =>
    onSelect(
      candidates.map(({ key }) => key).filter((key) => (key === changedKey ? isSelected : selectedKeys.includes(key))),
    )
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="px-0 pb-2 text-sm text-muted">发布哪些候选的结果</legend>
      <ul className="divide-y divide-line border-y border-line">
        {candidates.map((candidate) => (
          <li key={candidate.key} className="py-2">
            <CandidateCheckbox
              candidate={candidate}
              reportId={reportId}
              isSelected={selectedKeys.includes(candidate.key)}
              onSelect={(isSelected) => setSelected(candidate.key, isSelected)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type CandidateCheckboxProps = {
  candidate: PublishableCandidate
  reportId: string
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

function CandidateCheckbox({ candidate, reportId, isSelected, onSelect }: CandidateCheckboxProps) {
  const { name, recommendation, score, ineligibilityReason, published: currentResult } = candidate
  return (
    <Checkbox
      className="min-h-11 items-center"
      checked={isSelected}
      disabled={!isPublishable(candidate)}
      onChange={(event) => onSelect(event.target.checked)}
    >
      <span className="font-semibold">{name}</span>
      {recommendation && (
        <span className="ml-2 tabular-nums">
          {recommendation}，{score}分
        </span>
      )}
      {ineligibilityReason && <span className="ml-2 text-muted">{ineligibilityReason}</span>}
      {currentResult && (
        <span className="block text-sm text-muted">
          {currentResult.reportId === reportId ? '这份报告已发布过' : '将替换现有的结果'}（{currentResult.score}
          分，有效至
          {formatDay(currentResult.validUntil)}）
        </span>
      )}
    </Checkbox>
  )
}

type FieldProps = { id: string; label: string; error?: string | undefined; children: ReactNode }

const Field = ({ id, label, error, children }: FieldProps) => (
  <div className="flex flex-col gap-1 pb-2">
    <label htmlFor={id} className="text-sm text-muted">
      {label}
    </label>
    {children}
    {error && (
      <p role="alert" className="text-sm text-danger">
        {error}
      </p>
    )}
  </div>
)
