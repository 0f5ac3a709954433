import type { ComponentProps, ReactNode } from 'react'
import { SectionHeading } from '../../parts/section.tsx'

type TabPartProps = ComponentProps<typeof SectionHeading> & { children: ReactNode }

/** A section of a tab with its heading. */
export const TabPart = ({ children, ...heading }: TabPartProps) => (
  <section className="mt-12 first:mt-0">
    <SectionHeading {...heading} />
    {children}
  </section>
)
