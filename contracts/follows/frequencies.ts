/** How often members hear of what they follow; in a file without schemas, which a page of the site loads. */
export const DIGEST_FREQUENCIES = ['weekly', 'daily', 'never'] as const
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number]

export const DIGEST_FREQUENCY_LABELS: Record<DigestFrequency, string> = {
  weekly: '每周一封',
  daily: '每天一封',
  never: '不发邮件',
}

export const FOLLOW_KINDS = ['product', 'category', 'search'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

export const FOLLOW_KIND_LABELS: Record<FollowKind, string> = { product: '产品', category: '类别', search: '搜索' }
