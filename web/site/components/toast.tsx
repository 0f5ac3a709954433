import { X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { SUCCESS_NOTICE_MS } from '#contracts/limits.ts'

type Tone = 'success' | 'error' | 'info'
type Toast = { key: number; text: string; tone: Tone }
type ShowToast = (text: string, tone?: Tone) => () => void

const ToastContext = createContext<ShowToast>(() => () => {})

/** Returns the function that shows a toast. It returns a function that closes the toast, if it is still shown. */
export const useToast = (): ShowToast => useContext(ToastContext)

/** Errors stay long enough to be read twice. */
const LIFETIME_MS: Record<Tone, number> = { success: SUCCESS_NOTICE_MS, info: 6_000, error: 10_000 }

/** A new toast replaces the previous one: an old failure must not be visible next to a later success. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(0)
  const showToast = useCallback<ShowToast>((text, tone = 'info') => {
    // A new key creates a new element, so that screen readers announce a repeated text again.
    const newToast = { key: ++count.current, text, tone }
    const close = () => setToast((current) => (current === newToast ? undefined : current))
    clearTimeout(timer.current)
    timer.current = setTimeout(close, LIFETIME_MS[tone])
    setToast(newToast)
    return close
  }, [])
  return (
    <ToastContext value={showToast}>
      {children}
      {toast && (
        // Below the header: the bottom of the screen has controls, such as the comparison bar.
        <div className="pointer-events-none fixed inset-x-0 top-20 z-50 flex justify-center px-4" data-print="none">
          <div
            key={toast.key}
            role="alert"
            className={`card pointer-events-auto flex max-w-lg items-center gap-3 py-2 pr-2 pl-4 shadow-lg ${toast.tone === 'error' ? 'border-danger' : ''}`}
          >
            <span>{toast.text}</span>
            <button
              type="button"
              className="inline-flex size-11 shrink-0 items-center justify-center"
              aria-label="关闭提示"
              onClick={() => setToast(undefined)}
            >
              <X className="size-4" aria-hidden />
            </button>
          </div>
        </div>
      )}
    </ToastContext>
  )
}
