import type { Session } from '#contracts/identity/account.ts'
import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { call } from '../../../../shared/call.ts'
import { describeDevice } from '../../../../shared/device-name.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { CredentialsForm } from '../../../account/credentials-form.tsx'
import { Dialog } from '../../../components/dialog.tsx'

/** The sessions to end: one, or all except the current one. */
export type SessionEnd = { kind: 'one'; session: Session } | { kind: 'others'; currentSessionId: string }

type SessionEndDialogProps = {
  /** `null` closes the dialog. */
  end: SessionEnd | null
  onClose: () => void
  /** Called with a message once the sessions have ended. */
  onEnded: (message: string) => void
}

/** Asks for the password before other devices are signed out, so that nobody can do this at an unattended screen. */
export const SessionEndDialog = ({ end, onClose, onEnded }: SessionEndDialogProps) => (
  <Dialog isOpen={end !== null} onClose={onClose} title={end ? `${getLabel(end)}？` : ''} className="max-w-md">
    {end && (
      <>
        <p className="mb-5">
          <span>
            {end.kind === 'one'
              ? `${describeDevice(end.session.userAgent)}（${formatMinute(end.session.createdAt)}登录）会立即退出登录。`
              : '除当前设备外，其他设备都会立即退出登录。'}
          </span>
          如果有您不认识的设备，请随后修改密码。
        </p>
        <CredentialsForm
          name={getLabel(end)}
          fields={['password']}
          submitLabel={getLabel(end)}
          onSubmit={async ({ password }) => {
            await endSessions(end, password)
            onEnded(end.kind === 'one' ? '该设备已退出登录' : '其他设备已退出登录')
          }}
          onCancel={onClose}
        />
      </>
    )}
  </Dialog>
)

const getLabel = ({ kind }: SessionEnd): string => (kind === 'one' ? '退出该设备' : '退出其他设备')

const endSessions = (end: SessionEnd, password: string) =>
  end.kind === 'one'
    ? call(accountSecurityCalls.endSession, { params: { id: end.session.id }, body: { password } })
    : call(accountSecurityCalls.endOtherSessions, { body: { currentSessionId: end.currentSessionId, password } })
