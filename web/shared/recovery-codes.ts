/** The recovery codes of two-factor sign-in, for the clipboard and as a file. */
export const RECOVERY_CODES_FILE = '两步验证恢复码.txt'

/** Returns the codes, one per line. */
export const toRecoveryCodesText = (codes: readonly string[]): string => `${codes.join('\n')}\n`

/** Returns the contents of the file, which names the account: it may be found again long after. */
export const toRecoveryCodesFile = (codes: readonly string[], email: string): string =>
  `${location.host} 上账号 ${email} 的恢复码，每个可以代替一次验证码：\n\n${toRecoveryCodesText(codes)}`
