import { X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { SUCCESS_NOTICE_MS } from '#contracts/limits.ts'

type Tone = 'success' | 'error' | 'info'
type Toast = { id: number; text: string; tone: Tone }
type ShowToast = (text: string, tone?: Tone) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Shows a toast, where the specification says "alert". */
export const useToast = (): ShowToast => useContext(ToastContext)

/** An error stays long enough to be read twice. */
const LIFETIME_MS: Record<Tone, number> = { success: SUCCESS_NOTICE_MS, info: 6_000, error: 10_000 }

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const dismiss = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const showToast = useCallback<ShowToast>(
    (text, tone = 'info') => {
      lastId.current += 1
      const id = lastId.current
      setToasts((shown) => [...shown.filter((toast) => toast.text !== text), { id, text, tone }])
      setTimeout(() => dismiss(id), LIFETIME_MS[tone])
    },
    [dismiss],
  )
  return (
    <ToastContext value={showToast}>
      {children}
      <div
        className="pointer-events-none fixed inset-x-0 bottom-6 z-50 flex flex-col items-center gap-2 px-4"
        data-print="none"
      >
        {toasts.map(({ id, text, tone }) => (
          <div
            key={id}
            role="alert"
            className={`card pointer-events-auto flex max-w-lg items-center gap-3 py-2 pr-2 pl-4 shadow-lg ${tone === 'error' ? 'border-danger' : ''}`}
          >
            <span>{text}</span>
            <button
              type="button"
              className="inline-flex size-11 shrink-0 items-center justify-center"
              aria-label="关闭提示"
              onClick={() => dismiss(id)}
            >
              <X className="size-4" aria-hidden />
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
