import { SUBMISSION_REVIEW_WORKING_DAYS } from '../limits.ts'

export const UPDATE_MESSAGES = {
  notFigures: '只有产品的厂商可以查看它的数据',
  figuresFailed: '获取产品数据失败，请重试',
  notVendor: '只有产品的厂商可以更新它的资料',
  productNotFound: '产品不存在，或已不在目录中',
  alreadyPending: '这个产品已有一次更新在等待审核或补正，撤回它之后才能再次提交',
  nothingChanged: '还没有改动任何内容',
  unknownField: '更新中没有这项内容',
  notPending: '没有这次待审核的更新，可能已经审核',
  sent: `更新已提交，我们将在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成审核`,
  withdrawn: '更新已撤回',
  withdrawalReplyLost: '没有收到服务器的回复，更新可能已经撤回。请再按一次“撤回”，取回填写的内容。',
  /** In place of the product's name in mails. */
  mailSubject: (productName: string) => `${productName}（更新）`,
  loadFailed: '获取产品现有的资料失败，请重试',
} as const
