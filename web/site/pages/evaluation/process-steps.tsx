import type { EvaluationContent } from '#contracts/documents/evaluation.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { Section } from '../../components/section.tsx'

export function ProcessSteps({ process }: { process: EvaluationContent['evaluationProcess'] }) {
  const { title, description, steps } = process
  if (steps.length === 0) return null
  return (
    <Section title={title || '评估流程'} lead={description}>
      <ol className="grid gap-x-8 md:grid-cols-2 lg:grid-cols-3">
        {withKeys(steps, ({ title }) => title).map(({ key, item: step }) => (
          <li key={key} className={`flex gap-5 border-t border-line py-5 ${getToneClass(step.color)}`}>
            <span className="min-w-10 shrink-0 text-4xl whitespace-nowrap leading-none font-semibold text-tone tabular-nums">
              {step.stepNumber}
            </span>
            <div>
              <h3 className="text-lg">{step.title}</h3>
              <p className="mt-1.5 text-sm text-muted">{step.description}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
