import { z } from 'zod'
import { DECISION_MAIL_DELAY_MS } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { VendorService } from '#server/modules/vendors/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'
import type { PostWithContext } from './store.ts'

type Dependencies = {
  mail: Pick<MailService, 'queue' | 'outbox'>
  accounts: Pick<IdentityService['accounts'], 'find'>
  vendors: Pick<VendorService, 'listRepresentatives'>
  publicUrl: string
}

const MailIdsSchema = z.array(z.string())

/** Creates the mails about decisions, which are delayed, so that a decision can be changed before they are sent. */
export function createQuestionMails({ mail, accounts, vendors, publicUrl }: Dependencies) {
  const getPageUrl = ({ catalogue, productId }: PostWithContext) =>
    `${publicUrl}${PRODUCT_PAGES[catalogue](productId)}?tab=questions`

  /** Removes the unsent mails of an earlier decision from the outbox. */
  const withdraw = async (transaction: Transaction, { mailIdsJson }: PostWithContext): Promise<void> => {
    await mail.outbox.cancel(transaction, MailIdsSchema.parse(mailIdsJson))
  }

  /** Tells the author of a post of the decision; `reason` is '' for an approval. */
  function queueDecision(transaction: Transaction, post: PostWithContext, reason: string): Promise<string | null> {
    const { authorName, authorEmail, productName, questionId } = post
    if (authorName === null || authorEmail === null) return Promise.resolve(null)
    const noun = questionId === null ? '提问' : '回答'
    const isApproved = reason === ''
    return mail.queue(transaction, {
      kind: 'questionDecided',
      to: { name: authorName, email: authorEmail },
      delayMs: DECISION_MAIL_DELAY_MS,
      subject: `您对${productName}的${noun}${isApproved ? '已展示' : '未通过审核'}`,
      html: paragraphs(
        greeting(authorName),
        `您在“${escapeHtml(productName)}”的${noun}${isApproved ? '已通过审核，现在可以看到了。' : `未通过审核，原因：${escapeHtml(reason)}`}`,
        isApproved ? mailLink(getPageUrl(post), '查看问答') : mailLink(publicUrl + PAGES.myQuestions, '修改后再提交'),
      ),
    })
  }

  /** Tells the author of a question of an answer to it by somebody else. */
  async function queueAnswer(transaction: Transaction, answer: PostWithContext): Promise<string | null> {
    const { askerId, userId, productName, isVendor } = answer
    if (askerId === null || askerId === userId) return null
    const asker = await accounts.find(transaction.db, askerId)
    if (!asker) return null
    const { name, email } = asker
    return mail.queue(transaction, {
      kind: 'questionAnswered',
      to: { name, email },
      delayMs: DECISION_MAIL_DELAY_MS,
      subject: `您对${productName}的提问有了${isVendor ? '厂商的' : ''}回答`,
      html: paragraphs(
        greeting(name),
        `您在“${escapeHtml(productName)}”的提问有了${isVendor ? '厂商的' : ''}回答：`,
        escapeHtml(answer.text),
        mailLink(getPageUrl(answer), '查看问答'),
      ),
    })
  }

  /** Tells whoever represents the product of a published question by somebody else. Returns the ids of the mails. */
  async function queueQuestion(transaction: Transaction, question: PostWithContext): Promise<(string | null)[]> {
    const { productId, productName, userId, text } = question
    const representatives = await vendors.listRepresentatives(transaction.db, productId)
    const ids: (string | null)[] = []
    for (const { id, name, email } of representatives) {
      if (id === userId) continue
      const mailId = await mail.queue(transaction, {
        kind: 'questionAsked',
        to: { name, email },
        delayMs: DECISION_MAIL_DELAY_MS,
        subject: `${productName}有了新提问`,
        html: paragraphs(
          greeting(name),
          `您代表的“${escapeHtml(productName)}”有了新提问：`,
          escapeHtml(text),
          '您的回答审核通过后，会标为厂商的回答，排在会员的回答之前。',
          mailLink(getPageUrl(question), '去回答'),
        ),
      })
      ids.push(mailId)
    }
    return ids
  }

  /** Tells whoever a published post concerns. */
  const queuePublication = async (transaction: Transaction, post: PostWithContext): Promise<(string | null)[]> =>
    post.questionId === null ? queueQuestion(transaction, post) : [await queueAnswer(transaction, post)]

  return {
    withdraw,

    /** Queues the mails about a decision in place of the unsent ones of an earlier decision. Returns their ids. */
    async replace(transaction: Transaction, post: PostWithContext, reason: string): Promise<string[]> {
      await withdraw(transaction, post)
      const ids = [
        await queueDecision(transaction, post, reason),
        ...(reason === '' ? await queuePublication(transaction, post) : []),
      ]
      return ids.filter((id) => id !== null)
    },
  }
}

export type QuestionMails = ReturnType<typeof createQuestionMails>
