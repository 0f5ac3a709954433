/** The two kinds of files of a submission, as their fields and the placeholder of these say it. */
export const FILE_PURPOSES = {
  screenshots: { label: '产品截图', hint: '界面截图，通过审核后在产品页面公开展示。' },
  attachments: { label: '附件', hint: '产品白皮书、演示视频等，仅供审核，不会公开。' },
} as const
