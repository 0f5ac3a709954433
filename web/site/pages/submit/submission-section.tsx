import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Section } from '../../parts/section.tsx'
import { clearLastReceipt, type LastReceipt, readLastReceipt, saveLastReceipt } from './last-receipt.ts'
// Type only: the card is loaded while the form is being filled in.
import type { ReceiptCardProps } from './receipt-card.tsx'
import { SubmissionForm } from './submission-form.tsx'

/** The form. After a submission, the receipt replaces it for a moment, and then stays above the next form. */
export function SubmissionSection({ title, description }: { title: string; description: string }) {
  const [last, setLast] = useState<LastReceipt>()
  const [isFresh, setIsFresh] = useState(false)

  const [Card, setCard] = useState<ComponentType<ReceiptCardProps>>()

  // After hydration, as the server doesn't know this browser's receipts.
  useEffect(() => {
    setLast(readLastReceipt())
    import('./receipt-card.tsx').then(
      ({ ReceiptCard }) => setCard(() => ReceiptCard),
      () => {},
    )
  }, [])

  function onSent({ receipt, productName }: LastReceipt) {
    saveLastReceipt({ receipt, productName })
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
      {last && Card && <Card last={last} isFresh={isFresh} onContinue={onContinue} onDismiss={onDismiss} />}
      {last && !Card && isFresh && <PlainReceipt last={last} />}
      {!(isFresh && Card) && <SubmissionForm onSent={onSent} />}
    </Section>
  )
}

/** Shows the receipt number if the card couldn't be loaded. */
const PlainReceipt = ({ last: { receipt } }: { last: LastReceipt }) => (
  <p role="status" className="card mb-6 p-4">
    {SITE_MESSAGES.submissionReceived}，回执号：<strong className="select-all">{receipt}</strong>
  </p>
)
