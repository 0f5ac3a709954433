import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type About = { name: string; siteName: string; publicUrl: string; at: Date; lastDone: string | null }

/** Returns the mail to a super_admin after a scheduled backup has failed. */
export const backupFailedMail = ({ name, siteName, publicUrl, at, lastDone }: About) =>
  ({
    kind: 'backupFailed',
    subject: `${siteName}的定时备份失败`,
    html: paragraphs(
      greeting(name),
      `“${escapeHtml(siteName)}”的定时备份于${formatMinuteInShanghai(at)}（北京时间）开始，没有完成，原因见服务器日志。${lastDone ? `最近一次成功的备份是${formatMinuteInShanghai(new Date(lastDone))}的。` : '此前还没有成功的备份。'}`,
      '系统每小时重试一次；一天之内不再就此发送邮件。',
      mailLink(`${publicUrl}${ADMIN_PAGES.settings}?tab=system`, '查看系统状态'),
    ),
  }) as const
