import { z } from 'zod'
import {
  RecoveryCodesSchema,
  TwoFactorCodeSchema,
  TwoFactorOffSchema,
  TwoFactorPasswordSchema,
  TwoFactorSecretSchema,
  TwoFactorStatusSchema,
} from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { API } from '#contracts/paths.ts'
import { success } from '#contracts/replies.ts'
import { callerOf } from '#server/platform/http/guard/guard.ts'
import type { TypedApp } from '#server/platform/http/server/routes.ts'
import { ownerOf } from '../own-checks.ts'
import type { TwoFactor } from './service.ts'

const tags = ['账号']
const config = { access: 'signed-in', failures: ['conflict'] } as const

export function twoFactorRoutes(app: TypedApp, twoFactor: TwoFactor) {
  app.get(
    API.twoFactor,
    {
      config: { access: 'signed-in' },
      schema: { tags, summary: '读取两步验证的状态', response: { 200: success(TwoFactorStatusSchema) } },
    },
    async (request) => ({ success: true as const, data: await twoFactor.read(callerOf(request)) }),
  )
  app.post(
    API.twoFactor,
    {
      config,
      schema: {
        tags,
        summary: '开始设置两步验证',
        description: '给出验证器应用的密钥；提交一次验证码确认后才生效。',
        body: TwoFactorPasswordSchema,
        response: { 200: success(TwoFactorSecretSchema) },
      },
    },
    async (request) => ({
      success: true as const,
      data: await twoFactor.begin(ownerOf(request), request.body.password),
    }),
  )
  app.post(
    API.twoFactorConfirm,
    {
      config,
      schema: {
        tags,
        summary: '开启两步验证',
        description: '恢复码只在此处给出一次。',
        body: TwoFactorCodeSchema,
        response: { 200: success(RecoveryCodesSchema) },
      },
    },
    async (request) => ({
      ...{ success: true as const, message: MESSAGES.twoFactorTurnedOn },
      data: await twoFactor.confirm(ownerOf(request), request.body.code),
    }),
  )
  app.post(
    API.twoFactorRecoveryCodes,
    {
      config,
      schema: {
        tags,
        summary: '重新生成恢复码',
        description: '原有的恢复码随即失效。',
        body: TwoFactorCodeSchema,
        response: { 200: success(RecoveryCodesSchema) },
      },
    },
    async (request) => ({
      ...{ success: true as const, message: MESSAGES.recoveryCodesRenewed },
      data: await twoFactor.renewRecoveryCodes(ownerOf(request), request.body.code),
    }),
  )
  app.delete(
    API.twoFactor,
    {
      config,
      schema: { tags, summary: '关闭两步验证', body: TwoFactorOffSchema, response: { 200: success(z.null()) } },
    },
    async (request) => {
      await twoFactor.turnOff(ownerOf(request), request.body)
      return { success: true as const, data: null, message: MESSAGES.twoFactorTurnedOff }
    },
  )
}
