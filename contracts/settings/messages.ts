/** The settings screen's messages. After a trailing colon and space, the reason is appended. */
export const SETTINGS_MESSAGES = {
  saved: '设置已保存',
  siteName: '请输入网站名称',
  emailFormat: '请输入有效的邮箱地址',
  ownTwoFactorFirst: '请先在“我的账号”中为自己开启两步验证或添加通行密钥，否则您自己也进不了后台',
  stale: '设置已被其他管理员更新，请核对后再保存',
  icpNumber: '请输入完整的ICP备案号，如京ICP备12345678号-1',
  policeNumber: '请输入完整的公安备案号，如京公网安备11010102000001号',
  systemFailed: '获取系统信息失败',

  logoFileMissing: '请先选择要上传的logo文件',
  logoUploadFailedBecause: 'Logo上传失败: ',
  logoReset: '已重置为默认logo',
  resetFailedPrefix: '重置失败: ',
  appDownloadLink: '下载链接不能为空',
  appDownloadSaved: '应用下载配置更新成功！',
  appDownloadFailed: '应用下载配置更新失败',
  appDownloadReset: '已重置为默认应用下载配置',
} as const
