import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import type { KeyKind } from '#contracts/keys/key.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type Input = {
  name: string
  kind: KeyKind
  expiresAt: string
  ownerName: string
  siteName: string
  publicUrl: string
}

/** Returns the address of the page where the owner of a key manages it. */
export const getKeysUrl = (kind: KeyKind, publicUrl: string): string =>
  publicUrl + (kind === 'platform' ? ADMIN_PAGES.keys : PAGES.myAccount)

/** Returns the mail that a key is about to expire. */
export function createExpiryMail(input: Input): { kind: MailKind; subject: string; html: string } {
  const { name, kind, expiresAt, ownerName, siteName, publicUrl } = input
  return {
    kind: 'keyExpiry',
    subject: `接口密钥即将到期：${name}`,
    html: paragraphs(
      greeting(ownerName),
      escapeHtml(
        `您在“${siteName}”的接口密钥“${name}”将于${formatMinuteInShanghai(new Date(expiresAt))}（北京时间）到期，之后使用它的程序会收到401。密钥不能延期：请新建一个，换到程序中，再吊销旧的。`,
      ),
      mailLink(getKeysUrl(kind, publicUrl), '管理密钥'),
    ),
  }
}
