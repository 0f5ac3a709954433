import { FileText } from 'lucide-react'
import { MEDIA_KIND_LABELS, type MediaFile } from '#contracts/media-library/media-file.ts'
import { isScreenshotUrl, toSmallScreenshot } from '#contracts/rules/screenshot-files.ts'
import { formatSize } from '../../shared/formats.ts'

type MediaGridProps = { label: string; files: readonly MediaFile[]; onOpen: (file: MediaFile) => void }

/** Files of the media library as buttons with thumbnails. */
export const MediaGrid = ({ label, files, onOpen }: MediaGridProps) => (
  <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
    {files.map((file) => (
      <li key={file.url}>
        <button
          type="button"
          className="flex h-full w-full cursor-pointer flex-col overflow-hidden rounded-lg border border-line bg-surface text-left hover:border-indigo"
          onClick={() => onOpen(file)}
        >
          <Thumbnail file={file} />
          <span className="flex w-full flex-col px-2.5 py-2 text-sm">
            <span className="truncate">{file.name}</span>
            <span className="flex flex-wrap gap-x-2 text-muted tabular-nums">
              <span>{MEDIA_KIND_LABELS[file.kind]}</span>
              <span>{formatSize(file.size)}</span>
            </span>
            {formatDimensions(file) && <span className="text-muted tabular-nums">{formatDimensions(file)}</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

const isPicture = ({ kind, mimetype }: MediaFile): boolean => kind !== 'attachment' && mimetype.startsWith('image/')

function Thumbnail({ file }: { file: MediaFile }) {
  if (!isPicture(file))
    return (
      <span className="flex h-28 w-full items-center justify-center bg-sunken">
        <FileText className="size-10 text-muted" aria-hidden />
      </span>
    )
  return (
    <img
      src={isScreenshotUrl(file.url) ? toSmallScreenshot(file.url) : file.url}
      alt={file.altText}
      loading="lazy"
      className="h-28 w-full bg-sunken object-contain"
    />
  )
}

/** A file's picture as large as its place permits; nothing for other files. */
export const LargePicture = ({ file }: { file: MediaFile }) =>
  isPicture(file) && (
    <img
      src={file.url}
      alt={file.altText}
      className="max-h-64 w-full rounded-lg border border-line bg-sunken object-contain"
    />
  )

/** Returns the size of a picture in pixels; '' if it isn't known. */
export const formatDimensions = ({ width, height }: MediaFile): string =>
  width === null || height === null ? '' : `${width}×${height}像素`
