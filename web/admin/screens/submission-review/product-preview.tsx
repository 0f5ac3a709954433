import { useEffect, useRef } from 'react'
import { PAGES } from '#contracts/paths.ts'
import { createSubmittedProduct } from '#contracts/rules/create-submitted-product.ts'
import { withoutPrivateFields } from '#contracts/rules/without-private-fields.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { PREVIEW_READY, type PreviewMessage } from '../../../shared/preview-message.ts'
import { PreviewFrame } from '../../editors/preview/preview-frame.tsx'

/** A preview of the public page that an approval in the proposed category would create, with the same conversion. */
export function ProductPreview({ record, category }: { record: SubmissionRecord; category: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const handleMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow || data !== PREVIEW_READY) return
      const product = withoutPrivateFields(createSubmittedProduct(record, { category }))
      const message: PreviewMessage = { type: 'zhijian:preview-product', catalogue: 'agent', product }
      frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    window.addEventListener('message', handleMessage)
    return () => window.removeEventListener('message', handleMessage)
  }, [record, category])
  return (
    <section aria-label="页面预览" className="flex h-[70dvh] min-w-0 shrink-0 flex-col gap-2">
      <PreviewFrame
        frame={frame}
        path={PAGES.products}
        note={record.status === 'approved' ? '通过时创建的页面，之后的修改不在其中' : '通过后的产品页面'}
      />
    </section>
  )
}
