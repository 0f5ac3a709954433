/** Labels of reports; in a file without schemas, which pages of the site load. */
export const REPORT_REASONS = ['advertising', 'untrue', 'abusive', 'private', 'off-topic', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  advertising: '广告或引流',
  untrue: '虚假内容或刷评',
  abusive: '辱骂或人身攻击',
  private: '泄露隐私或联系方式',
  'off-topic': '与产品无关',
  other: '其他',
}

/** What can be reported: a review, or a post, which is a question or an answer. */
export const REPORTED_KINDS = ['review', 'post'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]
