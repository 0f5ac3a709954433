import { Check } from 'lucide-react'
import type { SelectionContent } from '#contracts/documents/selection.ts'
import { IconListItem } from '../../components/icon-list-item.tsx'
import { Section } from '../../components/section.tsx'

type Overview = SelectionContent['serviceOverview']

/** Describes the service: its features and its advantages. */
export function ServiceOverview({ overview }: { overview: Overview }) {
  const { title, subtitle, description, capabilities, advantages } = overview
  if (!title && !description && capabilities.length + advantages.length === 0) return null
  return (
    <Section title={title || '服务概览'} lead={subtitle}>
      <div className={advantages.length > 0 ? 'grid gap-8 lg:grid-cols-[1.35fr_1fr] lg:gap-14' : ''}>
        {description && <p className="max-w-prose">{description}</p>}
        {advantages.length > 0 && (
          <div className="lg:border-l lg:border-line lg:pl-10">
            <h3 className="text-base">我们的做法</h3>
            <ul className="mt-3 grid gap-2.5 text-sm">
              {[...new Set(advantages)].map((advantage) => (
                <li key={advantage} className="flex gap-2.5">
                  <Check className="mt-1 size-4 shrink-0 text-muted" aria-hidden />
                  {advantage}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <Capabilities capabilities={capabilities} />
    </Section>
  )
}

function Capabilities({ capabilities }: { capabilities: Overview['capabilities'] }) {
  if (capabilities.length === 0) return null
  return (
    <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {capabilities.map((capability, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
        <IconListItem key={index} {...capability} heading="h3" />
      ))}
    </ul>
  )
}
