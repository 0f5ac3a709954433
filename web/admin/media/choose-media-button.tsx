import { Button } from 'antd'
import { Images } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { MediaFile, MediaKind } from '#contracts/media-library/media-file.ts'
import { getUnavailableProps } from '../components/unavailable-button.ts'
import { useCan } from '../session/session.ts'

/** A picture of the media library, whose size was measured if the library doesn't know it. */
export type ChosenPicture = Pick<MediaFile, 'url' | 'name' | 'altText'> & { width: number; height: number }

export const MediaPicker = lazy(async () => ({ default: (await import('./media-picker.tsx')).MediaPicker }))

type ChooseMediaButtonProps = {
  kinds: readonly MediaKind[]
  /** The accessible name, which also names the field. */
  label: string
  isUnavailable: boolean
  onChoose: (picture: ChosenPicture) => void
}

/** The button beside uploading that opens the media library. */
export function ChooseMediaButton({ kinds, label, isUnavailable, onChoose }: ChooseMediaButtonProps) {
  const canRead = useCan('uploads:read')
  const [isOpen, setIsOpen] = useState(false)
  if (!canRead) return null
  return (
    <>
      <Button
        icon={<Images className="size-4" aria-hidden />}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        {...getUnavailableProps(isUnavailable)}
      >
        从媒体库选择
      </Button>
      {isOpen && (
        <Suspense>
          <MediaPicker
            kinds={kinds}
            onClose={() => setIsOpen(false)}
            onChoose={(picture) => {
              setIsOpen(false)
              onChoose(picture)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
