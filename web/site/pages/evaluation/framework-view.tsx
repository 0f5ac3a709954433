import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { PAGES } from '#contracts/paths.ts'
import { CallToAction } from '../../components/call-to-action.tsx'
import { Link } from '../../router.tsx'
import { CategoryCards } from './category-cards.tsx'
import { ExampleCards } from './example-cards.tsx'
import { ProcessSteps } from './process-steps.tsx'
import { ProfessionalInfo } from './professional-info.tsx'
import { ServiceRequest } from './service-request.tsx'
import { StandardsTable } from './standards-table.tsx'

const RELATED_LINKS = [
  { to: PAGES.methods, label: '方法的各个版本' },
  { to: PAGES.marketMaps, label: '各类产品的市场图' },
  { to: PAGES.exampleProject, label: '看一个示例评估项目' },
  { to: PAGES.verifyReport, label: '核验评估报告' },
] as const

/** The method: criteria, weights, evidence, and the process of an evaluation. */
export function FrameworkView({ content }: { content: EvaluationContent }) {
  return (
    <>
      <ProfessionalInfo info={content.professionalInfo} attachments={content.evaluationTool.attachments} />
      <StandardsTable standards={content.evaluationStandards} />
      {content.evaluationStandards.groups.length > 0 && (
        <ul className="shell -mt-4 flex flex-wrap gap-x-6 pb-4" data-print="none">
          {RELATED_LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center text-indigo hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ProcessSteps process={content.evaluationProcess} />
      <CategoryCards categories={content.evaluationCategories} />
      <ExampleCards examples={content.evaluationExamples} thresholds={content.evaluationTool.thresholds} />
      <ServiceRequest />
      <CallToAction callToAction={content.callToAction} />
    </>
  )
}
