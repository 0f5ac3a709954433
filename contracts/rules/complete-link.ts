import { isSafeLink } from './safe-link.ts'

/** A host with a top-level domain, as people type it: `www.example.com`, `例子.中国/路径?q=1`. */
const HOST = /^(?:[^\s./\\:@?#]+\.)+[^\s./\\:@?#\d][^\s./\\:@?#]+(?::\d+)?(?:[/?#]\S*)?$/
const EMAIL_ADDRESS = /^[^\s/\\:@?#]+@(?:[^\s./\\:@?#]+\.)+[^\s./\\:@?#]+$/

/**
 * Returns a typed link with the scheme that it lacks: `https:` before a host, `mailto:` before an email address. All
 * other texts are only trimmed.
 */
export function completeLink(text: string): string {
  const link = text.trim()
  if (isSafeLink(link)) return link
  if (EMAIL_ADDRESS.test(link)) return `mailto:${link}`
  return HOST.test(link) ? `https://${link}` : link
}
