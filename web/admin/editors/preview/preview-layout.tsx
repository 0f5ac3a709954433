import type { ReactNode } from 'react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PREVIEW_READY } from '../../../shared/preview-message.ts'
import { useEditor } from '../editor-context.tsx'
import { PreviewFrame } from './preview-frame.tsx'

/** The debounce of updates: rendering a page of a thousand products is too slow for every keystroke. */
const UPDATE_DEBOUNCE_MS = 150

/** The public page with the unsaved edits, at phone or desktop width. */
function PreviewPane() {
  const { resource } = useEditor()
  const frame = useRef<HTMLIFrameElement>(null)
  const isUpToDate = usePreviewUpdates(frame)
  return (
    <section aria-label="预览" className="sticky top-20 flex h-[calc(100dvh-11rem)] min-w-0 flex-col gap-2">
      <PreviewFrame
        frame={frame}
        path={resource.preview.path}
        note={isUpToDate ? '显示未保存的修改' : '内容有误，预览停在上一次有效的内容'}
      />
    </section>
  )
}

/**
 * Sends the edited document to the page in the frame, when the page is ready and after each edit. Returns whether the
 * edited document is valid; an invalid one isn't sent.
 */
function usePreviewUpdates(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const { resource, store } = useEditor()
  const [isUpToDate, setIsUpToDate] = useState(true)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      const content = store.read()
      const message = 'document' in content ? resource.preview.createPreviewMessage(content.document) : undefined
      setIsUpToDate(message !== undefined)
      if (message) frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    const handleMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === PREVIEW_READY) send()
    }
    window.addEventListener('message', handleMessage)
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(send, UPDATE_DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', handleMessage)
      unsubscribe()
    }
  }, [resource, store, frame])

  return isUpToDate
}

/**
 * Places the preview, if it is open, next to the editor; on a narrow screen in its place. The editor stays mounted when
 * the preview is opened or closed.
 */
export const PreviewLayout = ({ isPreviewing, children }: { isPreviewing: boolean; children: ReactNode }) => (
  <div className={isPreviewing ? 'grid gap-6 xl:grid-cols-2' : ''}>
    <div className={isPreviewing ? 'min-w-0 max-xl:hidden' : ''}>{children}</div>
    {isPreviewing && <PreviewPane />}
  </div>
)
