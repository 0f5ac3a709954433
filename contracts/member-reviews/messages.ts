/** Messages about members' reviews, for those who write, reply to and moderate them. */
import { RECYCLE_BIN_DAYS } from '../limits.ts'
import { listFileTypes } from '../rules/list-file-types.ts'

export const MEMBER_REVIEW_MESSAGES = {
  listFailed: '获取评价失败，请稍后重试',
  productNotFound: '产品不存在或已下架',
  notFound: '评价不存在或已撤回',

  rating: '请打1到5星',
  pros: '请写下优点',
  cons: '请写下不足',
  tooShort: (min: number) => `请至少写${min}个字`,
  unknownChoice: '没有这个选项',
  monthsOfUse: '使用月数应为整数，不能小于0',
  unknownSort: '没有这种排序',

  membersOnly: '只有会员可以评价，平台工作人员的账号不参与评价',
  emailNotVerified: '请先验证邮箱，再评价产品',
  alreadyReviewed: '您已评价过这个产品，请在“我的评价”中修改',
  affiliationUndeclared: '您的邮箱或公司与该产品的厂商一致，请在“利益关系”中如实说明',
  perMember: (max: number) => `24小时内最多提交${max}条评价，请稍后再来`,
  perAddress: '您所在网络今天提交的评价过多，请24小时后再试',
  received: '评价已提交，审核通过后展示',
  changeReceived: '修改已提交，审核通过后展示修改后的内容',
  changeFailed: '提交失败，请重试',
  stale: '这条评价刚刚有了变化，请核对后再提交',
  withdrawn: `评价已撤回，${RECYCLE_BIN_DAYS}天内可以重新提交`,
  withdrawFailed: '撤回失败，请重试',

  proofReceived: '证明已上传',
  proofExpired: '证明已失效，请重新上传',
  proofType: (types: readonly string[]) => `证明只支持${listFileTypes(types)}格式的文件`,
  proofTooLarge: (megabytes: number) => `文件大小不能超过${megabytes}MB`,
  proofsMax: (max: number) => `未提交的证明最多${max}份，请先提交评价或明天再试`,
  proofFailed: '上传失败，请重试',
  proofNotFound: '这条评价没有证明',

  cannotMarkOwnReviewHelpful: '不能给自己的评价点“有帮助”',
  helpfulFailed: '操作失败，请重试',

  notVendor: '只有该产品的厂商可以回复，请使用提交产品时的联系邮箱登录',
  reply: '请填写回复',
  replyExists: '这条评价已有厂商回复，每条评价只能回复一次',
  replied: '回复已发布',
  replyFailed: '回复失败，请重试',
  replyRemoved: '回复已删除',
  noReply: '这条评价还没有厂商回复',

  unknownStatus: '没有这种状态',
  unknownCatalogue: '没有这个目录',
  version: '缺少评价的版本',
  reason: '请填写不通过的原因，评价人会看到',
  verifiedNeedsProof: '没有证明的评价不能标为已验证',
  verifiedNeedsShown: '不通过的评价不能标为已验证',
  approved: '评价已通过并展示',
  rejected: '评价未通过，原因已告知评价人',
  decisionFailed: '操作失败，请重试',
  isWithdrawn: '评价人已撤回这条评价',
  shownAlready: '这条评价已经展示',
  sampleProductRequired: '示例评价只能属于示例产品',
} as const
