import { Clock } from 'lucide-react'
import type { SubmitContent } from '#contracts/documents/submit.ts'
import { Icon } from '../../../shared/icon.tsx'
import { getToneClass } from '../../../shared/tone.ts'
import { Section } from '../../components/section.tsx'

export function SuccessCases({ successCases: { title, cases } }: { successCases: SubmitContent['successCases'] }) {
  if (cases.length === 0) return null
  return (
    <Section title={title || '成功案例'}>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {cases.map(({ icon, title: name, description, duration, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
          <li key={index} className={`card flex flex-col p-6 ${getToneClass(color)}`}>
            <div className="flex items-center gap-3">
              <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-lg bg-tone text-tone">
                <Icon name={icon} />
              </span>
              <h3 className="text-base">{name}</h3>
            </div>
            <p className="mt-4 flex-1 text-sm text-muted">{description}</p>
            {duration && (
              <p className="mt-4 flex items-center gap-2 border-t border-line pt-3 text-sm font-medium">
                <Clock className="size-4 shrink-0 text-muted" aria-label="用时" />
                {duration}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
