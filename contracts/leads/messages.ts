/** The consultation form's messages, by field. */
export const CONSULTATION_MESSAGES = {
  companyName: '请输入公司名称',
  contactName: '请输入联系人姓名',
  phone: '请输入联系电话',
  email: '请输入邮箱地址',
  emailFormat: '请输入有效的邮箱地址',
  requirements: '请输入需求描述',
  productName: '请输入产品名称',
} as const

/** Messages of the leads screen. */
export const LEAD_MESSAGES = {
  loadFailed: '获取线索失败，请稍后重试',
  notFound: '线索不存在',
  saved: '线索已更新',
  saveFailed: '更新线索失败，请重试',
  stale: '这条线索刚刚被他人更新，请核对后再保存',
  unknownKind: '没有这种线索',
  unknownStatus: '没有这种状态',
  unknownOrder: '没有这种顺序',
  unknownOwner: '只能交给有线索权限的活跃用户',
  version: '缺少线索的版本',
  exportFailed: '导出线索失败，请重试',
  mailLink: '在后台查看这条线索',
} as const
