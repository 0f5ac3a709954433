import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import type { DraftSubject, PreviewLink } from '#contracts/content-drafts/draft.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { CONTENT_DRAFTS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { useAction } from '../../calls/use-action.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { draftCallsOf, linksQueryOf } from './draft-calls.ts'

/** How many days a new link may be valid. */
const DAYS = [1, 7, CONTENT_DRAFTS.previewDays]

/** Creates, lists and revokes the links by which others see the draft. */
export function PreviewLinksDialog({ owner, onClose }: { owner: DraftSubject; onClose: () => void }) {
  const links = useQuery(linksQueryOf(owner))
  const [days, setDays] = useState(7)
  const [url, setUrl] = useState<string>()
  const create = useAction({
    action: () => draftCallsOf(owner).createLink(new Date(Date.now() + days * DAY_MS).toISOString()),
    getSuccessMessage(link) {
      setUrl(link.url)
      return '预览链接已创建'
    },
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: links.refetch,
  })
  return (
    <Modal open width={640} title="草稿的预览链接" onCancel={onClose} footer={null}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">持有链接的人无需登录，即可看到整个页面与已保存的草稿。草稿发布或放弃后，链接失效。</p>
        <div className="flex flex-wrap items-center gap-3">
          <Segmented
            aria-label="有效期"
            value={days}
            onChange={setDays}
            options={DAYS.map((value) => ({ value, label: `${value}天` }))}
          />
          <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
            创建链接
          </Button>
        </div>
        {url && <NewLink url={url} />}
        {links.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {links.isError && (
          <LoadError error={links.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={links.refetch} />
        )}
        {links.data && <LinkList owner={owner} links={links.data} onRevoked={links.refetch} />}
      </div>
    </Modal>
  )
}

const NewLink = ({ url }: { url: string }) => (
  <Alert
    type="success"
    role="status"
    title="请现在复制，关闭后不再显示"
    description={<code className="break-all select-all">{url}</code>}
    action={<CopyButton size="small" text={url} label="复制链接" copiedMessage="链接已复制" />}
  />
)

type LinkListProps = { owner: DraftSubject; links: readonly PreviewLink[]; onRevoked: () => unknown }

function LinkList({ owner, links, onRevoked }: LinkListProps) {
  const revoke = useAction({
    action: (link: string) => draftCallsOf(owner).revokeLink(link),
    getSuccessMessage: ({ message }) => message,
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onRevoked,
  })
  if (links.length === 0) return <p className="text-muted">现在没有有效的链接。</p>
  return (
    <ul aria-label="有效的链接" className="divide-y divide-line border-y border-line">
      {links.map((link) => (
        <li key={link.id} className="flex items-center gap-3 py-2">
          <p className="min-w-0 flex-1">
            有效至{formatMinute(link.expiresAt)}
            <span className="block text-sm text-muted">
              {link.createdBy.name}于{formatMinute(link.createdAt)}创建
            </span>
          </p>
          <Button
            size="small"
            danger
            aria-label={`撤销有效至${formatMinute(link.expiresAt)}的链接`}
            onClick={() => revoke.mutate(link.id)}
          >
            撤销
          </Button>
        </li>
      ))}
    </ul>
  )
}
