import { Clock, Save } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SUBMISSION_REVIEW_WORKING_DAYS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { calculateCompletion } from '#contracts/rules/submission-completion.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { call } from '../../../shared/call.ts'
import { Section } from '../../components/section.tsx'
import { createLazyImport, useLazyComponent } from '../../lazy-import.ts'
import { getSession, useSession } from '../../session/session.ts'
import { openDraft } from './draft.ts'
import { clearLastReceipt, type LastReceipt, readLastReceipt, saveLastReceipt } from './last-receipt.ts'
import type { SubmissionValues } from './submission-fields.ts'
import { SubmissionForm } from './submission-form.tsx'
import type { FormContent } from './use-send-form.ts'

/** Shows how complete the form is, and what happens after submitting. */
function CompletionPanel() {
  const values = useWatch<SubmissionValues>()
  const percent = calculateCompletion(values)
  return (
    <aside className="card p-5 lg:sticky lg:top-24" aria-label="填写进度">
      <p className="flex items-baseline justify-between">
        <span className="text-sm font-medium">完成度</span>
        <span className="text-2xl font-semibold tabular-nums">{percent}%</span>
      </p>
      <div className="mt-2">
        <ProgressBar percent={percent} label="表单完成度" />
      </div>
      <ul className="mt-5 space-y-3 border-t border-line pt-4 text-sm text-muted">
        <li className="flex gap-2.5">
          <Clock className="mt-1 size-4 shrink-0" aria-hidden />
          {SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初审
        </li>
        <li className="flex gap-2.5">
          <Save className="mt-1 size-4 shrink-0" aria-hidden />
          未提交的内容自动保存在本机浏览器中，重新打开页面可以继续填写
        </li>
      </ul>
    </aside>
  )
}

/** A progress bar in percent; the label is for screen readers. */
const ProgressBar = ({ percent, label }: { percent: number; label: string }) => (
  <progress
    value={percent}
    max={100}
    aria-label={label}
    className="block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-indigo"
  />
)

/** The card is imported while the form is being filled in. */
const lazyReceiptCard = createLazyImport(async () => (await import('./receipt-card.tsx')).ReceiptCard)

/** The submission form. The receipt replaces a sent form for a few seconds, and is then shown above an empty one. */
export function SubmissionSection({ title, description }: { title: string; description: string }) {
  const [lastReceipt, setLastReceipt] = useState<LastReceipt>()
  const [isNew, setIsNew] = useState(false)
  const { draft, formKey } = useOwnDraft()
  const { Component: Card, preload } = useLazyComponent(lazyReceiptCard)
  useEffect(preload, [preload])

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
