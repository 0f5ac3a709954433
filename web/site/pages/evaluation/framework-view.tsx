import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { CallToAction } from '../../parts/call-to-action.tsx'
import { CategoryCards } from './category-cards.tsx'
import { ExampleCards } from './example-cards.tsx'
import { ProcessSteps } from './process-steps.tsx'
import { ProfessionalInfo } from './professional-info.tsx'
import { ServiceRequest } from './service-request.tsx'
import { StandardsTable } from './standards-table.tsx'

/** The method: what counts, by how much, on what evidence, and how an evaluation goes. */
export function FrameworkView({ content }: { content: EvaluationContent }) {
  return (
    <>
      <ProfessionalInfo info={content.professionalInfo} attachments={content.evaluationTool.attachments} />
      <StandardsTable standards={content.evaluationStandards} />
      <ProcessSteps process={content.evaluationProcess} />
      <CategoryCards categories={content.evaluationCategories} />
      <ExampleCards examples={content.evaluationExamples} thresholds={content.evaluationTool.thresholds} />
      <ServiceRequest />
      <CallToAction callToAction={content.callToAction} />
    </>
  )
}
