import { SearchX, TriangleAlert } from 'lucide-react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { isNotFound, toErrorMessage } from '../../../shared/call-error.ts'
import { scrollToMessage } from '../../components/scroll-to-message.ts'
import { Link } from '../../router.tsx'

/** Explains that the submission doesn't exist, or that the request failed. */
export function LookupError({ error }: { error: unknown }) {
  const isMissing = isNotFound(error)
  const StatusIcon = isMissing ? SearchX : TriangleAlert
  return (
    <div ref={scrollToMessage} role="alert" className="card flex gap-3 p-6">
      <StatusIcon className="mt-1 size-5 shrink-0 text-danger" aria-hidden />
      <div>
        <p className="font-medium">{toErrorMessage(error, SITE_MESSAGES.network)}</p>
        {isMissing ? (
          <p className="mt-1 text-sm text-muted">
            回执号与邮箱须与提交时一致，不区分大小写。仍未找到时，可以
            <Link to={`${PAGES.selection}#consultation`} className="text-indigo underline">
              联系我们
            </Link>
            。
          </p>
        ) : (
          <p className="mt-1 text-sm text-muted">填写的内容仍在，可以再次查询。</p>
        )}
      </div>
    </div>
  )
}
