import { Image } from 'antd'
import { type ReactNode, useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { QrCodeRecord } from '#contracts/qr-codes/qr-code.ts'
import { formatDay } from '../../../shared/formats.ts'
import { useAction } from '../../calls/use-action.ts'
import { ActionSwitch } from '../../components/action-switch.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { SortableItem } from '../../editors/fields/sortable.tsx'
import { RowAction, RowActions } from '../../lists/row-actions.tsx'
import { removeQrCode, updateQrCode } from './qr-code-calls.ts'
import { QrCodeForm } from './qr-code-form.tsx'

type QrCodeRowProps = { code: QrCodeRecord; canEdit: boolean; onChanged: () => void }

/** One QR code with its figures, visibility switch and actions. */
export const QrCodeRow = ({ code, canEdit, onChanged }: QrCodeRowProps) => (
  <SortableItem id={code._id} name={code.title} isFixed={!canEdit} className="panel">
    {(handle) => (
      <div className="flex flex-wrap items-center gap-3 p-3 max-md:items-start md:flex-nowrap md:gap-4">
        {handle}
        <Image
          src={code.qrCodeUrl}
          alt={`${code.title}的图片`}
          width={72}
          height={72}
          className="rounded-lg border border-line object-contain"
        />
        <div className="min-w-0 flex-1 basis-36">
          <p className="font-semibold">{code.title}</p>
          <p className="text-sm text-muted">{code.description}</p>
          <p className="text-sm text-muted">
            {[code.contactInfo.name, code.contactInfo.position].filter(Boolean).join('，')}
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm max-md:basis-full max-md:px-2 md:grid md:grid-cols-[auto_auto] md:gap-x-3 [&>div]:flex [&>div]:gap-2 md:[&>div]:contents">
          <Figure label="扫码">{code.scanCount}次</Figure>
          <Figure label="顺序">{code.displayOrder}</Figure>
          <Figure label="创建">{formatDay(code.createdAt)}</Figure>
        </dl>
        <ActiveSwitch code={code} canEdit={canEdit} onChanged={onChanged} />
        {canEdit && <QrCodeActions code={code} onChanged={onChanged} />}
      </div>
    )}
  </SortableItem>
)

/** Enables or disables a QR code, effective immediately. */
function ActiveSwitch({ code, canEdit, onChanged }: QrCodeRowProps) {
  const toggleMutation = useAction({
    action: (isActive: boolean) => updateQrCode(code._id, { isActive }),
    getSuccessMessage: (_, isActive) => (isActive ? ADMIN_MESSAGES.qrCodeEnabled : ADMIN_MESSAGES.qrCodeDisabled),
    failureMessage: ADMIN_MESSAGES.actionFailed,
    refetch: onChanged,
  })
  return (
    <ActionSwitch
      className="max-md:ml-2 max-md:self-center"
      aria-label={`启用${code.title}`}
      checked={code.isActive}
      checkedChildren="启用"
      unCheckedChildren="禁用"
      disabled={!canEdit}
      isBusy={toggleMutation.isPending}
      onChange={(isActive) => toggleMutation.mutate(isActive)}
    />
  )
}

/** The buttons that edit and delete a QR code. */
function QrCodeActions({ code, onChanged }: Omit<QrCodeRowProps, 'canEdit'>) {
  const confirm = useConfirm()
  const [isEditing, setIsEditing] = useState(false)
  const removeMutation = useAction({
    action: () => removeQrCode(code._id),
    getSuccessMessage: () => ADMIN_MESSAGES.qrCodeRemoved,
    failureMessage: ADMIN_MESSAGES.qrCodeRemoveFailed,
    refetch: onChanged,
  })
  const confirmRemove = () =>
    confirm({
      title: ADMIN_MESSAGES.qrCodeRemoveConfirm,
      content: `“${code.title}”删除后无法恢复，已扫码${code.scanCount}次。`,
      okText: '删除',
      isDangerous: true,
      onOk: () => removeMutation.mutateAsync(),
    })
  return (
    <span className="max-md:ml-auto">
      <RowActions>
        <RowAction label={`编辑${code.title}`} onClick={() => setIsEditing(true)}>
          编辑
        </RowAction>
        <RowAction isDanger label={`删除${code.title}`} onClick={confirmRemove}>
          删除
        </RowAction>
      </RowActions>
      {isEditing && (
        <QrCodeForm
          code={code}
          onClose={() => setIsEditing(false)}
          onSaved={() => {
            setIsEditing(false)
            onChanged()
          }}
        />
      )}
    </span>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </div>
)
