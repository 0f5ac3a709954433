import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Screenshot } from '#contracts/products/screenshot.ts'

/** The minimum distance of a swipe, in CSS pixels. */
const MIN_SWIPE_PX = 48

/** Returns the pointer handlers of an element that can be swiped by touch or pen. */
function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const startX = useRef<number | null>(null)
  return {
    onPointerDown({ clientX, pointerType }: PointerEvent) {
      startX.current = pointerType === 'mouse' ? null : clientX
    },
    onPointerUp({ clientX }: PointerEvent) {
      const distance = startX.current === null ? 0 : clientX - startX.current
      startX.current = null
      if (Math.abs(distance) >= MIN_SWIPE_PX) onSwipe(distance > 0 ? 'right' : 'left')
    },
  }
}

type ScreenshotViewerProps = {
  screenshots: readonly Screenshot[]
  index: number
  onShow: (index: number) => void
  onClose: () => void
}

/** Shows a screenshot at full size in a modal dialog; arrow keys and swipes show the next or the previous one. */
export function ScreenshotViewer({ screenshots, index, onShow, onClose }: ScreenshotViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const count = screenshots.length
  const screenshot = screenshots[index]

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const showNeighbour = (offset: 1 | -1) => onShow((index + offset + count) % count)
  const swipeHandlers = useSwipe((direction) => showNeighbour(direction === 'right' ? -1 : 1))

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    showNeighbour(event.key === 'ArrowLeft' ? -1 : 1)
  }

  if (!screenshot) return null
  const { url, caption, width, height } = screenshot
  return (
    <dialog
      ref={dialog}
      aria-label={`产品截图，第${index + 1}张，共${count}张`}
      className="m-auto h-dvh max-h-none w-dvw max-w-none bg-transparent p-2 backdrop:bg-black/80 md:p-6"
      onClose={onClose}
      onKeyDown={handleKeyDown}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className="card flex h-full flex-col overflow-hidden">
        <div className="flex items-center justify-between gap-4 px-4 py-1">
          <p className="text-sm text-muted tabular-nums">
            {index + 1} / {count}
          </p>
          <IconButton label="关闭" onClick={() => dialog.current?.close()}>
            <X className="size-5" aria-hidden />
          </IconButton>
        </div>
        <div className="flex min-h-0 flex-1 touch-pan-y items-center justify-center bg-sunken" {...swipeHandlers}>
          <img
            key={url}
            src={url}
            alt={caption}
            width={width}
            height={height}
            draggable={false}
            className="max-h-full w-auto max-w-full object-contain"
          />
        </div>
        <div className="flex items-center justify-between gap-3 px-2 py-1">
          <IconButton label="上一张" isHidden={count === 1} onClick={() => showNeighbour(-1)}>
            <ChevronLeft className="size-5" aria-hidden />
          </IconButton>
          <p aria-live="polite" className="min-w-0 text-center text-sm wrap-anywhere">
            {caption}
          </p>
          <IconButton label="下一张" isHidden={count === 1} onClick={() => showNeighbour(1)}>
            <ChevronRight className="size-5" aria-hidden />
          </IconButton>
        </div>
      </div>
    </dialog>
  )
}

type IconButtonProps = { label: string; isHidden?: boolean; onClick: () => void; children: ReactNode }

const IconButton = ({ label, isHidden = false, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    hidden={isHidden}
    aria-label={label}
    className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-sunken"
    onClick={onClick}
  >
    {children}
  </button>
)
