import { useQuery } from '@tanstack/react-query'
import { Clock, Mail } from 'lucide-react'
import type { SelectionContent } from '#contracts/documents/selection.ts'
import { LEAD_RESPONSE_HOURS } from '#contracts/limits.ts'
import { useQueries } from '../../site-context.tsx'
import { ConsultationForm } from './consultation-form.tsx'

/** The free consultation: a description next to the form. */
export function ConsultationSection({ about }: { about: SelectionContent['consultationForm'] }) {
  const { data: site } = useQuery(useQueries().site())
  return (
    <section id="consultation" aria-labelledby="consultation-title" className="shell py-10 md:py-14" data-print="none">
      <div className="card grid gap-8 p-6 md:p-10 lg:grid-cols-[1fr_1.4fr] lg:gap-14">
        <div>
          <h2 id="consultation-title" className="text-2xl md:text-[1.75rem]">
            {about.title || '免费咨询'}
          </h2>
          {about.description && <p className="mt-3 text-muted">{about.description}</p>}
          <ul className="mt-6 grid gap-3 border-t border-line pt-6 text-sm">
            <li className="flex gap-3">
              <Clock className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
              提交后{LEAD_RESPONSE_HOURS}小时内与您联系
            </li>
            {site?.contactEmail && (
              <li className="flex gap-3">
                <Mail className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
                <span>
                  也可以写信到
                  <a href={`mailto:${site.contactEmail}`} className="text-indigo underline">
                    {site.contactEmail}
                  </a>
                </span>
              </li>
            )}
          </ul>
        </div>
        <ConsultationForm />
      </div>
    </section>
  )
}
