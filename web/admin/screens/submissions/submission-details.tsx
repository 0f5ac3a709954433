import { App, Button } from 'antd'
import { Download, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SubmittedFactRecord } from '#contracts/facts/fact.ts'
import { FactValueSchema } from '#contracts/facts/fact-value.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PAGES } from '#contracts/paths.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { describeFactValue } from '#contracts/rules/facts/value-text.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import type { SubmissionFile, SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { formatMinute, formatSize } from '../../../shared/formats.ts'
import { useCan } from '../../session/session.ts'
import { isScreenshot, Screenshots } from './screenshots.tsx'
import { downloadSubmissionFile } from './submission-calls.ts'

type SubmittedUpdate = NonNullable<SubmissionRecord['update']>

/** The heading level of the sections. */
type Level = 'h2' | 'h3'

/** All fields of a submission, and the history of its review. */
export function SubmissionDetails({ record, level }: { record: SubmissionRecord; level: Level }) {
  return (
    <div className="flex flex-col gap-6">
      <DetailSection title="产品" level={level}>
        <Detail term={SUBMISSION_LABELS.productName}>{record.productName}</Detail>
        <Detail term="分类与部署方式">{`${record.category}，${record.deploymentType}`}</Detail>
        {record.update && <UpdateDetail update={record.update} />}
        <Detail term={SUBMISSION_LABELS.website} isWide>
          <ExternalPageLink href={record.website}>{record.website}</ExternalPageLink>
        </Detail>
        <LongDetail term={SUBMISSION_LABELS.productDescription}>{record.productDescription}</LongDetail>
        <LongDetail term={SUBMISSION_LABELS.targetUsers}>{record.targetUsers}</LongDetail>
        <LongDetail term={SUBMISSION_LABELS.keyFeatures}>{record.keyFeatures}</LongDetail>
        {record.additionalInfo && (
          <LongDetail term={SUBMISSION_LABELS.additionalInfo}>{record.additionalInfo}</LongDetail>
        )}
        <Files id={record._id} term="产品截图" files={record.files.filter(isScreenshot)} />
        <Files id={record._id} term="附件" files={record.files.filter((file) => !isScreenshot(file))} />
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
        <Detail term="最后更新">{formatMinute(record.updatedAt)}</Detail>
        <Detail term="审核时间">{record.reviewedAt ? formatMinute(record.reviewedAt) : '尚未审核'}</Detail>
        {record.reviewedAt && <Detail term="审核人">{record.reviewedBy?.name ?? '系统自动审核'}</Detail>}
        {record.productId && (
          <Detail term={record.isProductUpdated ? '已更新的产品' : '已创建的产品'} isWide>
            <ExternalPageLink href={PAGES.product(record.productId)}>查看产品页面</ExternalPageLink>
          </Detail>
        )}
      </DetailSection>
    </div>
  )
}

/** The product that the vendor asks to update, and the fields that they changed. */
const UpdateDetail = ({ update: { productId, changedFields } }: { update: SubmittedUpdate }) => (
  <Detail term="对已有产品的更新" isWide>
    {changedFields.length === 0
      ? '没有改动表单中的文字'
      : `改动了${changedFields.map((field) => SUBMISSION_LABELS[field]).join('、')}`}
    <span className="block">
      <ExternalPageLink href={PAGES.product(productId)}>查看产品页面</ExternalPageLink>
    </span>
  </Detail>
)

/** A submitted fact. An approval skips facts that are no longer valid; `problem` is the reason. */
function SubmittedFact({ fact }: { fact: SubmittedFactRecord }) {
  const { label, value, sourceUrl, note, problem } = fact
  const { data } = FactValueSchema.safeParse(value)
  const link = toSafeLink(sourceUrl)
  return (
    <Detail term={label}>
      <span className="wrap-anywhere">
        {data === undefined ? JSON.stringify(value) : describeFactValue(fact, data)}
      </span>
      {note && <span className="block text-sm text-muted">{note}</span>}
      {link && (
        <span className="block text-sm">
          <ExternalPageLink href={link}>出处</ExternalPageLink>
        </span>
      )}
      {problem && <span className="block text-sm text-danger">不会收录：{problem}</span>}
    </Detail>
  )
}

/** The notes of the reviewers, read-only. */
export const ReviewNotes = ({ record, level }: { record: SubmissionRecord; level: Level }) => (
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

type FilesProps = { id: string; term: string; files: readonly SubmissionFile[] }

function Files({ id, term, files }: FilesProps) {
  const canDownload = useCan('contacts:read')
  if (files.length === 0) return null
  if (canDownload && files.every(isScreenshot))
    return (
      <Detail term={term} isWide>
        <Screenshots submissionId={id} files={files} />
      </Detail>
    )
  if (canDownload) return <FileDownloads id={id} term={term} files={files} />
  return (
    <Detail term={term} isWide>
      <ul>
        {files.map((file) => (
          <li key={file.id}>{describeFile(file)}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">{term}可能含有联系方式，当前账号不能查看</p>
    </Detail>
  )
}

function FileDownloads({ id, term, files }: FilesProps) {
  const { message } = App.useApp()
  const [loadingFileId, setLoadingFileId] = useState<string>()
  async function downloadFile(file: SubmissionFile) {
    setLoadingFileId(file.id)
    try {
      await downloadSubmissionFile(id, file.id)
    } catch (error) {
      message.error(toErrorMessage(error, MESSAGES.downloadFailed))
    } finally {
      setLoadingFileId(undefined)
    }
  }
  return (
    <Detail term={term} isWide>
      <ul className="flex flex-col gap-1">
        {files.map((file) => (
          <li key={file.id}>
            <Button
              type="link"
              className="h-auto min-h-11 max-w-full px-0 whitespace-normal md:min-h-8"
              icon={<Download className="size-4" aria-hidden />}
              loading={loadingFileId === file.id}
              onClick={() => void downloadFile(file)}
            >
              <span className="text-left">{describeFile(file)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Detail>
  )
}

/** Describes a file by its caption or name, and its size. */
const describeFile = ({ caption, name, size }: SubmissionFile) => `${caption || name}（${formatSize(size)}）`

const DetailSection = ({ title, level: Title, children }: { title: string; level: Level; children: ReactNode }) => (
  <section>
    <Title className="border-b border-line pb-2 text-base">{title}</Title>
    <dl className="grid gap-x-6 gap-y-3 pt-3 sm:grid-cols-2">{children}</dl>
  </section>
)

const Detail = ({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${isWide ? 'sm:col-span-2' : ''}`}>
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)

const LongDetail = ({ term, children }: { term: string; children: string }) => (
  <Detail term={term} isWide>
    <span className="whitespace-pre-line">{children}</span>
  </Detail>
)

const ExternalPageLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center gap-1 md:min-h-0"
  >
    {children}
    <ExternalLink className="size-4 shrink-0" aria-label="（在新标签页打开）" />
  </a>
)
