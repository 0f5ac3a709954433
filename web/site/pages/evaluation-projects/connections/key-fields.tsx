import { Plus } from 'lucide-react'
import type { KindDetails } from '#contracts/agents/kinds.ts'
import { AGENTS } from '#contracts/limits.ts'
import { Button } from '../../../components/buttons.tsx'
import { type KeyHeader, leavesServer } from './connection-draft.ts'
import { LineField } from './line-field.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

type KeyFieldsProps = { form: ConnectionForm; details: KindDetails }

/** The key, and headers with keys, which the server never returns. */
export function KeyFields({ form, details }: KeyFieldsProps) {
  const { draft, change, stored, getError } = form
  const isLost = leavesServer(draft, stored)
  const hint = getKeyHint({ isStored: stored?.hasSecret ?? false, isLost })
  const changeHeader = (index: number, changes: Partial<KeyHeader>) =>
    change({ keyHeaders: draft.keyHeaders.map((header, at) => (at === index ? { ...header, ...changes } : header)) })
  return (
    <div className="space-y-4">
      <LineField
        label={details.secretLabel}
        hint={`${hint}${details.secretHint}`}
        type="password"
        value={draft.secret}
        error={getError('secret')}
        onChange={(secret) => change({ secret })}
      />
      {draft.keyHeaders.map((header, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The name is edited, and headers have no other identity.
        <fieldset key={index} className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">密钥请求头{index + 1}</legend>
          <LineField
            label={`密钥请求头${index + 1}的名称`}
            isCode
            placeholder="X-API-Key"
            value={header.name}
            error={getError(`headers.${header.name}`) ?? getError('headers')}
            onChange={(name) => changeHeader(index, { name })}
          />
          <LineField
            label={`密钥请求头${index + 1}的值`}
            hint={stored && header.name in stored.headers && !isLost ? '已保存，留空则不变。' : undefined}
            type="password"
            value={header.value}
            onChange={(value) => changeHeader(index, { value })}
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        {draft.keyHeaders.length < AGENTS.keyHeaders && (
          <Button
            variant="outline"
            className="px-4 text-sm"
            onClick={() => change({ keyHeaders: [...draft.keyHeaders, { name: '', value: '' }] })}
          >
            <Plus className="size-4" aria-hidden />
            添加密钥请求头
          </Button>
        )}
        {draft.keyHeaders.length > 0 && (
          <Button
            variant="outline"
            className="px-4 text-sm"
            onClick={() => change({ keyHeaders: draft.keyHeaders.slice(0, -1) })}
          >
            去掉最后一个
          </Button>
        )}
      </div>
    </div>
  )
}

function getKeyHint({ isStored, isLost }: { isStored: boolean; isLost: boolean }): string {
  if (!isStored) return ''
  return isLost ? '地址换了服务器，原来的密钥不会发往那里，须重新填写。' : '已保存，留空则不变。'
}
