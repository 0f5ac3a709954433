import { useRef, useState } from 'react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { download } from '../../../../shared/download.ts'
import { IdentityForm } from '../../../account/identity-form.tsx'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { AccountPanel } from './account-panel.tsx'

const TITLE = '下载我的数据'

/** Offers a copy of everything that is stored about the user. */
export function DataSection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const running = useRef<AbortController>(null)
  const showToast = useToast()

  function close() {
    running.current?.abort()
    setIsDialogOpen(false)
  }

  return (
    <AccountPanel title="我的数据" headingRef={heading}>
      <p className="mt-1 mb-4 text-muted">
        平台保存的关于您的全部数据，打包为一个压缩文件：账号资料、清单、评估、评价、报名、提交与操作记录，以及您上传的文件。
      </p>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
        {TITLE}
      </Button>
      <Dialog isOpen={isDialogOpen} onClose={close} title={TITLE} className="max-w-md">
        <p className="mb-5">文件中有您的个人信息，请确认是您本人，并妥善保存。内容较多时，下载需要一会儿。</p>
        <IdentityForm
          name={TITLE}
          submitLabel="下载"
          onSubmit={async (body) => {
            running.current = new AbortController()
            await download(accountSecurityCalls.exportData, { body, signal: running.current.signal })
            close()
            showToast(IDENTITY_MESSAGES.dataDownloaded, 'success')
          }}
          onCancel={close}
        />
      </Dialog>
    </AccountPanel>
  )
}
