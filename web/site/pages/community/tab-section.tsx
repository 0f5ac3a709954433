import type { ComponentProps, ReactNode } from 'react'
import { SectionHeading } from '../../components/section.tsx'

type TabSectionProps = ComponentProps<typeof SectionHeading> & { children: ReactNode }

/** A section of a tab with its heading. */
export const TabSection = ({ children, ...heading }: TabSectionProps) => (
  <section className="mt-12 first:mt-0">
    <SectionHeading {...heading} />
    {children}
  </section>
)
