import { useRef, useState } from 'react'
import { Button } from '../../parts/buttons.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useLoadedPart } from '../../parts/use-loaded-part.ts'
import type { RequestDraft } from './service-request-form.tsx'

/** Returns the form brings the schemas with it: they are loaded when somebody wants to write. */
const loadForm = async () => (await import('./service-request-form.tsx')).ServiceRequestForm

/** The offer to have an evaluation done, and the form for it. What was typed is kept while the page is open. */
export function ServiceRequest() {
  const [isOpen, setIsOpen] = useState(false)
  const { Part: Form, ask, preload } = useLoadedPart(loadForm)
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
        <Button
          className="shrink-0"
          aria-haspopup="dialog"
          onPointerEnter={preload}
          onClick={async () => setIsOpen(await ask())}
        >
          申请专业评估服务
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="申请专业评估服务">
        {Form && <Form draft={draft} onSent={() => setIsOpen(false)} />}
      </Dialog>
    </section>
  )
}
