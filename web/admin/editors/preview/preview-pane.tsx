import { Segmented } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { parseDocument } from '#contracts/documents/documents.ts'
import { PAGES } from '#contracts/paths.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { PREVIEW_READY, type PreviewMessage } from '../../../shared/preview-message.ts'
import { useEditor } from '../editor-context.tsx'

const PAGE_OF: Record<DocumentKind, string> = {
  home: PAGES.home,
  community: PAGES.community,
  selection: PAGES.selection,
  products: PAGES.products,
  ai: PAGES.ai,
  evaluation: PAGES.evaluation,
  submit: PAGES.submit,
}
const WIDTHS = { phone: 390, desktop: 1280 } as const
const PAUSE_MS = 150

/** The public page with the edits that are not saved yet, as a phone or a desktop shows it. */
export function PreviewPane() {
  const { kind } = useEditor()
  const [device, setDevice] = useState<keyof typeof WIDTHS>(() =>
    matchMedia('(width < 48rem)').matches ? 'phone' : 'desktop',
  )
  const frame = useRef<HTMLIFrameElement>(null)
  const { holder, size } = useSize()
  const isCurrent = useSendingDrafts(frame)
  const width = WIDTHS[device]
  const scale = Math.min(1, size.width / width)

  return (
    <section aria-label="预览" className="sticky top-20 flex h-[calc(100dvh-11rem)] min-w-0 flex-col gap-2">
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
          {isCurrent ? '显示未保存的修改' : '内容有误，预览停在上一次有效的内容'}
        </p>
      </div>
      <div ref={holder} className="relative min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-paper">
        {size.width > 0 && (
          <iframe
            ref={frame}
            title="预览"
            src={`${PAGE_OF[kind]}?preview=1`}
            className="absolute top-0 left-1/2 block"
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
    </section>
  )
}

/** Sends the document to the page when it is ready and after each edit; gives whether the last edit could be shown. */
function useSendingDrafts(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const { kind, store } = useEditor()
  const [isCurrent, setCurrent] = useState(true)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      timer = undefined
      const now = store.current()
      const parsed = 'document' in now ? parseDocument(kind, now.document) : undefined
      setCurrent(parsed?.success === true)
      if (!parsed?.success) return
      const message: PreviewMessage = { type: 'zhijian:preview', kind, document: { ...parsed.data } }
      frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === PREVIEW_READY) send()
    }
    window.addEventListener('message', onMessage)
    const stop = store.subscribe(() => {
      timer ??= setTimeout(send, PAUSE_MS)
    })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
      stop()
    }
  }, [kind, store, frame])

  return isCurrent
}

/** An element's inner size, as it changes. */
function useSize() {
  const holder = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (holder.current) observer.observe(holder.current)
    return () => observer.disconnect()
  }, [])
  return { holder, size }
}
