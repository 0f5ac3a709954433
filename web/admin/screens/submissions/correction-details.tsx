/** Why a submission was returned, and what its vendor has changed since: only the changes, beside the reasons. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { SubmissionCorrection } from '#contracts/submission-review/correction.ts'
import type { SubmissionFile, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { FORM_PART_LABELS } from '#contracts/submissions/form-parts.ts'
import { RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { ReturnReason } from '#contracts/submissions/return-reasons.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { DownloadButton } from '../../components/download-button.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { useCan } from '../../session/session.ts'
import { ComparedTable } from './compared-table.tsx'
import type { HeadingLevel } from './detail-section.tsx'
import type { ComparedTexts } from './fact-changes.ts'
import { correctionsQuery, downloadSubmissionFile } from './submission-calls.ts'

type CorrectionDetailsProps = { record: SubmissionRecord; level: HeadingLevel }

/** What a returned submission waits for, and what was corrected in it; nothing if it was never returned. */
export const CorrectionDetails = ({ record, level }: CorrectionDetailsProps) => (
  <>
    {record.status === 'returned' && <WaitingReturn record={record} level={level} />}
    {record.correctedAt !== null && <Corrections record={record} level={level} />}
  </>
)

function WaitingReturn({ record, level: Heading }: CorrectionDetailsProps) {
  const { reviewedAt, reviewedBy, reasons } = record
  return (
    <section aria-label="等待补正">
      <Heading className="border-b border-line pb-2 text-base">等待厂商补正</Heading>
      {reviewedAt && (
        <p className="pt-2 text-sm text-muted tabular-nums">
          {formatMinute(reviewedAt)}由{reviewedBy?.name}退回。补正之前审核期限暂停，提交会一直保留。
        </p>
      )}
      <ReasonList reasons={reasons} />
    </section>
  )
}

function Corrections({ record, level: Heading }: CorrectionDetailsProps) {
  const { data: corrections, isError, error, refetch } = useQuery(correctionsQuery(record._id))
  const [latest, ...earlier] = corrections ?? []
  return (
    <section aria-label="补正的内容">
      <Heading className="border-b border-line pb-2 text-base">补正的内容</Heading>
      {isError && (
        <LoadError error={error} fallback={RETURN_MESSAGES.correctionsFailed} onRetry={() => void refetch()} />
      )}
      {!corrections && !isError && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {latest && <Correction correction={latest} submissionId={record._id} />}
      {earlier.map((correction) => (
        <details key={correction.correctedAt} className="pt-3">
          <summary className="cursor-pointer py-1 text-sm">{formatMinute(correction.correctedAt)}的补正</summary>
          <Correction correction={correction} submissionId={record._id} />
        </details>
      ))}
    </section>
  )
}

function Correction({ correction, submissionId }: { correction: SubmissionCorrection; submissionId: string }) {
  const { reasons, correctedAt, returnedAt, returnedBy, addedFiles, removedFiles } = correction
  const changes = listChanges(correction)
  return (
    <div className="flex flex-col gap-3 pt-2">
      <p className="text-sm text-muted tabular-nums">
        {formatMinute(returnedAt)}由{returnedBy?.name}退回，{formatMinute(correctedAt)}补正。
      </p>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <ReasonList reasons={reasons} />
        <div className="flex flex-col gap-3">
          {changes.length > 0 && <ComparedTable label="补正的内容" headings={['退回时', '补正后']} changes={changes} />}
          <Files title="新增的文件" files={addedFiles} submissionId={submissionId} />
          <Files title="去掉的文件" files={removedFiles} submissionId={submissionId} />
          {changes.length + addedFiles.length + removedFiles.length === 0 && (
            <p className="text-muted">没有改动，原样交回。</p>
          )}
        </div>
      </div>
    </div>
  )
}

const listChanges = ({ fields, contacts, facts, captions }: SubmissionCorrection): ComparedTexts[] => [
  ...[...fields, ...contacts].map(({ path, before, after }) => ({ label: FORM_PART_LABELS[path], before, after })),
  ...facts.map(({ label, before, after }) => ({ label: `${FORM_PART_LABELS.facts}：${label}`, before, after })),
  ...captions.map(({ name, before, after }) => ({ label: `${name}的说明`, before, after })),
]

const ReasonList = ({ reasons }: { reasons: readonly ReturnReason[] }) => (
  <dl aria-label="退回的原因" className="m-0 flex flex-col gap-2 py-2 text-sm">
    {reasons.map(({ path, label, message, isAsked }) => (
      <div key={path} className="border-0 border-l-2 border-solid border-control pl-3">
        <dt className="font-semibold">{label}</dt>
        <dd className="m-0 whitespace-pre-line wrap-anywhere">{message}</dd>
        {!isAsked && <dd className="m-0 text-muted">{RETURN_MESSAGES.notAsked}</dd>}
      </div>
    ))}
  </dl>
)

type FilesProps = { title: string; files: readonly SubmissionFile[]; submissionId: string }

function Files({ title, files, submissionId }: FilesProps) {
  const canDownload = useCan('contacts:read')
  if (files.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-semibold">{title}</p>
      <ul>
        {files.map((file) => (
          <li key={file.id} className="wrap-anywhere">
            {canDownload ? (
              <DownloadButton type="link" onDownload={() => downloadSubmissionFile(submissionId, file.id)}>
                {describeFile(file)}
              </DownloadButton>
            ) : (
              describeFile(file)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const describeFile = ({ caption, name, size }: SubmissionFile): string =>
  `${caption === null ? FORM_PART_LABELS.files : FORM_PART_LABELS.screenshots}：${caption || name}（${formatSize(size)}）`
