import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CLIENT_CACHE_MS } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useQueries } from '../../site-context.tsx'
import { QrCodeCard } from './qr-code-card.tsx'

/** The QR codes to join the community. Shows a message and closes if there are none, or if they can't be loaded. */
export function JoinDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="加入CIO社区">
      <QrCodes onUnavailable={onClose} />
    </Dialog>
  )
}

function QrCodes({ onUnavailable }: { onUnavailable: () => void }) {
  const showToast = useToast()
  const { data, isError, isFetching } = useQuery({
    ...useQueries().qrCodes(),
    // The codes are loaded again on opening, unless a cached list has some.
    retryOnMount: true,
    staleTime: ({ state }) => (state.data?.length ? CLIENT_CACHE_MS : 0),
  })
  // While the codes are loaded again, an empty list or an error is that of the time before.
  const isEmpty = data?.length === 0 && !isFetching
  const hasFailed = isError && !isFetching

  useEffect(() => {
    if (!hasFailed && !isEmpty) return
    if (hasFailed) showToast(SITE_MESSAGES.joinFailed, 'error')
    else showToast(SITE_MESSAGES.joinUnavailable)
    onUnavailable()
  }, [hasFailed, isEmpty, showToast, onUnavailable])

  if (!data?.length) return <QrCodesSkeleton />
  return (
    <>
      <p className="mb-5 rounded-lg bg-sunken px-4 py-2.5 text-sm">请使用微信扫一扫</p>
      <ul className="grid gap-4">
        {data.map((code) => (
          <QrCodeCard key={code._id} code={code} />
        ))}
      </ul>
    </>
  )
}

const QrCodesSkeleton = () => (
  <div role="status" aria-label="正在获取加入方式" className="grid gap-4">
    {['a', 'b'].map((key) => (
      <div key={key} className="card flex gap-5 p-4">
        <div className="skeleton size-28 shrink-0 sm:size-36" />
        <div className="flex-1 py-1">
          <div className="skeleton h-5 w-3/5" />
          <div className="skeleton mt-3 h-4 w-full" />
          <div className="skeleton mt-2 h-4 w-4/5" />
        </div>
      </div>
    ))}
  </div>
)
