import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Section } from '../../components/section.tsx'
import { clearLastReceipt, type LastReceipt, readLastReceipt, saveLastReceipt } from './last-receipt.ts'
// Type only: the card is loaded while the form is being filled in.
import type { ReceiptCardProps } from './receipt-card.tsx'
import { SubmissionForm } from './submission-form.tsx'

/** The form. After a submission, the receipt replaces it for a few seconds, and is then shown above the next form. */
export function SubmissionSection({ title, description }: { title: string; description: string }) {
  const [lastReceipt, setLastReceipt] = useState<LastReceipt>()
  const [isNew, setIsNew] = useState(false)

  const [Card, setCard] = useState<ComponentType<ReceiptCardProps>>()

  // After hydration, as the server doesn't know this browser's receipts.
  useEffect(() => {
    setLastReceipt(readLastReceipt())
    import('./receipt-card.tsx').then(
      ({ ReceiptCard }) => setCard(() => ReceiptCard),
      () => {},
    )
  }, [])

  function onSent({ receipt, productName }: LastReceipt) {
    saveLastReceipt({ receipt, productName })
    setLastReceipt({ receipt, productName })
    setIsNew(true)
  }

  function onDismiss() {
    clearLastReceipt()
    setLastReceipt(undefined)
  }

  const onContinue = useCallback(() => setIsNew(false), [])
  return (
    <Section id="form" title={title} lead={description}>
      {lastReceipt && Card && (
        <Card lastReceipt={lastReceipt} isNew={isNew} onContinue={onContinue} onDismiss={onDismiss} />
      )}
      {lastReceipt && !Card && isNew && <PlainReceipt lastReceipt={lastReceipt} />}
      {!(isNew && Card) && <SubmissionForm onSent={onSent} />}
    </Section>
  )
}

/** Shows the receipt number if the card couldn't be loaded. */
const PlainReceipt = ({ lastReceipt: { receipt } }: { lastReceipt: LastReceipt }) => (
  <p role="status" className="card mb-6 p-4">
    {SITE_MESSAGES.submissionReceived}，回执号：<strong className="select-all">{receipt}</strong>
  </p>
)
