import type { SubmitContent } from '#contracts/documents/submit.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { Section } from '../../components/section.tsx'

/** Shows the steps from submission to publication. */
export function ProcessSteps({ process: { title, steps } }: { process: SubmitContent['submitProcess'] }) {
  if (steps.length === 0) return null
  return (
    <Section title={title}>
      <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ stepNumber, title: step, description, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`card p-6 ${getToneClass(color)}`}>
            <span className="text-2xl font-semibold tabular-nums text-tone">{String(stepNumber).padStart(2, '0')}</span>
            <h3 className="mt-2 text-lg">{step}</h3>
            <p className="mt-2 text-sm text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
