import { CheckCircle, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SUCCESS_NOTICE_MS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Link } from '../../router.tsx'
import type { LastReceipt } from './last-receipt.ts'

type ReceiptCardProps = {
  lastReceipt: LastReceipt
  isNew: boolean
  onContinue: () => void
  onDismiss: () => void
}

/**
 * The receipt of the last submission. If it is new, the card replaces the form; later, a compact card is shown above
 * the form until it is dismissed. Both are the same element, so that its buttons keep the focus.
 */
export function ReceiptCard({ lastReceipt: { receipt, productName }, isNew, onContinue, onDismiss }: ReceiptCardProps) {
  const title = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (!isNew) return
    title.current?.focus()
    const timer = setTimeout(onContinue, SUCCESS_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isNew, onContinue])

  function handleContinue() {
    title.current?.focus()
    onContinue()
  }

  return (
    <div
      className={`card relative flex flex-wrap items-center justify-between gap-x-8 gap-y-4 ${isNew ? 'p-7 md:p-10' : 'mb-6 p-4 md:pr-14 md:pl-6'}`}
    >
      <div>
        <p
          ref={title}
          tabIndex={-1}
          role="status"
          className={`flex items-center gap-2.5 outline-none tone-green ${isNew ? 'text-lg font-semibold' : 'pr-10 text-sm text-muted md:pr-0'}`}
        >
          <CheckCircle className={`shrink-0 text-tone ${isNew ? 'size-6' : 'size-4'}`} aria-hidden />
          <span>{isNew ? SITE_MESSAGES.submissionReceived : `上次提交的产品：${productName}`}</span>
        </p>
        <p className={isNew ? 'mt-4' : 'mt-0.5'}>
          <span className="text-muted">回执号：</span>
          <strong className="inline-block font-semibold tracking-wide whitespace-nowrap tabular-nums select-all">
            {receipt}
          </strong>
        </p>
        {isNew && <p className="mt-1 text-sm text-muted">请保存回执号，凭回执号和联系邮箱可以随时查询审核状态。</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={receipt} label="复制回执号" copiedMessage={SITE_MESSAGES.submissionReceiptCopied} />
        <Link
          to={`${PAGES.submissionStatus}?${new URLSearchParams({ receipt })}`}
          className={getButtonClass('secondary')}
        >
          查询状态
        </Link>
        {isNew ? (
          <Button key="continue" onClick={handleContinue}>
            继续提交产品
          </Button>
        ) : (
          <button
            key="dismiss"
            type="button"
            aria-label="不再显示此回执"
            className="absolute top-2 right-2 inline-flex size-11 items-center justify-center rounded-lg hover:bg-sunken"
            onClick={onDismiss}
          >
            <X className="size-5" aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}
