/** The back office's sentences, to the letter of the specification where it names them (spec 2 §8, spec 3 §8). */
export const ADMIN_MESSAGES = {
  signInFailed: '登录失败，请重试',
} as const
