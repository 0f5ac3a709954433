import { useQueryClient } from '@tanstack/react-query'
import { App, Button, QRCode, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import { twoFactorCalls } from '#contracts/identity/calls.ts'
import type { RecoveryCodes, TwoFactorSecret } from '#contracts/identity/two-factor.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { callAdmin } from '../../calls/call.ts'
import { TWO_FACTOR_KEY, useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { LoadError } from '../../components/load-error.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { RecoveryCodeList } from './recovery-code-list.tsx'

type Step =
  | { name: 'idle' | 'enter-password' | 'renew-codes' | 'turn-off' }
  | { name: 'scan-code'; secret: TwoFactorSecret }
  | { name: 'show-codes'; codes: readonly string[] }

/** Enables and disables two-factor sign-in, and renews recovery codes. `onSetUp` is called once the codes are saved. */
export function TwoFactorPanel({ onSetUp }: { onSetUp?: () => void }) {
  const { message } = App.useApp()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const statusQuery = useTwoFactorStatus()
  const resetStep = () => setStep({ name: 'idle' })
  const refresh = () => client.invalidateQueries({ queryKey: TWO_FACTOR_KEY })
  const showCodes = ({ recoveryCodes }: RecoveryCodes, text: string) => {
    message.success(text)
    setStep({ name: 'show-codes', codes: recoveryCodes })
    void refresh()
  }

  return (
    <section className="panel mb-5 px-5 py-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        两步验证
        {statusQuery.data && (
          <Tag color={statusQuery.data.enabled ? 'blue' : 'default'}>
            {statusQuery.data.enabled ? '已开启' : '未开启'}
          </Tag>
        )}
      </h2>
      <p className="pt-1 pb-4 text-muted">登录时除密码外，还需输入验证器应用中的6位数字。</p>
      {statusQuery.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
      {statusQuery.isError && (
        <LoadError error={statusQuery.error} fallback="获取两步验证状态失败" onRetry={() => statusQuery.refetch()} />
      )}
      {step.name === 'idle' && statusQuery.data?.enabled === false && (
        <Button type="primary" onClick={() => setStep({ name: 'enter-password' })}>
          开启两步验证
        </Button>
      )}
      {step.name === 'idle' && statusQuery.data?.enabled && (
        <>
          <p className="pb-4">还有{statusQuery.data.recoveryCodesLeft}个恢复码可用。</p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setStep({ name: 'renew-codes' })}>重新生成恢复码</Button>
            {!statusQuery.data.required && (
              <Button danger onClick={() => setStep({ name: 'turn-off' })}>
                关闭两步验证
              </Button>
            )}
          </div>
          {statusQuery.data.required && <p className="pt-3 text-sm text-muted">系统要求开启两步验证，不能关闭。</p>}
        </>
      )}
      {step.name === 'enter-password' && (
        <CredentialsForm
          key="enter-password"
          fields={['password']}
          label="下一步"
          onSubmit={async ({ password }) => (await callAdmin(twoFactorCalls.begin, { body: { password } })).data}
          onDone={(secret) => setStep({ name: 'scan-code', secret })}
          onCancel={resetStep}
        />
      )}
      {step.name === 'scan-code' && (
        <>
          <p className="pb-3">用验证器应用扫描二维码，或手工输入密钥，然后填写应用显示的验证码。</p>
          <QRCode value={step.secret.otpauthUri} size={200} type="svg" color="#000000" bgColor="#ffffff" />
          <p className="py-3 font-mono break-all">{step.secret.secret}</p>
          <p className="pb-4">
            <a href={step.secret.otpauthUri} className="inline-flex min-h-11 items-center">
              在本机的验证器应用中打开
            </a>
          </p>
          <CredentialsForm
            key="scan-code"
            fields={['code']}
            label="开启"
            onSubmit={async ({ code }) => (await callAdmin(twoFactorCalls.confirm, { body: { code } })).data}
            onDone={(codes) => showCodes(codes, MESSAGES.twoFactorTurnedOn)}
            onCancel={resetStep}
          />
        </>
      )}
      {step.name === 'show-codes' && (
        <RecoveryCodeList
          codes={step.codes}
          onDone={() => {
            resetStep()
            onSetUp?.()
          }}
        />
      )}
      {step.name === 'renew-codes' && (
        <CredentialsForm
          key="renew-codes"
          fields={['code']}
          label="重新生成"
          onSubmit={async ({ code }) => (await callAdmin(twoFactorCalls.renewRecoveryCodes, { body: { code } })).data}
          onDone={(codes) => showCodes(codes, MESSAGES.recoveryCodesRenewed)}
          onCancel={resetStep}
        />
      )}
      {step.name === 'turn-off' && (
        <CredentialsForm
          key="turn-off"
          fields={['password', 'code']}
          label="关闭两步验证"
          isDanger
          onSubmit={(body) => callAdmin(twoFactorCalls.turnOff, { body })}
          onDone={(reply) => {
            message.success(reply.message)
            resetStep()
            void refresh()
          }}
          onCancel={resetStep}
        />
      )}
    </section>
  )
}
