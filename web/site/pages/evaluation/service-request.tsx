import { type FormEvent, useState } from 'react'
import { LEAD_RESPONSE_HOURS } from '#contracts/limits.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { Button } from '../../components/buttons.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SiteForm } from '../../components/site-form.tsx'
import { useFormOutcome } from '../../form-outcome.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import { usePageQuery } from '../../use-page-query.ts'
import { ServiceRequestFields } from './service-request-fields.tsx'

const lazyForm = createLazyImport(async () => (await import('./service-request-form.tsx')).ServiceRequestForm)

/** The offer of a professional evaluation, and its request form. */
export function ServiceRequest() {
  const [isOpen, setIsOpen] = useState(false)
  const { Component: Form, load, preload } = useLazyComponent(lazyForm)
  const outcome = useFormOutcome('evaluation-request')
  const isFormInline = usePageQuery(SITE_PAGES.evaluation.parameters).query.request === 'open' || outcome !== undefined

  async function handleOpen(event: FormEvent) {
    event.preventDefault()
    setIsOpen(await load())
  }

  return (
    <section id="service" className="shell py-10 md:py-14" data-print="none">
      <div className="flex flex-col gap-6 border-y border-line py-8 md:flex-row md:items-center md:justify-between">
        <div>
          <h2 className="text-2xl">请专业团队来评</h2>
          <p className="mt-2 max-w-prose text-muted">
            由评估团队按同一套准则出题、取证、实测与打分，出具带证据清单的报告。提交后{LEAD_RESPONSE_HOURS}
            小时内与您联系，确认范围与周期。
          </p>
        </div>
        {/* Before hydration the button opens the page that contains the form. */}
        <form method="get" action={`${PAGES.evaluation}#service`} className="shrink-0" onSubmit={handleOpen}>
          <Button type="submit" name="request" value="open" aria-haspopup="dialog" onPointerEnter={preload}>
            申请专业评估服务
          </Button>
        </form>
      </div>
      {isFormInline && <InlineRequestForm />}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="申请专业评估服务">
        {Form && <Form onSent={() => setIsOpen(false)} />}
      </Dialog>
    </section>
  )
}

/** The form on the page, for browsers without script or before hydration. */
const InlineRequestForm = () => (
  <SiteForm
    name="evaluation-request"
    labels={LEAD_LABELS}
    aria-label="申请专业评估服务"
    className="card mt-6 p-5 md:p-8"
  >
    <div className="grid gap-5 sm:grid-cols-2">
      <ServiceRequestFields />
    </div>
    <Button type="submit" className="mt-6 w-full sm:w-auto">
      提交申请
    </Button>
  </SiteForm>
)
