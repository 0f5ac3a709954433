import { useQuery } from '@tanstack/react-query'
import { Image, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { SubmissionFile } from '#contracts/submission-review/submission-review.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { submissionFileQuery } from './submission-calls.ts'

/** Returns whether a file is a screenshot with a caption, rather than an attachment. */
export const isScreenshot = ({ caption }: SubmissionFile): boolean => caption !== null

type ScreenshotsProps = { submissionId: string; files: readonly SubmissionFile[] }

/** A submission's screenshots with captions, in the order in which an approval adds them to the product. */
export const Screenshots = ({ submissionId, files }: ScreenshotsProps) => (
  <Image.PreviewGroup>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard. */}
    <ol className="flex snap-x gap-4 overflow-x-auto pb-3" tabIndex={0}>
      {files.map((file, index) => (
        <li key={file.id} className="w-56 max-w-[80%] shrink-0 snap-start">
          <figure>
            <Screenshot submissionId={submissionId} file={file} />
            <figcaption className="mt-1.5 text-sm text-muted wrap-anywhere">
              {index + 1}. {file.caption}
            </figcaption>
          </figure>
        </li>
      ))}
    </ol>
  </Image.PreviewGroup>
)

const FRAME_CLASS = 'h-36! w-full! rounded-lg border border-line bg-sunken'

function Screenshot({ submissionId, file }: { submissionId: string; file: SubmissionFile }) {
  const { data, error } = useQuery(submissionFileQuery(submissionId, file.id))
  const imageUrl = useObjectUrl(data)
  if (error)
    return (
      <p role="alert" className={`${FRAME_CLASS} grid place-content-center p-2 text-center text-sm text-danger`}>
        {toErrorMessage(error, MESSAGES.downloadFailed)}
      </p>
    )
  if (imageUrl === undefined) return <Skeleton.Node active className={FRAME_CLASS} />
  return (
    <Image
      src={imageUrl}
      alt={file.caption ?? file.name}
      classNames={{ root: 'w-full' }}
      className={`${FRAME_CLASS} object-contain`}
    />
  )
}

/** Returns an object URL of a file, revoked on unmount. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [objectUrl, setObjectUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return objectUrl
}
