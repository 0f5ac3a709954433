import type { ReactNode } from 'react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFieldMessage, PREVIEW_READY } from '../../../shared/preview-message.ts'
import { useEditor } from '../editor-context.tsx'
import { useRevealField } from '../reveal-field.ts'
import { PreviewFrame } from './preview-frame.tsx'

/** Where the preview stands next to the editor: Tailwind's `xl`. */
const BESIDE_EDITOR = '(width >= 80rem)'
/** The debounce of updates: rendering a page of a thousand products is too slow for every keystroke. */
const UPDATE_DEBOUNCE_MS = 150

/** The public page with the unsaved edits, at phone or desktop width. */
function PreviewPane({ onClose }: { onClose: () => void }) {
  const { resource } = useEditor()
  const frame = useRef<HTMLIFrameElement>(null)
  const isUpToDate = usePreviewUpdates(frame)
  useRevealClickedField(frame, onClose)
  return (
    <section aria-label="预览" className="sticky top-20 flex h-[calc(100dvh-11rem)] min-w-0 flex-col gap-2">
      <PreviewFrame
        frame={frame}
        path={resource.preview.path}
        note={isUpToDate ? '显示未保存的修改，点击文字或图片可编辑' : '内容有误，预览停在上一次有效的内容'}
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

/** Reveals the field of what is clicked in the frame. Where the preview takes the editor's place, it is closed first. */
function useRevealClickedField(frame: RefObject<HTMLIFrameElement | null>, onClose: () => void): void {
  const reveal = useRevealField()
  const handleField = useEffectEvent((path: string) => {
    if (!matchMedia(BESIDE_EDITOR).matches) onClose()
    // After the editor is shown.
    requestAnimationFrame(() => reveal(path))
  })
  useEffect(() => {
    const handleMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isFieldMessage(data))
        handleField(data.path)
    }
    window.addEventListener('message', handleMessage)
    return () => window.removeEventListener('message', handleMessage)
  }, [frame])
}

/**
 * Places the preview, if it is open, next to the editor; on a narrow screen in its place. The editor stays mounted when
 * the preview is opened or closed.
 */
type PreviewLayoutProps = { isPreviewing: boolean; onClose: () => void; children: ReactNode }
export const PreviewLayout = ({ isPreviewing, onClose, children }: PreviewLayoutProps) => (
  <div className={isPreviewing ? 'grid gap-6 xl:grid-cols-2' : ''}>
    <div className={isPreviewing ? 'min-w-0 max-xl:hidden' : ''}>{children}</div>
    {isPreviewing && <PreviewPane onClose={onClose} />}
  </div>
)
