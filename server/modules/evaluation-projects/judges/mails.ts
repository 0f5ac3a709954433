/** The mail to a member who is invited to score a project. */
import type { MailKind } from '#contracts/mail/mail.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type Invitation = {
  siteName: string
  publicUrl: string
  judgeName: string
  projectId: string
  projectName: string
  ownerName: string
}

/** Returns the mail. Its link opens the project only for that member's account, so it contains no secret. */
export function createJudgeMail({ siteName, publicUrl, judgeName, projectId, projectName, ownerName }: Invitation): {
  kind: MailKind
  subject: string
  html: string
} {
  const url = publicUrl + buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: projectId })
  return {
    kind: 'judgeInvitation',
    subject: `邀请您担任评委：${projectName}`,
    html: paragraphs(
      greeting(judgeName),
      `${escapeHtml(ownerName)}邀请您在“${escapeHtml(siteName)}”为评估项目“${escapeHtml(projectName)}”打分。请用这个邮箱的账号登录后打开：`,
      mailLink(url, '打开评分页面'),
      '项目开始打分后，页面即可打开。提交之前，您与其他评委互相看不到分数。如果您并不知情，请忽略这封邮件。',
    ),
  }
}
