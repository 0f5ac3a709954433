import { type RefObject, useEffect, useRef, useState } from 'react'
import { PREVIEW_READY } from '../../../shared/preview-message.ts'
import { useEditor } from '../editor-context.tsx'
import { PreviewFrame } from './preview-frame.tsx'

/** The debounce of updates: rendering a page of a thousand products is too slow for every keystroke. */
const PAUSE_MS = 150

/** The public page with the unsaved edits, at phone or desktop width. */
export function PreviewPane() {
  const { subject } = useEditor()
  const frame = useRef<HTMLIFrameElement>(null)
  const isCurrent = useSendingDrafts(frame)
  return (
    <section aria-label="预览" className="sticky top-20 flex h-[calc(100dvh-11rem)] min-w-0 flex-col gap-2">
      <PreviewFrame
        frame={frame}
        path={subject.preview.path}
        note={isCurrent ? '显示未保存的修改' : '内容有误，预览停在上一次有效的内容'}
      />
    </section>
  )
}

/**
 * Sends the edited content to the page when it is ready and after each edit. Returns whether the last edit was valid
 * and could be sent.
 */
function useSendingDrafts(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const { subject, store } = useEditor()
  const [isCurrent, setCurrent] = useState(true)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      const now = store.read()
      const message = 'document' in now ? subject.preview.createPreviewMessage(now.document) : undefined
      setCurrent(message !== undefined)
      if (message) frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === PREVIEW_READY) send()
    }
    window.addEventListener('message', onMessage)
    const stop = store.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(send, PAUSE_MS)
    })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
      stop()
    }
  }, [subject, store, frame])

  return isCurrent
}
