import { TriangleAlert } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/** The form could not be sent; everything that was typed is still there. */
export const FailureBanner = ({ detail }: { detail: string }) => (
  <div role="alert" className="flex gap-3 rounded-lg border border-danger px-4 py-3">
    <TriangleAlert className="mt-1 size-5 shrink-0 text-danger" aria-hidden />
    <div>
      <p>{SITE_MESSAGES.submissionFailed}</p>
      {detail && <p className="text-sm text-muted">{detail}</p>}
    </div>
  </div>
)
