import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Button } from './buttons.tsx'

type ErrorNoticeProps = { message: string; onRetry?: () => void; action?: string }

/** Shows an error and a button to retry. */
export function ErrorNotice({ message, onRetry, action = '重新加载' }: ErrorNoticeProps) {
  return (
    <div className="shell py-20 text-center" role="alert">
      <p className="text-lg">{message}</p>
      {onRetry && (
        <Button variant="outline" className="mt-6" onClick={onRetry}>
          <RotateCcw className="size-4" aria-hidden />
          {action}
        </Button>
      )}
    </div>
  )
}

type EmptyNoticeProps = { message?: ReactNode; children?: ReactNode }

/** An empty state with a next step. */
export function EmptyNotice({ message = SITE_MESSAGES.noData, children }: EmptyNoticeProps) {
  return (
    <div className="card flex flex-col items-center gap-4 border-dashed px-6 py-14 text-center print:items-start print:border-0 print:p-0">
      <p className="text-muted">{message}</p>
      {children}
    </div>
  )
}

type NotFoundNoticeProps = { message: string; hint?: string; children: ReactNode }

/** The content of a page that doesn't exist, with links (`children`) to others. */
export const NotFoundNotice = ({ message, hint, children }: NotFoundNoticeProps) => (
  <div className="shell flex flex-col items-center gap-4 py-20 text-center">
    <div role="alert">
      <h1 className="text-2xl">{message}</h1>
      {hint && <p className="mt-3 text-muted">{hint}</p>}
    </div>
    {children}
  </div>
)
