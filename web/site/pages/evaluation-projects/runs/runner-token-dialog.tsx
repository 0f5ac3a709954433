import { type SubmitEvent, useState } from 'react'
import { runnerTokenCalls } from '#contracts/evaluation-runs/runner-calls.ts'
import { RUNNERS } from '#contracts/limits.ts'
import { call } from '../../../../shared/call.ts'
import { toErrorMessage } from '../../../../shared/call-error.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { Button } from '../../../components/buttons.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormError } from '../../../components/text-field.tsx'
import { SelectField } from '../controlled-fields.tsx'
import { CheckboxField } from '../tasks/check-fields.tsx'
import { useReloadRunnerTokens } from './run-queries.ts'

const LIFETIMES = [
  { value: '1', label: '1小时' },
  { value: '24', label: '24小时' },
  { value: '168', label: '7天' },
  { value: String(RUNNERS.hours.max), label: '30天' },
]

type RunnerTokenDialogProps = { projectId: string; runId: string; onClose: () => void }

/** Creates a token of a run, and shows the command that uses it, once. */
export function RunnerTokenDialog({ projectId, runId, onClose }: RunnerTokenDialogProps) {
  const [hours, setHours] = useState(String(RUNNERS.hours.initial))
  const [canReadKeys, setCanReadKeys] = useState(false)
  const reload = useReloadRunnerTokens()
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      call(runnerTokenCalls.create, {
        params: { id: projectId, run: runId },
        body: { hours: Number(hours), canReadKeys },
      }),
    onSettled: reload,
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    mutate()
  }

  return (
    <Dialog isOpen onClose={onClose} title="执行器令牌" className="max-w-2xl">
      {data ? (
        <NewToken token={data.data.token} expiresAt={data.data.expiresAt} canReadKeys={canReadKeys} onClose={onClose} />
      ) : (
        <form method="post" noValidate onSubmit={handleSubmit} className="space-y-5">
          <SelectField label="有效期" isRequired value={hours} options={LIFETIMES} onChange={setHours} />
          <CheckboxField
            label="可取用平台保存的密钥（不勾选时，密钥写在执行器自己的文件中，不经过平台）"
            isChecked={canReadKeys}
            onChange={setCanReadKeys}
          />
          <FormError>{error && toErrorMessage(error)}</FormError>
          <Button type="submit" className="w-full" isBusy={isPending}>
            创建
          </Button>
        </form>
      )}
    </Dialog>
  )
}

type NewTokenProps = { token: string; expiresAt: string; canReadKeys: boolean; onClose: () => void }

function NewToken({ token, expiresAt, canReadKeys, onClose }: NewTokenProps) {
  const files = canReadKeys ? '' : ' --connections agents.yaml'
  const command = `RUNNER_TOKEN=${token} npm run runner -- --server ${location.origin}${files} --allow-hosts 10.0.0.0/8:*`
  return (
    <div className="space-y-4">
      <p className="text-sm">
        在能连到智能体的机器上，于智鉴的程序文件夹中运行下面的命令。令牌只显示这一次，{formatMinute(expiresAt)}到期。
      </p>
      <Code label="命令" text={command} copyLabel="复制命令" />
      {!canReadKeys && (
        <>
          <p className="text-sm">agents.yaml 是自备的连接，以候选的名称为键，字段与“连接”相同；密钥写在环境变量中：</p>
          <Code label="连接文件" text={EXAMPLE} copyLabel="复制示例" />
        </>
      )}
      <p className="text-sm text-muted">
        请按自己的网段改 --allow-hosts。中断之后再运行同一命令，就接着做：问到的回答不会丢，也不会重复计数。
      </p>
      <Button className="w-full" onClick={onClose}>
        完成
      </Button>
    </div>
  )
}

const EXAMPLE = `connections:
  候选的名称:
    kind: openai
    url: http://10.0.0.5:8000/v1
    model: qwen3-32b
    secret: { env: AGENT_KEY }`

type CodeProps = { label: string; text: string; copyLabel: string }

const Code = ({ label, text, copyLabel }: CodeProps) => (
  <div className="space-y-2">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls must be reachable by keyboard. */}
    <section tabIndex={0} aria-label={label} className="max-h-48 overflow-y-auto rounded-lg bg-sunken p-3">
      <pre className="text-sm break-words whitespace-pre-wrap select-all">{text}</pre>
    </section>
    <CopyButton text={text} label={copyLabel} copiedMessage="已复制" />
  </div>
)
