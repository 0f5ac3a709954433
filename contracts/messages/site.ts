/** Messages of the public site's own script. Every visitor loads this file, so it contains nothing else. */
import { LEAD_RESPONSE_HOURS, SUBMISSION_REVIEW_WORKING_DAYS } from '../limits.ts'

export const SITE_MESSAGES = {
  notSignedIn: '未登录',
  loginFailed: '登录失败',
  registerFailed: '注册失败',
  profileFailed: '更新失败',
  passwordFailed: '修改密码失败',
  loginSucceeded: '登录成功',
  registerSucceeded: '注册成功',
  profileSaved: '资料已更新',
  passwordSaved: '密码已修改',
  loggedOut: '已退出登录',
  loggedOutLocally: '已在本机退出，服务器未响应',

  internal: '服务器出错了，请稍后重试',
  /** For errors other than replies of the server. */
  callFailed: '操作失败，请稍后重试',
  network: '网络连接失败，请检查网络后重试',
  noData: '暂无数据',
  pageFailed: '页面加载失败，请检查网络后重新加载',
  pageBroken: '页面显示出错，可能是浏览器的翻译或扩展改动了页面，请重新加载',

  homePageFailed: '加载首页内容失败，请稍后重试',
  communityPageFailed: '加载社区内容失败，请稍后重试',
  selectionPageFailed: '加载选型内容失败，请稍后重试',
  productsPageFailed: '加载产品内容失败，请稍后重试',
  evaluationPageFailed: '加载评估内容失败，请稍后重试',
  submitPageFailed: '加载页面内容失败，请稍后重试',
  submitPageLoading: '正在加载...',
  submitPageEmpty: '暂无内容',

  consultationSent: `咨询请求已提交，我们将在${LEAD_RESPONSE_HOURS}小时内与您联系！`,
  requestFailed: '提交失败，请稍后重试',
  evaluationServiceSent: `评估服务申请已提交，我们将在${LEAD_RESPONSE_HOURS}小时内与您联系！`,

  joinUnavailable: '暂无可用的加入方式，请稍后再试或联系管理员',
  joinFailed: '获取加入信息失败，请稍后重试',
  registrationNotOpen: '报名功能暂未开放，敬请期待！',

  calculateFailed: '计算评估失败，请稍后重试',
  reportFailed: '生成报告失败，请稍后重试',
  reportNeedsResult: '请先完成产品评估',
  reportNotFound: '评估报告不存在',
  downloadFailed: '下载失败',
  checklistFailed: '下载评估清单失败，请稍后重试',
  noChecklists: '暂无可下载的评估清单',

  productNotFound: '产品不存在',
  aiProductNotFound: '78AI产品不存在或已下线',
  specsEmpty: '技术规格信息即将上线',
  reviewsEmpty: '暂无用户评价',
  productsEmpty: '没有符合条件的产品',

  submissionReceived: `产品提交成功，我们将在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初步审核`,
  submissionFailed: '提交失败，请检查网络连接后重试。如果问题持续存在，请联系我们。',
  inputKept: '填写的内容仍保留在这里，没有提交。',
  submissionReceiptCopied: '回执号已复制',
  draftRestored: '已恢复上次填写的内容',
  copyFailed: '复制失败，请手动选中后复制',
} as const

/** Not in the table, since a table that contains functions isn't inlined, and every visitor would load all of it. */
export const compareFullMessage = (max: number): string => `最多同时对比${max}个产品`
export const reportCreatedMessage = (id: string): string => `评估报告生成成功！报告ID: ${id}`
