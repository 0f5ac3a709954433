import type { Answering } from '#contracts/inquiries/answering.ts'
import { answeringCalls, receivedInquiryCalls } from '#contracts/inquiries/answering-calls.ts'
import { inquiryCalls } from '#contracts/inquiries/calls.ts'
import type { Inquiry } from '#contracts/inquiries/inquiry.ts'
import { ANSWERING_MESSAGES, INQUIRY_MESSAGES as MESSAGES } from '#contracts/inquiries/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import { type InquiryService, sendDecrypted } from './service.ts'

/** Routes of members who ask vendors. */
export const inquiryRoutes = ({
  drafts,
  invitations,
  publishing,
  reminders,
  opening,
  documents,
  transfer,
  canMail,
}: InquiryService) => [
  defineRoute(inquiryCalls.list, ({ user }) => drafts.list(user.id)),
  defineRoute(inquiryCalls.create, ({ body, user }) => drafts.create(body, user)),
  defineRoute(inquiryCalls.get, ({ params, user }) => drafts.get(params.id, user)),
  defineRoute(inquiryCalls.getAuthorship, ({ params, user }) => drafts.getAuthorship(params.id, user.id)),
  defineRoute(inquiryCalls.update, ({ params, body, ifMatch, user }) =>
    drafts.update(params.id, body, { actor: user, ifMatch }),
  ),
  defineRoute(inquiryCalls.remove, ({ params, user }) => drafts.remove(params.id, user)),
  defineRoute(inquiryCalls.listSuggestions, ({ params, user }) => drafts.listSuggestions(params.id, user)),
  defineRoute(inquiryCalls.invite, ({ params, body, user }) => invitations.invite(params.id, body, user)),
  defineRoute(inquiryCalls.renewInvitation, ({ params, user }) =>
    invitations.renew(params.id, params.invitation, user),
  ),
  defineRoute(inquiryCalls.removeInvitation, ({ params, user }) =>
    invitations.remove(params.id, params.invitation, user),
  ),
  defineRoute(inquiryCalls.publish, ({ params, ifMatch, user }) =>
    publishing.publish(params.id, { actor: user, ifMatch }),
  ),
  defineRoute(inquiryCalls.addAddendum, ({ params, body, user }) => publishing.addAddendum(params.id, body, user)),
  defineRoute(inquiryCalls.answerClarification, async ({ params: { id, clarification }, body: { answer }, user }) => {
    const inquiry = await publishing.answerClarification(id, { clarification, answer }, user)
    return withMessage((await canMail()) ? MESSAGES.clarificationAnswered : MESSAGES.clarificationUnmailed, inquiry)
  }),
  defineRoute(inquiryCalls.setReminders, async ({ params, body, user }) => {
    const inquiry = await reminders.set(params.id, body.isOn, user)
    return withMessage(body.isOn ? MESSAGES.remindersOn : MESSAGES.remindersOff, inquiry)
  }),
  defineRoute(inquiryCalls.replaceOpener, async ({ params, body, user }) => {
    const inquiry = await opening.replaceOpener(params.id, body, user)
    return withMessage((await canMail()) ? MESSAGES.openerReplaced : MESSAGES.openerReplacedUnmailed, inquiry)
  }),
  defineRoute(inquiryCalls.open, async ({ params, user }) => {
    const inquiry = await opening.open(params.id, user)
    return withMessage(describeOpening(inquiry, await canMail()), inquiry)
  }),
  defineRoute(inquiryCalls.listAnswers, ({ params, user }) => opening.listAnswers(params.id, user.id)),
  defineRoute(inquiryCalls.downloadFile, async ({ params, user }) =>
    sendDecrypted(await opening.getFile(params.id, params.file, user.id)),
  ),
  defineRoute(inquiryCalls.downloadDocument, async ({ params, user }) =>
    download(await documents.get(params.id, params.document, user.id)),
  ),
  defineRoute(inquiryCalls.planTransfer, ({ params, user }) => transfer.plan(params.id, params.project, user)),
  defineRoute(inquiryCalls.transfer, ({ params, body, user }) => transfer.take(params.id, body, user)),
  defineRoute(inquiryCalls.close, async ({ params, body, user }) => {
    const inquiry = await publishing.close(params.id, body, user)
    return withMessage((await canMail()) ? MESSAGES.closed : MESSAGES.closedUnmailed, inquiry)
  }),
]

/** Returns what became of an opening, and of the mails about it. */
function describeOpening({ status }: Inquiry, canMail: boolean): string {
  if (status === 'open') return canMail ? MESSAGES.openingConfirmed : MESSAGES.openingConfirmedUnmailed
  return canMail ? MESSAGES.opened : MESSAGES.openedUnmailed
}

const RECEIPT_MESSAGES = {
  sent: ANSWERING_MESSAGES.submitted,
  unsent: ANSWERING_MESSAGES.submittedUnmailed,
  unchanged: ANSWERING_MESSAGES.submittedAlready,
} as const

/** Returns what became of a submission; the receipt goes to the invited address. */
function describeSubmission(receipt: keyof typeof RECEIPT_MESSAGES, { organisation, email }: Answering): string {
  const isForOrganisation = receipt === 'sent' && organisation !== null
  return isForOrganisation ? ANSWERING_MESSAGES.submittedForOrganisation(email) : RECEIPT_MESSAGES[receipt]
}

/** Routes of vendors: by a link, without an account, or by the account of one of an organisation's people. */
export const answeringRoutes = ({ answering, answerFiles }: InquiryService) => [
  defineRoute(answeringCalls.open, ({ body: { token }, user }) => answering.open({ token, user })),
  defineRoute(answeringCalls.save, ({ body: { token, answer }, user }) => answering.save({ token, user }, answer)),
  defineRoute(answeringCalls.submit, async ({ body: { token, ...submission }, user }) => {
    const submitted = await answering.submit({ token, user }, submission)
    return withMessage(describeSubmission(submitted.receipt, submitted.answering), submitted.answering)
  }),
  defineRoute(answeringCalls.removeLibrary, ({ body: { token }, user }) => answering.removeLibrary({ token, user })),
  defineRoute(answeringCalls.withdraw, ({ body: { token }, user }) => answering.withdraw({ token, user })),
  defineRoute(answeringCalls.decline, async ({ body: { token, isBlocked }, user }) => {
    const view = await answering.decline({ token, user }, isBlocked)
    return withMessage(describeRefusal(view, isBlocked), view)
  }),
  defineRoute(answeringCalls.ask, ({ body: { token, question }, user }) => answering.ask({ token, user }, question)),
  defineRoute(answeringCalls.uploadFile, async ({ readFile, user }) => {
    const { fields, bytes, name } = await readFile(await answerFiles.getUploadLimit())
    return answerFiles.save({ token: fields.token, user }, { question: fields.question, bytes, name })
  }),
  defineRoute(answeringCalls.removeFile, ({ body: { token, file }, user }) =>
    answerFiles.remove({ token, user }, file),
  ),
  defineRoute(answeringCalls.downloadFile, async ({ body: { token, file }, user }) =>
    sendDecrypted(await answering.getFile({ token, user }, file)),
  ),
]

/** Returns what became of a refusal: after the deadline, it is one of the mails alone. */
function describeRefusal({ status }: Answering, isBlocked: boolean): string {
  if (!isBlocked) return ANSWERING_MESSAGES.declined
  return status === 'declined' ? ANSWERING_MESSAGES.blocked : ANSWERING_MESSAGES.refused
}

/** Routes of members who have received inquiries. */
export const receivedInquiryRoutes = ({ received }: InquiryService) => [
  defineRoute(receivedInquiryCalls.list, ({ user }) => received.list(user.id)),
  defineRoute(receivedInquiryCalls.createLink, ({ params, user }) => received.createLink(params.id, user)),
]
