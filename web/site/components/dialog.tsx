import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = { isOpen: boolean; onClose: () => void; title: string; children: ReactNode; className?: string }

/** The browser's native modal dialog: it traps focus, closes on Escape, and restores focus. */
export function Dialog({ isOpen, onClose, title, children, className = 'max-w-2xl' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is on its backdrop.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`card m-auto max-h-[90dvh] w-[calc(100%-2rem)] overflow-y-auto p-0 shadow-2xl ${className}`}
    >
      {isOpen && (
        <div className="p-5 md:p-7">
          <div className="mb-4 flex items-center justify-between gap-4">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <button
              type="button"
              className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-sunken"
              aria-label="关闭"
              onClick={onClose}
            >
              <X className="size-5" aria-hidden />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
