import { Segmented } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { PREVIEW_SHOWN } from '../../../shared/preview-message.ts'

const WIDTHS = { phone: 390, desktop: 1280 } as const

type PreviewFrameProps = {
  /** The iframe with the public page, which reports when it is ready to receive content. */
  frame: RefObject<HTMLIFrameElement | null>
  path: string
  /** A note about the preview, next to the width switch. */
  note: ReactNode
}

/** A public page at the width of a phone or a desktop, scaled to the container. */
export function PreviewFrame({ frame, path, note }: PreviewFrameProps) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>(() =>
    matchMedia('(width < 48rem)').matches ? 'phone' : 'desktop',
  )
  const { container, size } = useElementSize()
  const isContentShown = useIsContentShown(frame)
  const width = WIDTHS[device]
  const scale = Math.min(1, size.width / width)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          aria-label="预览宽度"
          value={device}
          onChange={setDevice}
          options={[
            { value: 'desktop', label: '桌面' },
            { value: 'phone', label: '手机' },
          ]}
        />
        <p role="status" className="text-sm text-muted">
          {note}
        </p>
      </div>
      <div ref={container} className="relative min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-paper">
        {/* Until the content is sent, the page shows its published state. */}
        {!isContentShown && <p className="p-5 text-sm text-muted">正在载入预览……</p>}
        {size.width > 0 && (
          <iframe
            ref={frame}
            title="预览"
            src={`${path}?preview=1`}
            className={`absolute top-0 left-1/2 block ${isContentShown ? '' : 'invisible'}`}
            style={{
              width,
              height: size.height / scale,
              marginLeft: -(width * scale) / 2,
              transform: `scale(${scale})`,
              transformOrigin: '0 0',
            }}
          />
        )}
      </div>
    </>
  )
}

/** Returns whether the page in the frame shows the sent content. */
function useIsContentShown(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isContentShown, setIsContentShown] = useState(false)
  useEffect(() => {
    const handleMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === PREVIEW_SHOWN)
        setIsContentShown(true)
    }
    window.addEventListener('message', handleMessage)
    return () => window.removeEventListener('message', handleMessage)
  }, [frame])
  return isContentShown
}

/** Returns the ref of an element, and the current inner size of the element. */
function useElementSize() {
  const container = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  return { container, size }
}
