import type { SubmissionFile } from '#contracts/submission-review/submission-review.ts'
import { formatSize } from '../../../shared/formats.ts'
import { DownloadButton } from '../../components/download-button.tsx'
import { useCan } from '../../session/session.ts'
import { Detail } from './detail-section.tsx'
import { isScreenshot, Screenshots } from './screenshots.tsx'
import { downloadSubmissionFile } from './submission-calls.ts'

type SubmissionFilesProps = { submissionId: string; files: readonly SubmissionFile[] }

/** The screenshots and attachments of a submission; only their names if the user may not see contact data. */
export function SubmissionFiles({ submissionId, files }: SubmissionFilesProps) {
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
