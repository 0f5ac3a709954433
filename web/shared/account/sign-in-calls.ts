/** The calls of a sign-in, in one step or two. They tell the server which browser this is. */
import type { LoginInput } from '#contracts/identity/account.ts'
import { identityCalls } from '#contracts/identity/calls.ts'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { call } from '../call.ts'
import { readDeviceToken, storeDeviceToken } from './device-token.ts'

/** Sends user name and password. Without `success`, the reply is the challenge to send with a two-factor code. */
export async function sendLogin(input: LoginInput) {
  const reply = await call(identityCalls.login, { body: { ...input, deviceToken: readDeviceToken() } })
  if (reply.success) storeDeviceToken(reply.deviceToken)
  return reply
}

export async function sendLoginCode(input: TwoFactorLoginInput) {
  const reply = await call(identityCalls.loginTwoFactor, { body: { ...input, deviceToken: readDeviceToken() } })
  storeDeviceToken(reply.deviceToken)
  return reply
}
