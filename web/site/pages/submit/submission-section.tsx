import { useCallback, useEffect, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { call } from '../../../shared/call.ts'
import { getSession, useSession } from '../../../shared/session.ts'
import { Section } from '../../components/section.tsx'
import { useImportedComponent } from '../../components/use-imported-component.ts'
import { CompletionPanel } from './completion-panel.tsx'
import { openDraft } from './draft.ts'
import { clearLastReceipt, type LastReceipt, readLastReceipt, saveLastReceipt } from './last-receipt.ts'
import { SubmissionForm } from './submission-form.tsx'
import type { FormContent } from './use-send-form.ts'

/** The card is imported while the form is being filled in. */
const importReceiptCard = async () => (await import('./receipt-card.tsx')).ReceiptCard

/** The submission form. The receipt replaces a sent form for a few seconds, and is then shown above an empty one. */
export function SubmissionSection({ title, description }: { title: string; description: string }) {
  const [lastReceipt, setLastReceipt] = useState<LastReceipt>()
  const [isNew, setIsNew] = useState(false)
  const { draft, formKey } = useOwnDraft()
  const { Component: Card } = useImportedComponent(importReceiptCard)

  // The receipt is read after hydration, as the server doesn't know this browser's receipts.
  useEffect(() => setLastReceipt(readLastReceipt()), [])

  async function handleSend(content: FormContent) {
    const { data } = await call(submissionCalls.create, { body: content })
    const sentReceipt = { receipt: data.receipt, productName: content.productName }
    saveLastReceipt(sentReceipt)
    setLastReceipt(sentReceipt)
    setIsNew(true)
  }

  function handleDismiss() {
    clearLastReceipt()
    setLastReceipt(undefined)
  }

  const handleContinue = useCallback(() => setIsNew(false), [])
  return (
    <Section id="form" title={title} lead={description}>
      {lastReceipt && Card && (
        <Card lastReceipt={lastReceipt} isNew={isNew} onContinue={handleContinue} onDismiss={handleDismiss} />
      )}
      {lastReceipt && !Card && isNew && <PlainReceipt lastReceipt={lastReceipt} />}
      {!(isNew && Card) && (
        <SubmissionForm
          key={formKey}
          label="产品提交"
          submitLabel="提交产品"
          draftStorage={draft}
          onSend={handleSend}
          panel={<CompletionPanel />}
        />
      )}
    </Section>
  )
}

/**
 * Returns the draft of the signed-in user, and a key that changes if the form has to be remounted with another draft.
 * The input of a visitor who signs in stays.
 */
function useOwnDraft() {
  const { user } = useSession()
  const [{ draft, formKey }, setOpened] = useState(() => ({ draft: openDraft(getSession().user?._id), formKey: 0 }))
  useEffect(() => {
    if (!user || draft.owner === user._id) return
    const hasInput = draft.read() !== undefined
    const ownDraft = openDraft(user._id)
    const isTakenOver = hasInput && draft.read() === undefined
    setOpened({ draft: ownDraft, formKey: isTakenOver ? formKey : formKey + 1 })
  }, [user, draft, formKey])
  return { draft, formKey }
}

/** Shows the receipt number if the card couldn't be loaded. */
const PlainReceipt = ({ lastReceipt: { receipt } }: { lastReceipt: LastReceipt }) => (
  <p role="status" className="card mb-6 p-4">
    {SITE_MESSAGES.submissionReceived}，回执号：<strong className="select-all">{receipt}</strong>
  </p>
)
