import { useCallback, useEffect, useState } from 'react'
import { Section } from '../../parts/section.tsx'
import { clearLastReceipt, keepLastReceipt, type LastReceipt, readLastReceipt } from './last-receipt.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { SubmissionForm } from './submission-form.tsx'

/** The form, or for a moment in its place what came of it; then the receipt stays above the next form. */
export function SubmissionSection({ title, description }: { title: string; description: string }) {
  const [last, setLast] = useState<LastReceipt>()
  const [isFresh, setIsFresh] = useState(false)

  // After hydration: the server knows nothing of this browser's receipts.
  useEffect(() => setLast(readLastReceipt()), [])

  function onSent({ receipt, productName }: LastReceipt) {
    keepLastReceipt({ receipt, productName })
    setLast({ receipt, productName })
    setIsFresh(true)
  }

  function onDismiss() {
    clearLastReceipt()
    setLast(undefined)
  }

  const onContinue = useCallback(() => setIsFresh(false), [])
  return (
    <Section id="form" title={title} lead={description}>
      {last && <ReceiptCard last={last} isFresh={isFresh} onContinue={onContinue} onDismiss={onDismiss} />}
      {!isFresh && <SubmissionForm onSent={onSent} />}
    </Section>
  )
}
