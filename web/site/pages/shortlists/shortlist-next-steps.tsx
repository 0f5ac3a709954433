import { FileArchive, FileSpreadsheet, FileText } from 'lucide-react'
import { COMPARISON, EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { fillPath, PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { shortlistCalls } from '#contracts/shortlists/calls.ts'
import type { Shortlist } from '#contracts/shortlists/shortlist.ts'
import { getButtonClass } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Link } from '../../router.tsx'
import { useSite } from '../../site-context.tsx'

const LIST_PAGES = { agent: SITE_PAGES.products, ai: SITE_PAGES.ai } as const

/** Links to continue with the candidates or, if there are none, with the matching and uncertain products. */
export function ShortlistNextSteps({
  shortlist: { id, catalogue, candidates, matching, uncertain, isOwn },
}: {
  shortlist: Shortlist
}) {
  const { publicUrl } = useSite()
  const products = (candidates.length > 0 ? candidates : [...matching, ...uncertain]).map(({ product }) => product.id)
  const { path, parameters } = LIST_PAGES[catalogue]
  const compareUrl = buildPageUrl(path, parameters, {
    view: 'compare',
    compare: products.slice(0, COMPARISON.maxOnNarrowScreens),
  })
  const newProjectUrl = buildPageUrl(SITE_PAGES.evaluationProjects.path, SITE_PAGES.evaluationProjects.parameters, {
    products: products.slice(0, EVALUATION_ANALYSIS.candidates),
  })
  const inquiryUrl = buildPageUrl(SITE_PAGES.inquiries.path, SITE_PAGES.inquiries.parameters, { shortlist: id })
  const questionsUrl = fillPath(shortlistCalls.exportQuestions.path, { id })
  return (
    <>
      {products.length > 1 && (
        <Link to={compareUrl} className={getButtonClass('primary')}>
          {products.length > COMPARISON.maxOnNarrowScreens
            ? `对比前${COMPARISON.maxOnNarrowScreens}个`
            : `对比这${products.length}个`}
        </Link>
      )}
      {products.length > 0 && (
        <>
          <Link to={newProjectUrl} className={getButtonClass('outline')}>
            {products.length > EVALUATION_ANALYSIS.candidates
              ? `用前${EVALUATION_ANALYSIS.candidates}个新建评估项目`
              : '用这些产品新建评估项目'}
          </Link>
          {isOwn && candidates.length > 0 && (
            <Link to={inquiryUrl} className={getButtonClass('outline')}>
              向厂商征询
            </Link>
          )}
          <a href={`${questionsUrl}?format=docx`} className={getButtonClass('outline')} download>
            <FileText className="size-4" aria-hidden />
            询问清单（Word）
          </a>
          <a href={`${questionsUrl}?format=zip`} className={getButtonClass('outline')} download>
            <FileArchive className="size-4" aria-hidden />
            询问清单（各厂商一份）
          </a>
          <a href={`${questionsUrl}?format=xlsx`} className={getButtonClass('outline')} download>
            <FileSpreadsheet className="size-4" aria-hidden />
            询问清单（Excel）
          </a>
        </>
      )}
      <CopyButton
        text={publicUrl + PAGES.shortlist(id)}
        label="复制链接"
        copiedMessage="链接已复制，有链接的人都能查看"
      />
    </>
  )
}
