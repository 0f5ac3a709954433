/** The recovery codes of two-factor sign-in as a file, one per line. */
export const RECOVERY_CODES_FILE = 'zhijian-recovery-codes.txt'
export const toRecoveryCodesText = (codes: readonly string[]): string => `${codes.join('\n')}\n`
