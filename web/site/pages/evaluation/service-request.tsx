import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../parts/buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import type { RequestDraft } from './service-request-form.tsx'

/** The form brings the schemas with it: they are loaded when somebody wants to write. */
const ServiceRequestForm = lazy(async () => ({
  default: (await import('./service-request-form.tsx')).ServiceRequestForm,
}))

/** The offer to have an evaluation done, and the form for it. What was typed is kept while the page is open. */
export function ServiceRequest() {
  const [isOpen, setIsOpen] = useState(false)
  const draft = useRef<RequestDraft>({})
  return (
    <section id="service" className="shell py-10 md:py-14" data-print="none">
      <div className="flex flex-col gap-6 border-y border-line py-8 md:flex-row md:items-center md:justify-between">
        <div>
          <h2 className="text-2xl">请专业团队来评</h2>
          <p className="mt-2 max-w-prose text-muted">
            由评估团队按同一套准则出题、取证、实测与打分，出具带证据清单的报告。提交后24小时内与您联系，确认范围与周期。
          </p>
        </div>
        <Button className="shrink-0" onClick={() => setIsOpen(true)}>
          申请专业评估服务
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="申请专业评估服务">
        <Suspense fallback={<p className="py-10 text-center text-muted">正在加载……</p>}>
          <ServiceRequestForm draft={draft} onSent={() => setIsOpen(false)} />
        </Suspense>
      </Dialog>
    </section>
  )
}
