import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import type { Session } from '#contracts/identity/account.ts'
import {
  createEndSessions,
  describeSession,
  SESSION_END_TEXTS,
  type SessionEnd,
  useOwnSessions,
} from '../../../../shared/account/use-own-sessions.ts'
import { call } from '../../../../shared/call.ts'
import { describeDevice } from '../../../../shared/device-name.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { CredentialsForm } from '../../../account/credentials-form.tsx'
import { Button } from '../../../components/buttons.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useSession } from '../../../session/session.ts'
import { PanelError } from '../panel-error.tsx'
import { AccountPanel } from './account-panel.tsx'

const endSessions = createEndSessions(call)

/** Lists the devices on which the member is signed in, each with a button to sign it out. */
export function SessionList() {
  const userId = useSession().user?._id
  const { sessionsQuery, endOfOthers, pendingEnd, setPendingEnd } = useOwnSessions(call, userId)
  const { data, error, isPending, refetch } = sessionsQuery
  const showToast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  /** Whether the button that opened the dialog disappears with its session, so that the heading must get the focus. */
  const isButtonGone = useRef(false)

  function handleEnded({ kind }: SessionEnd) {
    isButtonGone.current = true
    setPendingEnd(null)
    showToast(SESSION_END_TEXTS[kind].done, 'success')
    void refetch()
  }

  /** Runs after the dialog has closed and has returned the focus to its button. */
  function handleClosed() {
    setPendingEnd(null)
    if (isButtonGone.current) heading.current?.focus()
    isButtonGone.current = false
  }

  return (
    <AccountPanel
      title="登录的设备"
      headingRef={heading}
      aside={
        endOfOthers && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setPendingEnd(endOfOthers)}>
            {SESSION_END_TEXTS.others.label}
          </Button>
        )
      }
    >
      {isPending && <div className="skeleton mt-3 h-24" />}
      {error && !data && <PanelError error={error} onRetry={() => refetch()} />}
      <ul className="mt-3 divide-y divide-line">
        {data?.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => setPendingEnd({ kind: 'one', session })} />
        ))}
      </ul>
      <SessionEndDialog end={pendingEnd} onClose={handleClosed} onEnded={handleEnded} />
    </AccountPanel>
  )
}

function SessionItem({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const device = describeDevice(session.userAgent)
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]">
      <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {device}
          {session.current && <Tag>当前设备</Tag>}
        </p>
        <p className="text-sm text-muted tabular-nums">{describeSession(session)}</p>
      </div>
      {!session.current && (
        <Button
          variant="outline"
          className="col-start-2 justify-self-start sm:col-start-3"
          aria-haspopup="dialog"
          aria-label={`退出${device}，${formatMinute(session.createdAt)}登录`}
          onClick={onEnd}
        >
          退出
        </Button>
      )}
    </li>
  )
}

type SessionEndDialogProps = {
  /** `null` closes the dialog. */
  end: SessionEnd | null
  onClose: () => void
  onEnded: (end: SessionEnd) => void
}

/** Asks for the password before other devices are signed out. */
const SessionEndDialog = ({ end, onClose, onEnded }: SessionEndDialogProps) => (
  <Dialog
    isOpen={end !== null}
    onClose={onClose}
    title={end ? `${SESSION_END_TEXTS[end.kind].label}？` : ''}
    className="max-w-md"
  >
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
          name={SESSION_END_TEXTS[end.kind].label}
          fields={['password']}
          submitLabel={SESSION_END_TEXTS[end.kind].label}
          onSubmit={async ({ password }) => {
            await endSessions(end, password)
            onEnded(end)
          }}
          onCancel={onClose}
        />
      </>
    )}
  </Dialog>
)
