import { useQuery } from '@tanstack/react-query'
import { Image, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { SubmissionFile } from '#contracts/submission-review/submission-review.ts'
import { failureMessage } from '../../../shared/call-failure.ts'
import { loadSubmissionFile, submissionFileKey } from './submission-calls.ts'

/** Returns whether a file is a screenshot with its caption; else it is an attachment. */
export const isScreenshot = ({ caption }: SubmissionFile): boolean => caption !== null

type ScreenshotsProps = { submissionId: string; files: readonly SubmissionFile[] }

/** A submission's screenshots as an approval carries them into the product: in their order, with their captions. */
export const Screenshots = ({ submissionId, files }: ScreenshotsProps) => (
  <Image.PreviewGroup>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too. */}
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

const FRAME = 'h-36! w-full! rounded-lg border border-line bg-sunken'

function Screenshot({ submissionId, file }: { submissionId: string; file: SubmissionFile }) {
  const { data, error } = useQuery({
    queryKey: submissionFileKey(submissionId, file.id),
    queryFn: ({ signal }) => loadSubmissionFile(submissionId, file.id, signal),
    // What was handed in stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useAddress(data)
  if (error)
    return (
      <p role="alert" className={`${FRAME} grid place-content-center p-2 text-center text-sm text-danger`}>
        {failureMessage(error, MESSAGES.downloadFailed)}
      </p>
    )
  if (address === undefined) return <Skeleton.Node active className={FRAME} />
  return (
    <Image
      src={address}
      alt={file.caption ?? file.name}
      classNames={{ root: 'w-full' }}
      className={`${FRAME} object-contain`}
    />
  )
}

/** Returns an address of a file in memory, for as long as it is drawn. */
function useAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}
