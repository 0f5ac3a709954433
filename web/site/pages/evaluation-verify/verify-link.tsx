import { ShieldCheck } from 'lucide-react'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { Link } from '../../router.tsx'

/** A link from a report, of a project or of the scoring tool, to its verification. */
export const VerifyLink = ({ reportId }: { reportId: string }) => (
  <Link
    to={buildPageUrl(PAGES.verifyReport, SITE_PAGES.verifyReport.parameters, { report: reportId })}
    className={getButtonClass('outline')}
  >
    <ShieldCheck className="size-4" aria-hidden />
    核验
  </Link>
)
