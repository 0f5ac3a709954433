/** Texts of the forms for two-factor sign-in, on the site and in the back office. */
export const TWO_FACTOR_TEXTS = {
  title: '两步验证',
  description: '登录时除密码外，还需输入验证器应用中的6位数字。',
  enabled: '已开启',
  disabled: '未开启',
  turnOn: '开启两步验证',
  turnOff: '关闭两步验证',
  renewCodes: '重新生成恢复码',
  codesLeft: (count: number) => (count === 0 ? '恢复码已用完，请重新生成。' : `还有${count}个恢复码可用。`),
  scan: '用验证器应用扫描二维码，或手工输入密钥，然后填写应用显示的验证码。',
  openInApp: '在本机的验证器应用中打开',
  saveCodes: '请妥善保存以下恢复码，它们只显示这一次。无法使用验证器应用时，每个恢复码可以代替一次验证码。',
  codesLost: '两步验证已开启，但没有收到恢复码。请等验证器应用显示下一个验证码，再重新生成恢复码。',
  codesCopied: '恢复码已复制',
  codesSaved: '我已保存',
  codeLabel: '验证码',
  codeHint: '验证器应用中的6位数字，或一个恢复码',
} as const
