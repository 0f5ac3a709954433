import { canDo, canPrepare } from '#contracts/colleagues/roles.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { DraftPreview } from '../draft/draft-preview.tsx'
import { AnswersSection } from './answers-section.tsx'
import { ClarificationsSection } from './clarifications-section.tsx'
import { CloseSection } from './close-section.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { OpeningSection } from './opening-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { VendorsSection } from './vendors-section.tsx'

/** A published inquiry: how far the vendors are, the opening, and what they have handed in. */
export const PublishedInquiry = ({ inquiry }: { inquiry: Inquiry }) => (
  <div className="grid gap-8">
    <p className="text-muted">
      <time dateTime={inquiry.deadline ?? ''}>{formatMinute(inquiry.deadline ?? '')}</time>
      （北京时间）截止
      <span>{inquiry.addenda.length > 0 && `；已发${inquiry.addenda.length}份补遗`}</span>
    </p>
    <UnsentMails mails={inquiry.mails} />
    <OpeningSection inquiry={inquiry} />
    {inquiry.opening.openedAt !== null && <AnswersSection inquiry={inquiry} />}
    {inquiry.opening.openedAt !== null && canPrepare(inquiry.role) && <TransferSection inquiry={inquiry} />}
    <VendorsSection inquiry={inquiry} />
    <ClarificationsSection inquiry={inquiry} />
    <DocumentsSection inquiry={inquiry} />
    <details className="card p-5">
      <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">
        问题（{inquiry.asked.length}）
      </summary>
      <div className="mt-3">
        <DraftPreview inquiry={inquiry} />
      </div>
    </details>
    {canDo(inquiry.role, 'closeInquiry') && inquiry.status !== 'closed' && (
      // Words for a cancellation don't fit once the answers are open.
      <CloseSection key={inquiry.opening.openedAt} inquiry={inquiry} />
    )}
  </div>
)

/** Says which mails haven't reached anybody, so that nobody believes that they have. */
const UnsentMails = ({ mails: { waiting, failed } }: Pick<Inquiry, 'mails'>) =>
  waiting + failed > 0 && (
    <div role="status" className="card border-danger p-4">
      {waiting > 0 && <p>平台的邮件暂时寄不出去：有{waiting}封还在等，恢复后自动寄出。收发回答与开启不受影响。</p>}
      {failed > 0 && <p>有{failed}封邮件寄送失败，不会再自动寄。请自行告知收件人，或请平台管理员重寄。</p>}
    </div>
  )
