import { FileText } from 'lucide-react'
import type { SelectionContent } from '#contracts/documents/selection.ts'
import { Phrases } from '../../components/phrases.tsx'
import { Section } from '../../components/section.tsx'

type Step = SelectionContent['serviceProcess'][number]

/** Shows the steps on a timeline: duration, activities, deliverables. */
export function ServiceProcess({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <Section id="process" title="服务流程">
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: step numbers may repeat; only the order identifies steps.
          <ProcessStep key={index} step={step} isLast={index === steps.length - 1} />
        ))}
      </ol>
    </Section>
  )
}

function ProcessStep({
  step: { step, title, duration, description, deliverables },
  isLast,
}: {
  step: Step
  isLast: boolean
}) {
  return (
    <li className="grid grid-cols-[2.5rem_1fr] gap-x-5 md:grid-cols-[8.5rem_2.5rem_1fr_15rem] md:gap-x-6">
      <p className="hidden pt-2 text-right text-sm font-medium text-muted md:block">
        <Phrases text={duration} />
      </p>
      <div className="row-span-3 flex flex-col items-center md:row-span-1">
        <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full border-2 border-ink bg-surface font-semibold tabular-nums">
          {step}
        </span>
        {!isLast && <span className="w-px flex-1 bg-control" aria-hidden />}
      </div>
      <div className="pt-1.5 pb-4 md:pb-9">
        <h3 className="text-lg">{title}</h3>
        {/* Narrow screens have no separate column for the duration. */}
        {duration && <p className="mt-1 text-sm font-medium text-muted md:hidden">{duration}</p>}
        <p className="mt-2 max-w-prose text-sm">{description}</p>
      </div>
      {deliverables.length > 0 && (
        <div className="col-start-2 pt-1.5 pb-8 md:col-start-4 md:pb-9">
          <h4 className="text-sm font-medium text-muted">交付物</h4>
          <ul className="mt-1.5 grid gap-1.5 text-sm">
            {[...new Set(deliverables)].map((deliverable) => (
              <li key={deliverable} className="flex gap-2">
                <FileText className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
                {deliverable}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}
