import type { SubmittedFactRecord } from '#contracts/facts/fact.ts'
import { PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { readFactValue } from '#contracts/rules/facts/read-fact-value.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import type { SubmissionFile, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { DownloadButton } from '../../components/download-button.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { AssignmentLine } from '../../lists/assignments/assignment-line.tsx'
import { useCan } from '../../session/session.ts'
import { Detail, DetailSection, type HeadingLevel, LongDetail } from './detail-section.tsx'
import { isScreenshot, Screenshots } from './screenshots.tsx'
import { downloadSubmissionFile, SUBMISSION_READS } from './submission-calls.ts'

type SubmissionFilesProps = { submissionId: string; files: readonly SubmissionFile[] }

/** The screenshots and attachments of a submission; only their names if the user may not see contact data. */
function SubmissionFiles({ submissionId, files }: SubmissionFilesProps) {
  const canDownload = useCan('contacts:read')
  const screenshots = files.filter(isScreenshot)
  const attachments = files.filter((file) => !isScreenshot(file))
  return (
    <>
      {screenshots.length > 0 && (
        <Detail term="产品截图" isWide>
          {canDownload ? (
            <Screenshots submissionId={submissionId} files={screenshots} />
          ) : (
            <FileNames term="产品截图" files={screenshots} />
          )}
        </Detail>
      )}
      {attachments.length > 0 && (
        <Detail term="附件" isWide>
          {canDownload ? (
            <Attachments submissionId={submissionId} files={attachments} />
          ) : (
            <FileNames term="附件" files={attachments} />
          )}
        </Detail>
      )}
    </>
  )
}

const Attachments = ({ submissionId, files }: SubmissionFilesProps) => (
  <ul className="flex flex-col gap-1">
    {files.map((file) => (
      <li key={file.id}>
        <DownloadButton type="link" onDownload={() => downloadSubmissionFile(submissionId, file.id)}>
          {describeFile(file)}
        </DownloadButton>
      </li>
    ))}
  </ul>
)

const FileNames = ({ term, files }: { term: string; files: readonly SubmissionFile[] }) => (
  <>
    <ul>
      {files.map((file) => (
        <li key={file.id}>{describeFile(file)}</li>
      ))}
    </ul>
    <p className="text-sm text-muted">{term}可能含有联系方式，当前账号不能查看</p>
  </>
)

/** Describes a file by its caption or name, and its size. */
const describeFile = ({ caption, name, size }: SubmissionFile) => `${caption || name}（${formatSize(size)}）`

type SubmittedUpdate = NonNullable<SubmissionRecord['update']>

/** All fields of a submission, and the history of its review. */
export function SubmissionDetails({ record, level }: { record: SubmissionRecord; level: HeadingLevel }) {
  return (
    <div className="flex flex-col gap-6">
      <DetailSection title="产品" level={level}>
        <Detail term={SUBMISSION_LABELS.productName}>{record.productName}</Detail>
        <Detail term="分类与部署方式">{`${record.category}，${record.deploymentType}`}</Detail>
        {record.update && <UpdateDetail update={record.update} />}
        <Detail term={SUBMISSION_LABELS.website} isWide>
          <NewTabLink href={record.website}>{record.website}</NewTabLink>
        </Detail>
        <LongDetail term={SUBMISSION_LABELS.productDescription}>{record.productDescription}</LongDetail>
        <LongDetail term={SUBMISSION_LABELS.targetUsers}>{record.targetUsers}</LongDetail>
        <LongDetail term={SUBMISSION_LABELS.keyFeatures}>{record.keyFeatures}</LongDetail>
        {record.additionalInfo && (
          <LongDetail term={SUBMISSION_LABELS.additionalInfo}>{record.additionalInfo}</LongDetail>
        )}
        <SubmissionFiles submissionId={record._id} files={record.files} />
      </DetailSection>
      {record.facts.length > 0 && (
        <DetailSection title={`产品资料（${record.facts.length}项，通过后以“厂商自述”收录）`} level={level}>
          {record.facts.map((fact) => (
            <SubmittedFact key={fact.attribute} fact={fact} />
          ))}
        </DetailSection>
      )}
      <DetailSection title="公司与联系人" level={level}>
        <Detail term={SUBMISSION_LABELS.companyName}>{record.companyName}</Detail>
        <Contacts record={record} />
      </DetailSection>
      <DetailSection title="记录" level={level}>
        <Detail term="提交编号">{record._id}</Detail>
        <Detail term="回执号">{record.receipt}</Detail>
        <Detail term="提交时间">{formatMinute(record.createdAt)}</Detail>
        <Detail term="负责人" isWide>
          <AssignmentLine
            kind="submission"
            id={record._id}
            assignment={record.assignment}
            changedCalls={SUBMISSION_READS}
          />
        </Detail>
        <Detail term="最后更新">{formatMinute(record.updatedAt)}</Detail>
        <Detail term="审核时间">{record.reviewedAt ? formatMinute(record.reviewedAt) : '尚未审核'}</Detail>
        {record.reviewedAt && <Detail term="审核人">{record.reviewedBy?.name ?? '系统自动审核'}</Detail>}
        {record.productId && (
          <Detail term={record.isProductUpdated ? '已更新的产品' : '已创建的产品'} isWide>
            <NewTabLink href={PAGES.product(record.productId)}>查看产品页面</NewTabLink>
          </Detail>
        )}
      </DetailSection>
    </div>
  )
}

/** The product that the vendor asks to update, and the fields that they changed. */
const UpdateDetail = ({ update }: { update: SubmittedUpdate }) => (
  <Detail term="对已有产品的更新" isWide>
    {update.changedFields.length === 0
      ? '没有改动表单中的文字'
      : `改动了${update.changedFields.map((field) => SUBMISSION_LABELS[field]).join('、')}`}
    <span className="block">
      <NewTabLink href={PAGES.product(update.productId)}>查看产品页面</NewTabLink>
    </span>
  </Detail>
)

/** A submitted fact. An approval skips facts that are no longer valid; `problem` is the reason. */
function SubmittedFact({ fact }: { fact: SubmittedFactRecord }) {
  const { label, sourceUrl, note, problem } = fact
  const value = readFactValue(fact.value)
  const link = toSafeLink(sourceUrl)
  return (
    <Detail term={label}>
      <span className="wrap-anywhere">
        {value === undefined ? JSON.stringify(fact.value) : describeFactValue(fact, value)}
      </span>
      {note && <span className="block text-sm text-muted">{note}</span>}
      {link && (
        <span className="block text-sm">
          <NewTabLink href={link}>出处</NewTabLink>
        </span>
      )}
      {problem && <span className="block text-sm text-danger">不会收录：{problem}</span>}
    </Detail>
  )
}

/** The notes of the reviewers, read-only. */
export const ReviewNotes = ({ record, level }: { record: SubmissionRecord; level: HeadingLevel }) => (
  <DetailSection title="审核备注" level={level}>
    <LongDetail term="给厂商的审核意见">{record.vendorNotes || '没有填写'}</LongDetail>
    <LongDetail term="内部备注">{record.reviewNotes || '没有填写'}</LongDetail>
  </DetailSection>
)

function Contacts({ record }: { record: SubmissionRecord }) {
  const canReadContacts = useCan('contacts:read')
  if (!canReadContacts) return <Detail term="联系方式">当前账号不能查看联系方式</Detail>
  return (
    <>
      <Detail term={SUBMISSION_LABELS.contactName}>{record.contactName}</Detail>
      <Detail term={SUBMISSION_LABELS.contactEmail}>
        <a href={`mailto:${record.contactEmail}`}>{record.contactEmail}</a>
      </Detail>
      <Detail term={SUBMISSION_LABELS.contactPhone}>
        <a href={`tel:${record.contactPhone.replaceAll(/[^\d+]/g, '')}`}>{record.contactPhone}</a>
      </Detail>
    </>
  )
}
