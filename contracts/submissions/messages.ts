/** The submission form's sentences, by field. */
export const SUBMISSION_MESSAGES = {
  companyName: '请输入公司名称',
  contactName: '请输入联系人姓名',
  contactEmail: '请输入邮箱地址',
  contactEmailFormat: '请输入有效的邮箱地址',
  contactPhone: '请输入联系电话',
  productName: '请输入产品名称',
  productDescription: '请输入产品描述',
  productDescriptionShort: '产品描述至少50个字符',
  targetUsers: '请输入目标用户',
  keyFeatures: '请输入核心功能',
  deploymentType: '请选择部署方式',
  website: '请输入产品官网',
  websiteFormat: '请输入有效的网址',
  agreeToTerms: '请同意服务条款',
  receipt: '请输入回执号',
} as const

/** Messages about the attachments of a submission. */
export const SUBMISSION_FILE_MESSAGES = {
  tooLarge: (megabytes: number) => `文件大小不能超过${megabytes}MB`,
  tooMany: (most: number) => `最多上传${most}个文件`,
  type: (types: readonly string[]) => `只支持 ${types.map((type) => `.${type}`).join('、')} 格式的文件`,
  gone: '附件已失效，请删除后重新上传',
  full: '暂时无法接收附件，请稍后再试',
  received: '文件上传成功',
  failed: '文件上传失败，请重试',
  uploading: '请等待附件上传完成',
  notFound: '附件不存在',
} as const

/** The sentences of the review (spec 3 §5, §8). */
export const SUBMISSION_REVIEW_MESSAGES = {
  loadFailed: '获取提交数据失败，请稍后重试',
  reviewFailed: '操作失败，请重试',
  removeFailed: '删除失败，请重试',
  approved: '审核通过！产品已自动创建并添加到智能体产品管理中。',
  rejected: '审核拒绝',
  removed: '提交已删除',
  removeConfirm: '确定要删除这个提交吗？',
  notesSaved: '备注已保存',
  notesFailed: '备注保存失败，请重试',
  stale: '这条提交刚刚被他人更新，请核对后再操作',
  version: '缺少提交的版本',
  notFound: '提交不存在',
  alreadyReviewed: '该提交已审核，不能重复审核',
  categoryUnknown: '没有这个分类',
  statusUnknown: '没有这种状态',
  verdictUnknown: '审核结果只能是通过或拒绝',
  checkUnknown: '没有这项核对内容',
} as const
