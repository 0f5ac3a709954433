import { ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { qrCodeCalls } from '#contracts/qr-codes/calls.ts'
import type { PublicQrCode } from '#contracts/qr-codes/qr-code.ts'
import { toSafeLink } from '#contracts/rules/safe-link.ts'
import { call } from '../../../shared/call.ts'

/** Counts a scan. Ignores failures, which don't matter to the visitor. */
const recordScan = (id: string) => call(qrCodeCalls.recordScan, { params: { id } }).catch(() => {})

/** A QR code; pressing it counts a scan and enlarges it. */
export function QrCodeCard({ code }: { code: PublicQrCode }) {
  const [isLarge, setIsLarge] = useState(false)
  const ZoomIcon = isLarge ? ZoomOut : ZoomIn
  const action = isLarge ? '缩小' : '放大'
  const { title, description, contactInfo } = code

  function handleClick() {
    if (!isLarge) void recordScan(code._id)
    setIsLarge(!isLarge)
  }

  return (
    <li className={`card flex gap-5 p-4 ${isLarge ? 'flex-col items-center' : ''}`}>
      <button
        type="button"
        onClick={handleClick}
        aria-label={`${action}二维码：${title}`}
        className={`group shrink-0 overflow-hidden rounded-lg border border-line hover:border-indigo ${isLarge ? 'w-full max-w-80' : 'w-28 self-start sm:w-36'}`}
      >
        <img
          src={toSafeLink(code.qrCodeUrl)}
          alt={`${title}的二维码`}
          width={480}
          height={480}
          className="aspect-square h-auto w-full object-contain"
        />
        {/* Below the image, as a covered code can't be scanned. */}
        <span className="flex min-h-9 items-center justify-center gap-1.5 border-t border-line text-sm text-muted group-hover:text-indigo">
          <ZoomIcon className="size-4" aria-hidden />
          <span>{action}</span>
        </span>
      </button>
      <div className={`min-w-0 ${isLarge ? 'w-full max-w-80' : 'flex-1'}`}>
        <h3>{title}</h3>
        {description && <p className="mt-1 text-sm text-muted">{description}</p>}
        {contactInfo.name && (
          <p className="mt-3 text-sm">
            <span className="text-muted">联系人</span> <span className="font-medium">{contactInfo.name}</span>
            {contactInfo.position && <span className="text-muted">{`\u{a0}· ${contactInfo.position}`}</span>}
          </p>
        )}
      </div>
    </li>
  )
}
