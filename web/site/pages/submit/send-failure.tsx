import { TriangleAlert } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { getFieldErrors, isCallError } from '../../../shared/call-error.ts'
import { scrollToMessage } from '../../components/scroll-to-message.ts'

/** The server refuses what only it can check, such as facts of attributes that an editor has changed. */
const INVALID_INPUT = '有内容需要修改，改好后请再次提交。'

/** Reports that the form couldn't be sent, and that its input is kept; scrolls to the report. */
export const ErrorBanner = ({ message, detail }: { message: string; detail: string }) => (
  <div ref={scrollToMessage} role="alert" className="flex gap-3 rounded-lg border border-danger px-4 py-3">
    <TriangleAlert className="mt-1 size-5 shrink-0 text-danger" aria-hidden />
    <div>
      <p>{message}</p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
    </div>
  </div>
)

/**
 * Describes why the form couldn't be sent. A refusal is described by the server; only a failure suggests to check the
 * connection, with the server's message, if any, below.
 */
export function describeFailure(error: unknown): { message: string; detail: string } {
  if (!isCallError(error) || error.status === 0) return { message: SITE_MESSAGES.submissionFailed, detail: '' }
  if (getFieldErrors(error).length > 0) return { message: INVALID_INPUT, detail: error.message }
  const isRefusal = error.status >= 400 && error.status < 500
  return isRefusal
    ? { message: error.message, detail: '' }
    : { message: SITE_MESSAGES.submissionFailed, detail: error.message }
}
